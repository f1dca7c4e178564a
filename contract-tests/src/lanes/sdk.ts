import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, InvalidRequestError, type Middleware, NotFoundError } from '@svc/sdk'
import * as functions from '@svc/sdk/functions'
import { freePort } from '@svc/supervisor/ports'
import { execa } from 'execa'
import { CannotRunError } from '../cannot-run-error.ts'
import { exampleBody, operationAt, operationsOf } from '../contract.ts'
import { curlOf } from '../failure.ts'
import { idFor } from '../fixtures.ts'
import type { Lane, ScriptContext } from '../lane.ts'
import { documentFiles, root } from '../paths.ts'

const startTimeoutMs = 30_000

/**
 * The client sends its requests through `prism proxy --errors`, which validates requests and responses with another
 * validator. Every violation of the contract is a failure.
 */
export const sdk: Lane = {
  name: 'sdk',
  description:
    'the client calls every operation through Prism, a validating proxy: no violation in requests and responses',
  async script(context) {
    if (!context.isWhole) return
    const prism = await startPrism(context)
    try {
      const options: functions.CallerOptions = {
        apiKey: context.service.accounts[0].api_key,
        baseUrl: prism.url,
        maxRetries: 0,
        middleware: [watch(context)],
      }
      await useEverything(options, context).catch((error: unknown) => {
        context.signal.throwIfAborted()
        if (error instanceof CannotRunError) throw error
        const failure = { check: 'client_succeeds', message: String(error), curl: null }
        context.counter.record({
          operation: 'client',
          line: 'client',
          checks: ['client_succeeds'],
          failures: [failure],
        })
      })
    } finally {
      await prism.stop()
    }
  },
  expect: ({ statusCounts }, operationIds, document) => {
    const called = calledIn(statusCounts)
    const known = new Set(operationsOf(document).map(({ operationId }) => operationId))
    return called.size === 0
      ? []
      : operationIds.filter((name) => known.has(name) && !called.has(name)).map((name) => `${name} was never called`)
  },
}

/** The names of the operations that were called. */
function calledIn(statusCounts: ReadonlyMap<string, number>): Set<string | undefined> {
  return new Set([...statusCounts.keys()].map((key) => key.split(' ')[0]))
}

async function useEverything(options: functions.CallerOptions, context: ScriptContext): Promise<void> {
  await useAsConsumer(new Client(options), context)
  await callOthers(functions.createCaller(options), context)
}

/** Calls each operation that was not called yet, with the id of a fixture and the example of its body. */
async function callOthers(caller: functions.ApiCaller, { counter, document, fixtures, prober, safe }: ScriptContext) {
  const called = calledIn(counter.tally.statusCounts)
  for (const operation of prober.operations) {
    const { operationId, path } = operation
    if (called.has(operationId) || (safe && operation['x-quota'] !== undefined)) continue
    const call: unknown = Reflect.get(functions, operationId)
    if (typeof call !== 'function') throw new CannotRunError(`The client has no function ${operationId}.`)
    const id = path.includes('{id}') ? [await idFor(operation, fixtures)] : []
    const body = exampleBody(document, operation)
    await Reflect.apply(call, undefined, [caller, ...id, ...(body === undefined ? [] : [body])])
  }
}

/**
 * Calls operations whose requests depend on earlier responses. Prism does not respond to a body that is not JSON, so
 * none is sent.
 */
async function useAsConsumer(client: Client, { safe, service, fixtures }: ScriptContext): Promise<void> {
  const [business] = (await client.businesses.list()).items
  if (!business) throw new CannotRunError('The account has no business.')
  for await (const _ of client.competitors.list(business.id, { limit: 2 }));
  for await (const review of client.reviews.list(business.id, { sort: 'lowest_rating', limit: 50 })) {
    await client.reviews.get(review.id)
    break
  }
  const review = { source_id: 'sdk', rating: 4, text: 'Good food.', published_at: '2020-01-01T00:00:00Z' }
  await client.reviews.create(business.id, { reviews: [review] })
  await client.reviews.delete(await fixtures.fresh.reviews())
  const file = `source_id,rating,text,published_at\nsdk,4,Good food.,2020-01-01\n`
  const { data: started } = await client.reviews.createImport(business.id, file)
  await client.reviews.getImport(started.id)
  for await (const _ of client.reviews.listImports(business.id));
  const { data: competitor } = await client.competitors.create(business.id, { name: 'Trattoria Sole' })
  await client.competitors.update(competitor.id, { distance_m: 1_420 })
  await client.competitors.delete(competitor.id)
  const { data: schedule } = await client.analyses.getSchedule(business.id)
  await client.analyses.setSchedule(business.id, { frequency: 'none', weekday: schedule.weekday, hour: schedule.hour })
  if (!safe) await client.analyses.createAndWait(business.id, { pollInterval: 200 })
  const { items: analyses } = await client.analyses.list(business.id, { limit: 3 })
  await client.reports.get(analyses.find(({ report_id }) => report_id)?.report_id ?? fixtures.ids.reports)
  const { data: recommendation } = await client.recommendations.get(fixtures.ids.recommendations)
  await client.recommendations.update(recommendation.id, { status: 'planned', note: 'In May.' })
  if (!safe) await client.reviewReplies.draft({ review: { rating: 2, text: 'We waited an hour for our table.' } })
  await client.reviewReplies.list({ status: 'draft' })
  await client.account.getUsage({ interval: 'hour', group_by: 'operation' })

  const { data: webhook } = await client.webhooks.create({ url: `${service.webhookUrl}/contract-tests` })
  await client.webhooks.get(webhook.id)
  const { data: delivery } = await client.webhooks.test(webhook.id)
  await client.webhooks.update(webhook.id, { event_types: ['analysis.completed', 'webhook.test'] })
  await client.webhooks.deliveries.list(webhook.id)
  await client.webhooks.deliveries.get(delivery.id)
  await client.webhooks.deliveries.resend(delivery.id)
  const day = { since: '2026-11-16T00:00:00Z', until: '2026-11-17T00:00:00Z' }
  await client.webhooks.deliveries.resendAll(webhook.id, { ...day, dry_run: true })
  await client.webhooks.events.list({ wait: 0 })
  await client.webhooks.rotateSecret(webhook.id)
  await client.webhooks.delete(webhook.id)

  await refused(client.webhooks.get(webhook.id), NotFoundError)
  await refused(client.analyses.get('ana_01kt00000000000000000000zz'), NotFoundError)
  // The contract allows the URL by its form, and the service refuses its host.
  await refused(client.webhooks.create({ url: 'https://localhost.localdomain/' }), InvalidRequestError)
  const stranger = new Client({ apiKey: `svc_test_${'A'.repeat(43)}`, baseUrl: service.baseUrl, maxRetries: 0 })
  await stranger.businesses.list().then(
    () => {
      throw new CannotRunError('An unknown key was accepted.')
    },
    () => {},
  )
}

async function refused(call: Promise<unknown>, expected: new (...parts: never[]) => Error): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof expected)) throw error
  })
}

/** Records every response. One with a violation is a failure; the client gets an ordinary error. */
function watch({ counter, prober, baseUrl }: ScriptContext): Middleware {
  return async (url, init, next) => {
    const startedMs = performance.now()
    const response = await next(url, init)
    const seconds = (performance.now() - startedMs) / 1_000
    const { method = 'GET', body } = init
    const { pathname, search } = new URL(url)
    const operation = operationAt(prober.operations, method, pathname)?.operationId ?? `${method} ${pathname}`
    const isFromPrism = response.headers.get('content-type')?.startsWith('application/problem+json')
    const violations = isFromPrism ? await response.clone().text() : response.headers.get('sl-violations')
    const json = typeof body === 'string' ? body : undefined
    const exchange = {
      uri: `${pathname}${search}`,
      requestHeaders: Object.fromEntries(new Headers(init.headers)),
      requestBody: json,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.clone().text(),
    }
    const request = { method, url: `${baseUrl}${pathname}${search}`, body: json }
    const curl = curlOf({ ...request, headers: Object.entries(init.headers) })
    counter.record({
      operation,
      line: `${operation} ${JSON.stringify([method, pathname, json ?? ''])}`,
      ...(isFromPrism ? {} : { status: response.status, seconds, exchange }),
      checks: ['prism_agrees'],
      failures: violations ? [{ check: 'prism_agrees', message: violations.slice(0, 1_000), curl }] : [],
    })
    return response
  }
}

async function startPrism({ baseUrl, signal }: ScriptContext): Promise<{ url: string; stop(): Promise<void> }> {
  const packageFile = createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')
  const port = await freePort()
  const args = [
    'proxy',
    `${root}${documentFiles.rest}`,
    baseUrl,
    '--errors',
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
  ]
  const running = execa(process.execPath, [join(dirname(packageFile), 'dist', 'index.js'), ...args], {
    stdin: 'ignore',
    all: true,
    reject: false,
    env: { SCARF_ANALYTICS: 'false' },
    forceKillAfterDelay: 2_000,
  })
  const url = `http://127.0.0.1:${port}`
  const deadlineMs = performance.now() + startTimeoutMs
  // Awaited in a function: the types of `running.then` take the compiler several seconds.
  const ended = (async () => (await running).all)()
  for (;;) {
    // Nothing listens yet; the deadline below ends the wait.
    const response = await fetch(url, { signal }).catch(() => undefined)
    await response?.body?.cancel()
    if (response) break
    const output = await Promise.race([ended, sleep(100, undefined, { signal })])
    if (output !== undefined) throw new CannotRunError(`Prism exited immediately:\n${output.slice(-2_000)}`)
    if (performance.now() > deadlineMs) throw new CannotRunError('Prism did not start in time.')
  }
  return {
    url,
    async stop() {
      running.kill('SIGTERM')
      await running
    },
  }
}
