import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '@svc/runtime/json'
import { type Call, caller } from '../fixtures.ts'
import type { ScriptContext } from '../lane.ts'
import type { Reply } from '../prober.ts'
import { type Problem, type Relation, untested } from '../relations/relation.ts'
import { receiverHost } from '../service.ts'
import { requestToken } from './oauth.ts'

/** The relations that the prose of the contract states about single operations of this product. */
export function productRelations(context: ScriptContext): Relation[] {
  return [
    grantUsedFirst(context),
    datesInOrder(context),
    examplesOutsideFeed(context),
    manyExamplesOutsideFeed(context),
    resendsLimited(context),
  ]
}

const waitMs = 30_000

/** "The next analysis that is started with a live credential uses one instead of the quota" (`report_grants`). */
function grantUsedFirst({ service, authUrl, signal }: ScriptContext): Relation {
  return {
    name: 'grant_used_first',
    statement: 'an analysis that is started with a live credential uses a granted report instead of the quota',
    applies: ({ operationId }) => operationId === 'startAnalysis',
    async check(operation, { client, facts }) {
      const [account] = service.accounts
      const reader = facts.operations.find(({ operationId }) => operationId === 'getAccount')
      if (!reader || !service.operated || !account.oauth_client) return untested('no report can be granted')
      await service.operated.svc('report', 'grant', '--account', account.name)
      const headers = { authorization: `Bearer ${await requestToken(service, authUrl, undefined, signal)}` }
      const read = async () => (await client.send({ operation: reader, because: 'quotas and grants', headers }))?.record
      const before = await read()
      const sent = await client.send({ operation, because: 'an analysis with a granted report', headers })
      const after = await read()
      if (!isRecord(before) || !isRecord(after) || !sent || sent.reply.status >= 300)
        return untested('the request did not succeed')
      const { curl } = sent.reply
      const problems: Problem[] = []
      const used = Number(before.report_grants) - Number(after.report_grants)
      if (used !== 1) problems.push({ message: `It used ${used} of the granted reports instead of 1.`, curl })
      if (JSON.stringify(before.quotas) !== JSON.stringify(after.quotas))
        problems.push({ message: 'It used a granted report, and the quotas of the account changed.', curl })
      return { problems }
    },
  }
}

/** The date that a file has in both orders, and the instant that each order makes of it. */
const ambiguousDate = '03/04/2020'
const orders = { dmy: '2020-04-03T00:00:00.000Z', mdy: '2020-03-04T00:00:00.000Z' } as const

/** "The order of day and month in dates such as 03/04/2026" (`date_order`). */
function datesInOrder(context: ScriptContext): Relation {
  return {
    name: 'dates_in_order',
    statement: 'dates of an imported file are read in the order of date_order, and rejected without it if ambiguous',
    applies: ({ operationId }) => operationId === 'createReviewImport',
    async check(operation, { client, signal }) {
      const call = callerOf(context)
      const problems: Problem[] = []
      for (const [order, instant] of [...Object.entries(orders), ['', undefined] as const]) {
        const sourceId = crypto.randomUUID()
        const sent = await client.send({
          operation,
          because: `an ambiguous date ${order === '' ? 'without an order' : `in the order ${order}`}`,
          body: [{ rating: 4, source_id: sourceId, published_at: ambiguousDate }],
          ...(order !== '' && { query: { date_order: order } }),
        })
        if (!sent || !isRecord(sent.record) || sent.reply.status >= 300) return untested('no file was imported')
        const { curl } = sent.reply
        const importId = String(sent.record.id)
        const imported = await until(
          () => call<Import>('GET', `/review-imports/${importId}`),
          ({ status }) => status === 'completed' || status === 'failed',
          signal,
        )
        if (instant === undefined) {
          if (imported?.rejected_count !== 1)
            problems.push({ message: `${ambiguousDate} is accepted without an order.`, curl })
          continue
        }
        if (!(await isPublishedAt(call, context, { sourceId, instant })))
          problems.push({ message: `${ambiguousDate} in the order ${order} is not read as ${instant}.`, curl })
      }
      return { problems }
    },
  }
}

interface Import {
  status: string
  rejected_count: number
}

interface Review {
  source_id: string
  published_at: string | null
}

/** Whether an imported review has this instant of publication. */
async function isPublishedAt(
  call: Call,
  { fixtures }: ScriptContext,
  { sourceId, instant }: { sourceId: string; instant: string },
): Promise<boolean> {
  const [after, before] = [-1, 1].map((days) => new Date(Date.parse(instant) + days * 86_400_000).toISOString())
  const period = `published_after=${after}&published_before=${before}&limit=100`
  const reviews = await call<Review[]>('GET', `/businesses/${fixtures.ids.businesses}/reviews?${period}`)
  return reviews.some(({ source_id, published_at }) => source_id === sourceId && published_at === instant)
}

/** An example is not in the feed, "and neither are its resends"; of events, the feed has "one per resend". */
function examplesOutsideFeed(context: ScriptContext): Relation {
  return {
    name: 'feed_of_resends',
    statement: 'the feed has an entry for each resend of an event, and none for an example and its resends',
    applies: ({ operationId }) => operationId === 'resendWebhookDelivery',
    async check(operation, relations) {
      const call = callerOf(context)
      const endpoint = await call<Endpoint>('POST', '/webhooks', {
        url: `${context.service.webhookUrl}/contract-tests`,
      })
      try {
        const tests = await sendTests(call, endpoint)
        let curl: string | null = null
        for (const { id } of [tests.event, tests.example]) {
          const sent = await relations.client.send({ operation, because: 'a resend, and the feed', id })
          curl = sent?.reply.curl ?? null
        }
        return { problems: await feedProblems(call, tests, curl) }
      } finally {
        await call('DELETE', `/webhooks/${endpoint.id}`)
      }
    },
  }
}

/** The same for a resend of all deliveries of an endpoint. */
function manyExamplesOutsideFeed(context: ScriptContext): Relation {
  return {
    ...examplesOutsideFeed(context),
    applies: ({ operationId }) => operationId === 'resendWebhookDeliveries',
    async check(operation, { client, signal }) {
      if (!context.service.operated) return untested('no delivery succeeds')
      const call = callerOf(context)
      const endpoint = await call<Endpoint>('POST', '/webhooks', { url: `https://${receiverHost}/resent` })
      try {
        const tests = await sendTests(call, endpoint)
        for (const { id } of Object.values(tests))
          if (!(await succeeded(call, id, signal))) return untested('no delivery succeeded')
        const body = { since: tests.event.created_at, statuses: ['succeeded'] }
        const sent = await client.send({ operation, because: 'resends, and the feed', id: endpoint.id, body })
        const { curl, status } = sent?.reply ?? { curl: null, status: 0 }
        // Overload and resends of other lanes within this hour are no contradiction.
        if (status === 503 || status === 429) return untested(`the resend was refused with ${status}`)
        // Its count is not compared: the endpoint also receives events of other lanes.
        const deliveries = await call<Delivery[]>('GET', `/webhooks/${endpoint.id}/deliveries?limit=100`)
        const resent = new Set(deliveries.map(({ resend_of }) => resend_of))
        const missing = Object.values(tests).filter(({ id }) => !resent.has(id))
        const message = `With ${status}, it did not resend ${missing.map(({ id }) => id).join(' and ')}.`
        const problems = await feedProblems(call, tests, curl)
        return { problems: missing.length > 0 ? [{ message, curl }, ...problems] : problems }
      } finally {
        await call('DELETE', `/webhooks/${endpoint.id}`)
      }
    },
  }
}

interface Endpoint {
  id: string
}

interface Delivery {
  id: string
  event_id: string
  created_at: string
  status: string
  resend_of: string | null
}

/** A `webhook.test`, which is in the feed, and then an example of another type. */
async function sendTests(call: Call, { id }: Endpoint): Promise<{ event: Delivery; example: Delivery }> {
  const event = await call<Delivery>('POST', `/webhooks/${id}/test`)
  const example = await call<Delivery>('POST', `/webhooks/${id}/test`, { event_type: 'report.generated' })
  return { event, example }
}

interface FeedEntry {
  payload: { id: string }
  resend_of: string | null
}

/** The contradictions of the feed to the contract after one resend of each delivery. */
async function feedProblems(
  call: Call,
  { event, example }: { event: Delivery; example: Delivery },
  curl: string | null,
): Promise<Problem[]> {
  const entries = await call<FeedEntry[]>('GET', `/webhook-events?after=${event.event_id}`)
  const problems: Problem[] = []
  const resends = entries.filter(({ resend_of }) => resend_of === event.id)
  if (resends.length !== 1) problems.push({ message: `The feed has ${resends.length} entries of one resend.`, curl })
  if (resends.some(({ payload }) => payload.id !== event.event_id))
    problems.push({ message: 'The entry of a resend has another event.', curl })
  if (entries.some(({ payload }) => payload.id === example.event_id))
    problems.push({ message: 'The feed has an example, or a resend of it.', curl })
  return problems
}

/** The deliveries of one request to resend many, and the requests until a limit has to be reached. */
const eventsPerResend = 100
const requestsMax = 400

/** "The resend counts against the hourly limit of resends" that a resend of many has used up. */
function resendsLimited(context: ScriptContext): Relation {
  return {
    name: 'resends_limited',
    statement: 'when resends of many deliveries have used up the limit of an hour, a single one is refused as well',
    applies: ({ operationId }) => operationId === 'resendWebhookDelivery',
    async check({ operationId }, { signal }) {
      if (!context.service.operated) return untested('only a service that was started for the tests may be limited')
      const call = callerOf(context)
      const endpoint = await call<Endpoint>('POST', '/webhooks', { url: `https://${receiverHost}/limited` })
      try {
        const first = await prepareDeliveries(call, endpoint, signal)
        if (!first) return untested('no delivery succeeded')
        const body = { since: first.created_at, statuses: ['succeeded'] }
        const hour = new Date().getUTCHours()
        const isMany = await refused(context, { operationId: 'resendWebhookDeliveries', id: endpoint.id, body })
        if (isMany === undefined) return untested('a request failed')
        const unlimited = { message: `${requestsMax} requests reached no limit.`, curl: null }
        if (!isMany) return { problems: [unlimited] }
        const isSingle = await refused(context, { operationId, id: first.id }, eventsPerResend + 1)
        if (isSingle === false && new Date().getUTCHours() !== hour) return untested('the limit began again')
        const message = 'A delivery is resent although the limit of its endpoint is used up.'
        return { problems: isSingle === false ? [{ message, curl: null }] : [] }
      } finally {
        await call('DELETE', `/webhooks/${endpoint.id}`)
      }
    },
  }
}

/** Returns the first of many deliveries that succeeded, at an endpoint that is then disabled: their resends wait. */
async function prepareDeliveries(call: Call, { id }: Endpoint, signal: AbortSignal): Promise<Delivery | undefined> {
  const deliveries: Delivery[] = []
  while (deliveries.length < eventsPerResend) deliveries.push(await call<Delivery>('POST', `/webhooks/${id}/test`))
  for (const delivery of deliveries) if (!(await succeeded(call, delivery.id, signal))) return undefined
  await call('PATCH', `/webhooks/${id}`, { enabled: false })
  return deliveries[0]
}

/**
 * Sends a request until it is refused with 429, at most as often as given: the limit may begin again once, with a new
 * hour, while it is being used up. Undefined after another response, which the prober has recorded.
 */
async function refused(
  { prober }: ScriptContext,
  request: { operationId: string; id: string; body?: unknown },
  times = requestsMax,
): Promise<boolean | undefined> {
  for (let left = times; left > 0; left -= 1) {
    const reply = await prober.send({
      ...request,
      because: 'the limit of resends',
      expect: [200, 202, 429],
      retriesLimited: false,
      checkName: 'resends_limited',
      check: (reply) => (reply.status === 429 ? limitProblem(reply) : undefined),
    })
    if (reply?.status === 429) return true
    if (reply === undefined || reply.status >= 300) return undefined
  }
  return false
}

/** The limit begins again with the next hour: "the resend counts against the hourly limit of resends". */
function limitProblem({ text, headers }: Reply): string | undefined {
  if (!text.includes('"rate.resends"')) return 'The path of the 429 is not rate.resends.'
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 && seconds <= 3_600 ? undefined : `Retry-After is ${seconds} s, which is not within an hour.`
}

async function succeeded(call: Call, id: string, signal: AbortSignal): Promise<boolean> {
  const delivery = await until(
    () => call<Delivery>('GET', `/webhook-deliveries/${id}`),
    ({ status }) => ['succeeded', 'dead_lettered', 'canceled'].includes(status),
    signal,
  )
  return delivery?.status === 'succeeded'
}

/** Reads until the condition holds; undefined if that takes longer than 30 s. */
async function until<Data>(
  read: () => Promise<Data>,
  isDone: (data: Data) => boolean,
  signal: AbortSignal,
): Promise<Data | undefined> {
  const deadlineMs = performance.now() + waitMs
  for (;;) {
    const data = await read()
    if (isDone(data)) return data
    if (performance.now() > deadlineMs) return undefined
    await sleep(100, undefined, { signal })
  }
}

const callerOf = ({ baseUrl, service, signal }: ScriptContext): Call =>
  caller(baseUrl, service.accounts[0].api_key, signal)
