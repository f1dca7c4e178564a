import pg from 'pg'
import type { DocumentedOperation } from '../contract.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '../fault-proxy.ts'
import { type Lane, operatorOf, type ScriptContext } from '../lane.ts'
import { portalPath } from '../portal-browser.ts'
import type { Prober, Reply } from '../prober.ts'

/** More statements than any request has. */
const statementsMax = 25

/** The maximum number of runs of an operation until a fault has caused a response. */
const roundsMax = 5

/**
 * "Nothing was done; wait Retry-After seconds": the timeout of the service for a stalled database is shorter than that
 * of its callers.
 */
const timeoutSeconds = 15

/** The database fails in every way, at every statement of every operation. */
export const faults: Lane = {
  name: 'faults',
  description:
    '500 and 503 on every operation: PostgreSQL refuses, stalls, disconnects at each statement or returns an internal error',
  operated: true,
  async script(context) {
    const operated = operatorOf(context.service)
    const databaseUrl = await operated.databaseUrl()
    const proxy = await startFaultProxy(databaseUrl)
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    const faultyUrl = new URL(databaseUrl)
    faultyUrl.port = String(proxy.port)
    const api = await operated.startApi(faultyUrl.href)
    try {
      const basePath = new URL(context.service.baseUrl).pathname
      const baseUrl = await context.putInFront(`${api.origin}${basePath}`)
      const probers = [
        context.proberAt('rest', baseUrl),
        context.proberAt('oauth', api.origin),
        context.proberAt('portal', `${api.origin}${portalPath}`),
      ]
      for (const prober of probers) await failAtEachStatement(prober, { proxy, database, context })
      // A deletion fails without the database, so the record of each is there until the end.
      const ids = new Map<string, string>()
      for (const prober of probers)
        for (const operation of prober.operations.filter((one) => isDeletion(one) && context.wants(one.operationId)))
          ids.set(operation.operationId, await prober.idFor(operation))
      for (const kind of ['refuse', 'stall'] as const)
        for (const prober of probers) await failAll(proxy, prober, context, { fault: { kind }, ids })
      for (const prober of probers) await recover(proxy, prober, context, ids)
    } finally {
      await api.stop()
      await proxy.close()
      await database.end()
    }
  },
  expect: (tally, operationIds) =>
    operationIds
      .filter((name) => !withoutDatabase.has(name))
      .flatMap((name) =>
        ['500', '503']
          .filter((status) => !tally.statusCounts.has(`${name} ${status}`))
          .map((status) => `${name} never returned ${status}`),
      ),
}

/** Operations that no fault of the database reaches. */
const withoutDatabase: ReadonlySet<string> = new Set(['beginPasskeySignIn'])

/** Statuses without a fault. The client in the examples of the OAuth document does not exist. */
const usualStatuses = [200, 201, 202, 400, 401, 404]

/**
 * The codes of the examples belong to no app. The account has its business. The address of the example was invited
 * before. The service has no OAuth client of the search company, and the state of the example belongs to no session.
 */
const furtherStatuses: Readonly<Record<string, readonly number[]>> = {
  confirmCode: [403],
  confirmAuthenticator: [403],
  confirmAdministratorAuthenticator: [403],
  createFirstBusiness: [409],
  inviteMember: [409],
  startProfileConsent: [409],
  finishProfileConsent: [409],
}

function statusesWithoutFault(operationId: string): number[] {
  return [...usualStatuses, ...(furtherStatuses[operationId] ?? [])]
}

/** A service with faults between it and its database. */
interface FaultyService {
  proxy: FaultProxy
  /** The database itself. */
  database: pg.Client
  context: ScriptContext
}

/**
 * Fails the first statement, which usually looks up the credential and is the same in every operation, then the second,
 * and so on until a request succeeds.
 */
async function failAtEachStatement(prober: Prober, faulty: FaultyService): Promise<void> {
  const { proxy, context } = faulty
  for (const operation of prober.operations) {
    if (!context.wants(operation.operationId)) continue
    for (const kind of ['error', 'cut'] as const) {
      // A background statement of the service may get the fault instead of the request; then another round follows.
      let hasResponse = false
      for (let round = 1; round <= roundsMax && !hasResponse; round += 1)
        hasResponse = await failStatements(operation, kind, { ...faulty, prober })
    }
  }
  await proxy.set({ kind: 'none' })
}

/** Whether a fault caused its status. In the fast run one such response is enough. */
async function failStatements(
  operation: DocumentedOperation,
  kind: 'error' | 'cut',
  { proxy, database, prober, context }: FaultyService & { prober: Prober },
): Promise<boolean> {
  const { operationId } = operation
  let hasResponse = false
  let id: string | undefined
  for (let statement = 1; statement <= statementsMax && !(context.fast && hasResponse); statement += 1) {
    // Created before the fault is set, so that its statements do not count. A record whose deletion failed is deleted
    // by the next request: one for each would use up the capacity of the plan.
    if (isDeletion(operation)) id ??= await prober.idFor(operation)
    // Otherwise sign-ins and requests for links would soon be refused for 15 minutes, and invitations for a day.
    await database.query('delete from login_attempts')
    await proxy.set({ kind, statement })
    const reply = await prober.send({
      operationId,
      because: `statement ${statement} ${kind === 'cut' ? 'is disconnected' : 'fails with an internal error'}`,
      ...(id !== undefined && { id }),
      expect: [...statusesWithoutFault(operationId), 500, 503],
      check: (reply) => problemOf(reply, kind),
      checkName: 'fault_reported',
    })
    if (reply !== undefined && reply.status < 500) id = undefined
    hasResponse ||= reply?.status === (kind === 'error' ? 500 : 503)
    if (!proxy.wasInjected) break
  }
  return hasResponse
}

/** Whether an operation deletes the record in its path. */
function isDeletion({ method, path }: DocumentedOperation): boolean {
  return method === 'DELETE' && path.endsWith('/{id}')
}

/** The id of a request, if its operation has one of its own. */
function idIn(ids: ReadonlyMap<string, string>, operationId: string): { id?: string } {
  const id = ids.get(operationId)
  return id === undefined ? {} : { id }
}

/** Without the database every operation must fail. All are sent at once, because each waits for it. */
async function failAll(
  proxy: FaultProxy,
  prober: Prober,
  { wants, counter }: ScriptContext,
  { fault, ids }: { fault: Fault; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const wanted = prober.operations.filter(({ operationId }) => wants(operationId) && !withoutDatabase.has(operationId))
  counter.phase(fault.kind)
  await proxy.set(fault)
  await Promise.all(
    wanted.map(({ operationId }) =>
      prober.send({
        operationId,
        because: fault.kind === 'stall' ? 'the database does not respond' : 'the database refuses connections',
        ...idIn(ids, operationId),
        expect: [503],
        check: (reply) =>
          reply.seconds > timeoutSeconds ? `It took ${reply.seconds.toFixed(1)} s.` : problemOf(reply, 'cut'),
        checkName: 'fault_reported',
      }),
    ),
  )
}

/** Every operation works again when the database is available. */
async function recover(
  proxy: FaultProxy,
  prober: Prober,
  { wants, signal }: ScriptContext,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await proxy.set({ kind: 'none' })
  signal.throwIfAborted()
  for (const { operationId } of prober.operations.filter((operation) => wants(operation.operationId))) {
    await prober.send({
      operationId,
      because: 'the database is available again',
      ...idIn(ids, operationId),
      expect: statusesWithoutFault(operationId),
      checkName: 'recovered',
    })
  }
}

/** INTERFACE.md §7: "Internal exception details are never returned"; a 503 has Retry-After. */
function problemOf({ status, headers, text }: Reply, kind: 'error' | 'cut'): string | undefined {
  if (status < 500) return undefined
  const code = /"(?:code|error)":"([a-z_]+)"/.exec(text)?.[1]
  const ofStatus = status === 503 ? 'unavailable' : 'internal_error'
  // OAuth has one error code for both.
  const expected = text.startsWith('{"error":"') ? 'server_error' : ofStatus
  if (code !== expected) return `error.code is ${code}, not ${expected}.`
  if (status === 503 && !/^[1-9][0-9]*$/.test(headers.get('retry-after') ?? '')) return 'The 503 has no Retry-After.'
  if (kind === 'cut' && status !== 503) return 'A lost connection must be 503 "unavailable", not 500.'
  return /secret-of-the-database|base\/16384/.test(text)
    ? 'The response contains the error of the database.'
    : undefined
}
