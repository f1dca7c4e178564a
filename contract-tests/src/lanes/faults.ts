import { type Fault, type FaultProxy, startFaultProxy } from '../fault-proxy.ts'
import { type Lane, operatorOf, type ScriptContext } from '../lane.ts'
import type { Prober, Reply } from '../prober.ts'

/** A request has fewer statements than this; the rest of the loop is never reached. */
const statementsMax = 25

/** How often an operation's statements are gone through, at most, until a fault has caused a response. */
const beginningsMax = 5

/**
 * "Nothing was done; wait Retry-After seconds": the service gives up on a stalled database before a caller gives up on
 * the service.
 */
const patienceSeconds = 15

/** The database fails under every operation, at every statement of it, in every way. */
export const faults: Lane = {
  name: 'faults',
  about:
    '500 and 503 on every operation, through a faulty way to PostgreSQL: refused, stalled, cut and broken at each statement',
  operated: true,
  async script(context) {
    const operated = operatorOf(context.service)
    const databaseUrl = await operated.databaseUrl()
    const proxy = await startFaultProxy(databaseUrl)
    const faultyUrl = new URL(databaseUrl)
    faultyUrl.port = String(proxy.port)
    const api = await operated.startApi(faultyUrl.href)
    try {
      const basePath = new URL(context.service.baseUrl).pathname
      const baseUrl = await context.inFront(`${api.origin}${basePath}`)
      const probers = [context.proberAt('rest', baseUrl), context.proberAt('oauth', api.origin)]
      for (const prober of probers) await failAtEachStatement(proxy, prober, context)
      for (const kind of ['refuse', 'stall'] as const)
        for (const prober of probers) await failAltogether(proxy, prober, context, { kind })
      for (const prober of probers) await recover(proxy, prober, context)
    } finally {
      await api.stop()
      await proxy.close()
    }
  },
  expect: (tally, operationIds) =>
    operationIds.flatMap((name) =>
      ['500', '503']
        .filter((status) => !tally.statusCounts.has(`${name} ${status}`))
        .map((status) => `${name} never returned ${status}`),
    ),
}

/** What a request without a fault may get. The client in the examples of the OAuth document does not exist. */
const unharmed = [200, 201, 202, 400, 401, 404]

/**
 * The first statement that fails is mostly the one that looks for the credential, which proves little of an operation:
 * so the second fails next, and so on until a request gets through.
 */
async function failAtEachStatement(proxy: FaultProxy, prober: Prober, context: ScriptContext): Promise<void> {
  for (const { operationId } of prober.places.filter((place) => context.wants(place.operationId))) {
    for (const kind of ['error', 'cut'] as const) {
      // A statement of the service's own housekeeping may take the fault that was meant for the request: then it begins
      // again.
      let isAnswered = false
      for (let beginning = 1; beginning <= beginningsMax && !isAnswered; beginning += 1)
        isAnswered = await goThroughStatements(operationId, kind, { proxy, prober, context })
    }
  }
  await proxy.set({ kind: 'none' })
}

/** Whether a fault caused the status that belongs to it. In the fast run one such response is enough. */
async function goThroughStatements(
  operationId: string,
  kind: 'error' | 'cut',
  { proxy, prober, context }: { proxy: FaultProxy; prober: Prober; context: ScriptContext },
): Promise<boolean> {
  let isAnswered = false
  for (let statement = 1; statement <= statementsMax && !(context.fast && isAnswered); statement += 1) {
    // Asked for before the fault: its own statements do not count.
    const id = operationId === 'deleteWebhook' ? await context.fixtures.freshWebhookId() : undefined
    await proxy.set({ kind, statement })
    const reply = await prober.ask({
      operationId,
      because: `statement ${statement} ${kind === 'cut' ? 'is cut off' : 'meets an internal error'}`,
      ...(id && { id }),
      expect: [...unharmed, 500, 503],
      check: (reply) => whatIsWrong(reply, kind),
      checkName: 'fault_answered',
    })
    isAnswered ||= reply?.status === (kind === 'error' ? 500 : 503)
    if (!proxy.hasStruck) break
  }
  return isAnswered
}

/** With the database away nothing can succeed; every operation at once, since each waits for it. */
async function failAltogether(
  proxy: FaultProxy,
  prober: Prober,
  { wants, fixtures, counter }: ScriptContext,
  fault: Fault,
): Promise<void> {
  const wanted = prober.places.filter(({ operationId }) => wants(operationId))
  const id = wants('deleteWebhook') ? await fixtures.freshWebhookId() : undefined
  counter.phase(fault.kind)
  await proxy.set(fault)
  await Promise.all(
    wanted.map(({ operationId }) =>
      prober.ask({
        operationId,
        because: fault.kind === 'stall' ? 'the database does not respond' : 'the database refuses connections',
        ...(operationId === 'deleteWebhook' && id && { id }),
        expect: [503],
        check: (reply) =>
          reply.seconds > patienceSeconds ? `It took ${reply.seconds.toFixed(1)} s.` : whatIsWrong(reply, 'cut'),
        checkName: 'fault_answered',
      }),
    ),
  )
}

/** What failed while the database was away works as soon as it is back. */
async function recover(proxy: FaultProxy, prober: Prober, { wants, fixtures, signal }: ScriptContext): Promise<void> {
  await proxy.set({ kind: 'none' })
  signal.throwIfAborted()
  const id = wants('deleteWebhook') ? await fixtures.freshWebhookId() : undefined
  for (const { operationId } of prober.places.filter((place) => wants(place.operationId))) {
    await prober.ask({
      operationId,
      because: 'the database is back',
      ...(operationId === 'deleteWebhook' && id && { id }),
      expect: unharmed,
      checkName: 'recovered',
    })
  }
}

/** INTERFACE.md §7: "Internal exception details are never returned"; a 503 says when to retry. */
function whatIsWrong({ status, headers, text }: Reply, kind: 'error' | 'cut'): string | undefined {
  if (status < 500) return undefined
  const code = /"(?:code|error)":"([a-z_]+)"/.exec(text)?.[1]
  const ofStatus = status === 503 ? 'unavailable' : 'internal_error'
  // RFC 6749 has one code for both.
  const expected = text.startsWith('{"error":"') ? 'server_error' : ofStatus
  if (code !== expected) return `error.code is ${code}, not ${expected}.`
  if (status === 503 && !/^[1-9][0-9]*$/.test(headers.get('retry-after') ?? '')) return 'A 503 without Retry-After.'
  if (kind === 'cut' && status !== 503) return 'A lost connection is 503 "unavailable", not 500.'
  return /secret-of-the-database|base\/16384/.test(text) ? 'The response shows what the database said.' : undefined
}
