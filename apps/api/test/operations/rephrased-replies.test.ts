import { createServer } from 'node:net'
import { storedQuotas } from '@svc/db/testing-accounts'
import { countConnections, withRefusedRows } from '@svc/db/testing-faults'
import { type Stub, says, startStub } from '@svc/llm/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let stub: Stub
let api: TestApi
let account: TestAccount
beforeAll(async () => {
  stub = await startStub()
  api = await startTestApi({ LLM_BASE_URL: stub.baseUrl, LLM_API_KEY: 'key-5ecret', LLM_MODEL: 'small-model' })
  account = await api.open()
})
afterAll(async () => {
  await api.close()
  await stub.close()
})

const text = 'We waited 40 minutes for our table.'
const sentence = 'We are sorry that you waited 40 minutes for your table.'
const completion = {
  variants: [
    {
      text: `Thank you for your honest review. ${sentence}`,
      claims: [{ text: sentence, supported_by: 'review', quote: 'waited 40 minutes' }],
    },
  ],
}
const draft = (headers: Record<string, string> = {}) =>
  account.call('POST', '/review-replies', { body: { review: { rating: 2, text } }, headers })

test('a draft that the model rephrased names the model', async () => {
  stub.behave(says(completion))
  const { status, data } = await draft()
  expect(status).toBe(200)
  expect(data.engine).toMatchObject({ name: 'small-model', mode: 'llm', fallback_reason: null })
  expect(data.variants[0]?.text).toContain(sentence)
  expect(data.requires_human_approval).toBe(true)
})

test('a draft of the model that breaks the rules is replaced by the built-in draft', async () => {
  stub.behave(says({ variants: [{ text: 'Use code FREE50 for a free dinner at our place.', claims: [] }] }))
  const { status, data } = await draft()
  expect(status).toBe(200)
  expect(data.engine).toMatchObject({ mode: 'embedded', fallback_reason: 'rejected' })
  expect(data.variants[0]?.text).not.toContain('FREE50')
  expect(api.log()).not.toContain('5ecret')
})

test('a draft that cannot be stored uses up no quota and its event shows no use, with and without an idempotency key', async () => {
  stub.behave(says(completion))
  const other = await api.open()
  const { account_id, business_id } = other.owner
  const { db } = api.database
  const body = { review: { rating: 2, text } }
  await withRefusedRows(db, { table: 'reply_drafts', unless: `business_id <> '${business_id}'` }, async () => {
    for (const headers of [{}, { 'Idempotency-Key': 'full' }]) {
      const { status } = await other.call('POST', '/review-replies', { body, headers })
      expect(status).toBe(500)
    }
  })
  expect(await storedQuotas(db, account_id)).toEqual([])
  await other.call('POST', '/review-replies', { body })
  await api.api.usage.flush()
  const { data: events } = await other.call('GET', '/events')
  expect(events.map(({ http_status, quota }) => [http_status, quota?.used ?? null])).toEqual([
    [200, 1],
    [500, null],
    [500, null],
  ])
})

test('no transaction is open while the model works, and one idempotency key uses it and the quota once', async () => {
  const idle = () => countConnections(api.database.db, { state: 'idle in transaction' })
  const used = async () => {
    const [counter] = await storedQuotas(api.database.db, account.owner.account_id)
    return counter?.used ?? 0
  }
  const before = await used()
  const open: number[] = []
  stub.behave((response, received, count) => {
    void idle().then((found) => {
      open.push(found)
      says(completion)(response, received, count)
    })
  })
  const keyed = { 'Idempotency-Key': 'rephrased' }
  const first = await draft(keyed)
  const again = await draft(keyed)
  expect(first.data.engine.mode).toBe('llm')
  expect(again.data).toEqual(first.data)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(stub.requests).toHaveLength(1)
  expect(open).toEqual([0])
  expect(await used()).toBe(before + 1)
})

test('an unavailable model leaves the built-in draft', async () => {
  const closed = createServer().listen(0)
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  const other = await startTestApi({ LLM_BASE_URL: `http://127.0.0.1:${port}`, LLM_MODEL: 'm' })
  try {
    const { call } = await other.open()
    const { data } = await call('POST', '/review-replies', { body: { review: { rating: 2, text } } })
    expect(data.engine).toMatchObject({ name: 'aspects', mode: 'embedded', fallback_reason: 'unavailable' })
  } finally {
    await other.close()
  }
})
