import { updateAccount } from '@svc/db/accounts'
import { planCapacities } from '@svc/limits/plans'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  account = await api.open()
})

const create = (body: unknown, reader = account) =>
  reader.call('POST', `/businesses/${reader.owner.business_id}/competitors`, { body })

test('a competitor is created with the trade of the business, read under its Location, renamed and removed', async () => {
  const created = await create({ name: 'Trattoria Sole', distance_m: 1420 })
  expect([created.status, created.data]).toMatchObject([
    201,
    { name: 'Trattoria Sole', trade: 'restaurant', website: null, distance_m: 1420, sources: [] },
  ])
  const { id } = created.data
  expect(created.headers.get('location')).toBe(`/api/public/v1/competitors/${id}`)
  expect((await account.call('GET', `/competitors/${id}`)).data).toEqual(created.data)

  const change = { name: 'Trattoria Luna', website: 'https://www.luna.nl/' }
  const renamed = await account.call('PATCH', `/competitors/${id}`, { body: change })
  expect(renamed.data).toEqual({ ...created.data, ...change })

  const removed = await account.call('DELETE', `/competitors/${id}`)
  expect([removed.status, removed.data]).toEqual([200, { id, deleted: true }])
  for (const method of ['GET', 'DELETE']) expectError(await account.call(method, `/competitors/${id}`), 'not_found')
  expectError(await account.call('PATCH', `/competitors/${id}`, { body: change }), 'not_found')
  const list = await account.call('GET', `/businesses/${account.owner.business_id}/competitors`)
  expect(list.data).toEqual([])
})

test('a business tracks competitors up to the capacity of its plan; beyond it 429 names the limit until one is removed', async () => {
  const starter = await api.open({ plan: 'starter' })
  await updateAccount(api.database.db, starter.owner.account_id, { api_demo: true })
  const { competitors: limit } = planCapacities.starter
  const ids: string[] = []
  for (let n = 0; n < limit; n++) ids.push((await create({ name: `Competitor ${n}` }, starter)).data.id)
  const refused = await create({ name: 'One more' }, starter)
  expectError(refused, 'rate_limited', 'quota.competitors')
  expect(refused.details[0]?.message).toBe(`${limit} of ${limit} are in use`)
  expect((await starter.call('GET', '/account')).data.capacities).toContainEqual({
    name: 'competitors',
    limit,
    used: limit,
    remaining: 0,
  })
  await starter.call('DELETE', `/competitors/${ids[0]}`)
  expect((await create({ name: 'One more' }, starter)).status).toBe(201)
})

test('a competitor that does not match the schema is refused with the path', async () => {
  for (const [body, path] of [
    [{}, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: 'a\u0000b' }, 'body.name'],
    [{ name: 'A', website: 'ftp://a.example/' }, 'body.website'],
    [{ name: 'A', website: 'https://a b.example/' }, 'body.website'],
    [{ name: 'A', distance_m: -1 }, 'body.distance_m'],
    [{ name: 'A', trade: 'circus' }, 'body.trade'],
    [{ name: 'A', rating: 5 }, 'body.rating'],
  ] as const)
    expectError(await create(body), 'invalid_request', path)
})
