import type { Place } from '../contract.ts'
import type { Lane, ScriptContext } from '../lane.ts'
import type { Question, Reply } from '../prober.ts'

/** Every status that one or two requests can bring about by themselves, on every operation that documents it. */
export const statuses: Lane = {
  name: 'statuses',
  about: 'each documented status that a request can bring about: 2xx, 304, 400, 401, 404, 409 and quotas',
  async script(context) {
    const { prober, wants, safe } = context
    for (const place of prober.places) {
      // What costs the account something is left out when requested.
      if (!wants(place.operationId) || (safe && place['x-quota'] !== undefined)) continue
      for (const question of questionsOf(place, context)) await prober.ask(question)
      if (place.responses['304']) await askAgain(place, context)
      if (place.responses['409']) await askWithSameKey(place, context)
    }
  },
}

const unknownSuffix = '_01kt00000000000000000000zz'

function questionsOf({ operationId, path, responses }: Place, { fixtures }: ScriptContext): Question[] {
  const success = Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .map(Number)
  const unknownId = `${prefixOf(path)}${unknownSuffix}`
  const questions: Question[] = [
    { operationId, because: 'a valid request', expect: success },
    {
      operationId,
      because: 'no credential',
      headers: { 'x-api-key': '' },
      expect: [401],
      check: isCode('unauthorized'),
    },
    {
      operationId,
      because: 'a parameter that nobody described',
      query: '?no_such_parameter=1',
      // A deletion that is refused must not use up an endpoint.
      ...(operationId === 'deleteWebhook' && { id: fixtures.webhookId }),
      expect: [400],
      check: isCode('invalid_request'),
    },
  ]
  if (responses['404'])
    questions.push({
      operationId,
      because: 'an id of nobody',
      id: unknownId,
      expect: [404],
      check: isCode('not_found'),
    })
  return questions
}

function prefixOf(path: string): string {
  if (path.startsWith('/businesses/')) return 'biz'
  if (path.startsWith('/reviews/')) return 'rev'
  if (path.startsWith('/analyses/')) return 'ana'
  if (path.startsWith('/reports/')) return 'rpt'
  return path.startsWith('/webhook-deliveries/') ? 'whd' : 'whk'
}

/** The worker may change a record between two reads; a matching tag with a full response is a failure. */
const conditionalReadsMax = 5

/** A conditional read: nothing has changed since the answer before. */
async function askAgain({ operationId }: Place, { prober }: ScriptContext): Promise<void> {
  let tag = (await prober.ask({ operationId, because: 'before a conditional read', expect: [200] }))?.headers.get(
    'etag',
  )
  for (let left = conditionalReadsMax; tag && left > 0; left -= 1) {
    const sent = tag
    const reply = await prober.ask({
      operationId,
      because: 'a conditional read of what has not changed',
      headers: { 'if-none-match': sent },
      expect: left > 1 ? [304, 200] : [304],
      check: ({ status, text, headers }) => {
        if (status === 304) return text === '' ? undefined : 'A 304 has a body.'
        return headers.get('etag') === sent ? 'The tag matches, but the response has a body.' : undefined
      },
      checkName: 'conditional_read',
    })
    tag = reply?.status === 200 ? reply.headers.get('etag') : null
  }
}

/** "The same key with another body, or while the first request still runs, is 409 conflict" (the contract). */
async function askWithSameKey(place: Place, { prober, fixtures, service }: ScriptContext): Promise<void> {
  const { operationId, path } = place
  const headers = { 'idempotency-key': `statuses-${operationId}-${crypto.randomUUID()}` }
  const first = await prober.ask({ operationId, because: 'a new Idempotency-Key', headers, expect: [200, 201, 202] })
  if (!first) return
  const checkName = 'idempotency_holds'
  await prober.ask({
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
  await prober.ask({
    operationId,
    because: 'another request with the same key',
    headers,
    ...(path.includes('{id}') ? { id: otherId } : { body: otherBody(operationId, service.webhookUrl) }),
    expect: [409],
    check: isCode('conflict'),
    checkName,
  })
}

/** An id of the same kind, other than the one that the first request had. */
async function otherIdFor(path: string, { service, fixtures }: Pick<ScriptContext, 'service' | 'fixtures'>) {
  if (path.startsWith('/businesses/')) return service.accounts[1].business_id
  return path.startsWith('/webhook-deliveries/') ? `whd${unknownSuffix}` : fixtures.freshWebhookId()
}

/** A valid body beside the example of the contract. */
function otherBody(operationId: string, webhookUrl: string): unknown {
  if (operationId === 'createWebhook') return { url: `${webhookUrl}/contract-tests/other` }
  return { review: { rating: 5, text: 'Wonderful pasta and very friendly staff.' } }
}

function dataOf({ text }: Reply): string {
  return JSON.stringify(JSON.parse(text).data)
}

/** What is wrong where an error has another code. */
export function isCode(expected: string): (reply: Reply) => string | undefined {
  return ({ text }) => {
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1]
    return code === expected ? undefined : `error.code is ${code}, not ${expected}.`
  }
}
