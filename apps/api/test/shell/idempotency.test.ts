import { ageIdempotencyKey, storedIdempotencyKeys, storedQuotas } from '@svc/db/testing-accounts'
import { lockAccount, withoutTable } from '@svc/db/testing-faults'
import { countAnalyses } from '@svc/db/testing-reviews'
import { storedEndpoints } from '@svc/db/testing-webhooks'
import type { Reply } from '@svc/http/testing-reply'
import { present } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// "optional Idempotency-Key on every POST, per account and operation": a response that was lost can be requested again.

let api: TestApi
let account: TestAccount
let other: TestAccount

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_ENDPOINTS_MAX: '1000' })
  account = await api.open()
  other = await api.open({ name: 'Brightside Dental' })
})

afterAll(() => api.close())

const url = 'https://hooks.rosso-trattoria.nl/svc'
const keyed = (key: string) => ({ 'Idempotency-Key': key })
const create = (key: string, body: unknown = { url }, { call }: Pick<TestAccount, 'call'> = account) =>
  call('POST', '/webhooks', { body, headers: keyed(key) })
const isReplayed = ({ headers }: Reply) => headers.get('idempotency-replayed') === 'true'

async function endpointsOf({ owner }: TestAccount): Promise<number> {
  return (await storedEndpoints(api.database.db, { account_id: owner.account_id })).length
}

describe('the same key with the same body', () => {
  test('returns the first response again, including the secret, and marks it as a replay', async () => {
    const before = await endpointsOf(account)
    const first = await create('same')
    const again = await create('same')
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    expect([again.status, isReplayed(again)]).toEqual([201, true])
    expect(again.data).toEqual(first.data)
    expect(again.data.signing_secret).toMatch(/^whsec_/)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.meta.request_id).not.toBe(first.meta.request_id)
    expect(await endpointsOf(account)).toBe(before + 1)
  })

  test('replays regardless of the order of fields, the whitespace and the API key of the account', async () => {
    const first = await create('order', { url, event_types: ['webhook.test'] })
    const again = await create(
      'order',
      `{ "event_types" : ["webhook.test"],\n "url": "${url}" }`,
      await account.issue(),
    )
    expect([again.status, isReplayed(again), again.data.id]).toEqual([201, true, first.data.id])
  })

  test('creates once when many arrive concurrently, and the others replay the response or get 409 while it runs', async () => {
    const before = await endpointsOf(account)
    const replies = await Promise.all(Array.from({ length: 30 }, () => create('concurrent')))
    const made = replies.filter(({ status }) => status === 201)
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 'conflict')
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
    expect(made.filter((reply) => !isReplayed(reply))).toHaveLength(1)
    expect(await endpointsOf(account)).toBe(before + 1)
    expect(isReplayed(await create('concurrent'))).toBe(true)
  })

  test('uses one unit of the quota, although it was sent twice', async () => {
    const start = () =>
      account.call('POST', `/businesses/${account.owner.business_id}/analyses`, { headers: keyed('analysis') })
    const [first, again] = [await start(), await start()]
    expect([again.status, isReplayed(again)]).toEqual([202, true])
    expect(again.data).toEqual(first.data)
    expect(await countAnalyses(api.database.db, account.owner.business_id)).toBe(1)
    const counters = await storedQuotas(api.database.db, account.owner.account_id)
    expect(counters.map(({ used }) => used)).toEqual([1])
  })

  test('returns the same reply draft', async () => {
    const draft = () =>
      account.call('POST', '/review-replies', {
        body: { review: { rating: 2, text: 'Cold food.' } },
        headers: keyed('draft'),
      })
    const [first, again] = [await draft(), await draft()]
    expect(again.data).toEqual(first.data)
  })

  test('runs the operation again after 24 hours', async () => {
    const first = await create('daily')
    await ageIdempotencyKey(api.database.db, 'daily')
    const later = await create('daily')
    expect([later.status, isReplayed(later)]).toEqual([201, false])
    expect(later.data.id).not.toBe(first.data.id)
  })

  test('is stored with an encrypted response, which shows neither secret nor id', async () => {
    const { data } = await create('stored')
    const [row] = await storedIdempotencyKeys(api.database.db, ['stored'])
    const stored = present(row).response_ciphertext.toString('latin1')
    expect(stored).not.toContain(data.signing_secret.slice(6))
    expect(stored).not.toContain(data.id)
  })
})

describe('409 is returned', () => {
  test('the same key with a different body returns 409, and the first response stays stored', async () => {
    const first = await create('other-body')
    expectError(await create('other-body', { url: `${url}/2` }), 'conflict')
    expect((await create('other-body')).data).toEqual(first.data)
  })

  test('the same key for another resource of the same operation returns 409', async () => {
    const [one, two] = [await create('one'), await create('two')]
    const test1 = (id: string) => account.call('POST', `/webhooks/${id}/test`, { headers: keyed('test') })
    expect((await test1(one.data.id)).status).toBe(202)
    expectError(await test1(two.data.id), 'conflict')
  })

  test('while the first request with the same key is still running', async () => {
    const unlock = await lockAccount(api.database.db, account.owner.account_id)
    try {
      const first = create('slow')
      await expect.poll(async () => (await storedIdempotencyKeys(api.database.db, ['slow'])).length).toBe(1)
      expectError(await create('slow'), 'conflict')
      await unlock()
      expect((await first).status).toBe(201)
    } finally {
      await unlock()
    }
    expect(isReplayed(await create('slow'))).toBe(true)
  })
})

describe('responses that are not stored', () => {
  test('a refusal is not stored, so that the same key runs the operation after the cause was removed', async () => {
    expectError(await create('refused', { url: 'https://10.0.0.1/' }), 'invalid_request')
    expect(isReplayed(await create('refused'))).toBe(false)
  })

  test('a 404 is not stored', async () => {
    const path = `/webhooks/whk_${'0'.repeat(26)}/test`
    for (let sent = 0; sent < 2; sent++)
      expectError(await account.call('POST', path, { headers: keyed('missing') }), 'not_found')
  })

  test('an internal error is not stored, so that the same key runs the operation again', async () => {
    const { db } = api.database
    await withoutTable(db, 'webhook_endpoints', async () => expectError(await create('failure'), 'internal_error'))
    const retried = await create('failure')
    expect([retried.status, isReplayed(retried)]).toEqual([201, false])
  })

  test('a response with the secret of a webhook is deleted with the webhook', async () => {
    const { data } = await create('deleted')
    const { id } = data
    await account.call('POST', `/webhooks/${id}/rotate-secret`, { headers: keyed('rotated') })
    await account.call('POST', `/webhooks/${id}/test`, { headers: keyed('tested') })
    await account.call('DELETE', `/webhooks/${id}`)
    expect(await storedIdempotencyKeys(api.database.db, ['deleted', 'rotated', 'tested'])).toEqual([])
    const again = await create('deleted')
    expect([again.status, isReplayed(again)]).toEqual([201, false])
    expect(again.data.id).not.toBe(id)
  })
})

describe('a key has no effect', () => {
  test('a key has no effect in another account', async () => {
    const mine = await create('shared')
    const theirs = await create('shared', { url }, other)
    expect([theirs.status, isReplayed(theirs)]).toEqual([201, false])
    expect(theirs.data.id).not.toBe(mine.data.id)
  })

  test('a key has no effect in another operation', async () => {
    const { data } = await create('operation')
    const rotated = await account.call('POST', `/webhooks/${data.id}/rotate-secret`, {
      headers: keyed('operation'),
    })
    expect([rotated.status, isReplayed(rotated)]).toEqual([200, false])
  })

  test('a key has no effect on a read', async () => {
    const reply = await account.call('GET', '/webhooks', { headers: keyed('read') })
    expect([reply.status, isReplayed(reply)]).toEqual([200, false])
  })
})

test.each(['', 'a b', 'é', 'x'.repeat(256)])('%j is not a valid key and returns 400', async (key) => {
  expectError(await create(key), 'invalid_request', 'header.idempotency-key')
})

test.each(['x', '!', '~', '"quoted"', 'x'.repeat(255)])('%j is a valid key', async (key) => {
  expect((await create(key)).status).toBe(201)
})
