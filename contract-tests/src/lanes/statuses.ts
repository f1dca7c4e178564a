import type { DocumentedOperation } from '../contract.ts'
import { type Fixtures, recordKindOf } from '../fixtures.ts'
import type { Lane, ScriptContext } from '../lane.ts'
import type { Probe, Reply } from '../prober.ts'
import { otherBody } from '../request-defaults.ts'

/** Every status that one or two requests can cause, on every operation that documents it. */
export const statuses: Lane = {
  name: 'statuses',
  description: 'each documented status that one or two requests can cause: 2xx, 304, 400, 401, 404, 409 and quotas',
  async script(context) {
    const { prober, wants, safe } = context
    for (const operation of prober.operations) {
      // With --safe, operations that consume a quota are omitted.
      if (!wants(operation.operationId) || (safe && operation['x-quota'] !== undefined)) continue
      for (const probe of probesOf(operation, context)) await prober.send(probe)
      if (operation.responses['304']) await readConditionally(operation, context)
      if (operation.responses['409'] && operation.method === 'POST') await reuseIdempotencyKey(operation, context)
      if (operation.responses['409'] && operation.responses['404'] && operation.method === 'POST')
        await retryFailed(operation, context)
    }
  },
}

/** An id of the same kind that names no record. */
export const unknownIdLike = (id: string) => `${id.slice(0, 3)}_01kt00000000000000000000zz`

function probesOf(operation: DocumentedOperation, { fixtures }: ScriptContext): Probe[] {
  const { operationId, path, responses } = operation
  const success = Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .map(Number)
  const id = path.includes('{id}') ? unknownIdLike(fixtures.ids[recordKindOf(path)]) : ''
  const probes: Probe[] = [
    { operationId, because: 'a valid request', expect: success },
    {
      operationId,
      because: 'no credential',
      headers: { 'x-api-key': '' },
      expect: [401],
      check: hasCode('unauthorized'),
    },
    {
      operationId,
      because: 'an undocumented parameter',
      query: '?no_such_parameter=1',
      // A refused deletion must not use up a record.
      ...keptIdOf(operation, fixtures),
      expect: [400],
      check: hasCode('invalid_request'),
    },
  ]
  if (responses['404'])
    probes.push({
      operationId,
      because: 'an unknown id',
      id,
      expect: [404],
      check: hasCode('not_found'),
    })
  return probes
}

/** The id of a record that stays, for deletions that are refused. */
export function keptIdOf({ method, path }: DocumentedOperation, { ids }: Fixtures): { id?: string } {
  return method === 'DELETE' ? { id: ids[recordKindOf(path)] } : {}
}

/** The worker may change a record between two reads. A matching ETag with a full response is a failure. */
const conditionalReadsMax = 5

/** Reads a record conditionally, until it has not changed since the previous response. */
async function readConditionally({ operationId }: DocumentedOperation, { prober }: ScriptContext): Promise<void> {
  let etag = (await prober.send({ operationId, because: 'before a conditional read', expect: [200] }))?.headers.get(
    'etag',
  )
  for (let left = conditionalReadsMax; etag && left > 0; left -= 1) {
    const sent = etag
    const reply = await prober.send({
      operationId,
      because: 'a conditional read of an unchanged record',
      headers: { 'if-none-match': sent },
      expect: left > 1 ? [304, 200] : [304],
      check: ({ status, text, headers }) => {
        if (status === 304) return text === '' ? undefined : 'A 304 has a body.'
        return headers.get('etag') === sent ? 'The ETag matches, but the response has a body.' : undefined
      },
      checkName: 'conditional_read',
    })
    etag = reply?.status === 200 ? reply.headers.get('etag') : null
  }
}

/** "The same key with another body, or while the first request still runs, is 409 conflict" (the contract). */
async function reuseIdempotencyKey(
  operation: DocumentedOperation,
  { prober, document, fixtures, service }: ScriptContext,
): Promise<void> {
  const { operationId, path } = operation
  const headers = { 'idempotency-key': `statuses-${operationId}-${crypto.randomUUID()}` }
  const first = await prober.send({ operationId, because: 'a new Idempotency-Key', headers, expect: [200, 201, 202] })
  if (!first) return
  const checkName = 'idempotency_holds'
  await prober.send({
    operationId,
    because: 'the same request with the same key',
    headers,
    expect: [first.status],
    check: (reply) =>
      reply.headers.get('idempotency-replayed') === 'true' && dataOf(reply) === dataOf(first)
        ? undefined
        : 'The first response was not returned again.',
    checkName,
  })
  const otherId = await otherIdFor(path, { service, fixtures })
  await prober.send({
    operationId,
    because: 'another request with the same key',
    headers,
    ...(path.includes('{id}') && operation.requestBody === undefined
      ? { id: otherId }
      : { body: otherBody(document, operation, service.webhookUrl) }),
    expect: [409],
    check: hasCode('conflict'),
    checkName,
  })
}

/** "Errors are not stored" (the contract): the key of a request that failed is free again. */
async function retryFailed({ operationId, path }: DocumentedOperation, { prober, fixtures }: ScriptContext) {
  if (!path.includes('{id}')) return
  const id = unknownIdLike(fixtures.ids[recordKindOf(path)])
  const headers = { 'idempotency-key': `statuses-${operationId}-${crypto.randomUUID()}` }
  for (const because of ['an unknown id with an Idempotency-Key', 'the same failed request with the same key'])
    await prober.send({
      operationId,
      because,
      id,
      headers,
      expect: [404],
      check: hasCode('not_found'),
      checkName: 'failure_is_not_stored',
    })
}

/** An id of the same kind that differs from that of the first request. */
async function otherIdFor(path: string, { service, fixtures }: Pick<ScriptContext, 'service' | 'fixtures'>) {
  if (path.startsWith('/businesses/')) return service.accounts[1].business_id
  return path.startsWith('/webhook-deliveries/')
    ? unknownIdLike(fixtures.ids['webhook-deliveries'])
    : fixtures.fresh.webhooks()
}

function dataOf({ text }: Reply): string {
  return JSON.stringify(JSON.parse(text).data)
}

/** Checks the code of an error. */
export function hasCode(expected: string): (reply: Reply) => string | undefined {
  return ({ text }) => {
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1]
    return code === expected ? undefined : `error.code is ${code}, not ${expected}.`
  }
}
