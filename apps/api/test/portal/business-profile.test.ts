import type { OperationFacts } from '@generated/contract/operations'
import { operations as portalOperations } from '@generated/portal/operations'
import portalDocument from '@generated/portal/portal.json' with { type: 'json' }
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { fromOwnPage, openPortal, type PortalPage, portalPath } from './portal-client.ts'
import { connectLocation } from './profile-fixtures.ts'

let api: TestApi
let account: TestAccount
let reviewId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await setFlag(api.database.db, profileFlag, true)
  account = await api.open()
  reviewId = await connectLocation(api, account.owner)
})

const knex = () => knexOf(api.database.db)
const text = 'We are sorry for the wait.'

async function draftOf(page: PortalPage): Promise<string> {
  const created = await page.call('POST', '/business-profile/replies', { body: { review_id: reviewId, text } })
  expect([created.status, created.data.state]).toEqual([201, 'draft'])
  return created.data.id
}

/** The operations of the feature, by their tag; the service recognizes them by their path. */
const profileRows = Object.values<OperationFacts>(portalOperations)
  .filter(({ method, path }) =>
    Reflect.get(Reflect.get(portalDocument.paths, path), method).tags.includes('Business profile'),
  )
  .map(({ method, path }) => [method.toUpperCase(), path] as const)
const anyReply = 'bpr_01kjpy44e0ejn9fs0zhj02ddtc'

test('the tests below cover more than ten operations of the business profile', () => {
  expect(profileRows.length).toBeGreaterThan(10)
})

test.each(profileRows)(
  'while the flag is off, %s %s does not exist for an owner, without a session or with a key',
  async (method, path) => {
    const page = await openPortal(api, account)
    await setFlag(api.database.db, profileFlag, false)
    const target = path.replace('{id}', anyReply)
    const byOwner = await page.call(method, target, method === 'GET' ? {} : { body: { text } })
    const url = `${api.origin}${portalPath}${target}`
    const bySomeone = await request(url, method, { headers: fromOwnPage })
    const byKey = await request(url, method, { headers: { ...fromOwnPage, 'X-API-Key': account.key } })
    expect([byOwner, bySomeone, byKey].map(({ status, error }) => [status, error.code])).toEqual(
      Array(3).fill([404, 'not_found']),
    )
  },
)

test.each(profileRows)(
  'while the flag is off for one account, %s %s does not exist for its owners and viewers, with any input',
  async (method, path) => {
    await setFlag(api.database.db, profileFlag, false, account.owner.account_id)
    const target = path.replace('{id}', anyReply)
    const input = method === 'GET' ? {} : { body: { unknown_field: text } }
    const pages = [await openPortal(api, account), await openPortal(api, account, 'viewer')]
    const replies = await Promise.all(pages.map((page) => page.call(method, target, input)))
    expect(replies.map(({ status, error }) => [status, error.code])).toEqual(Array(2).fill([404, 'not_found']))
  },
)

test('the connection is shown with its progress', async () => {
  const page = await openPortal(api, account, 'viewer')
  const { data } = await page.call('GET', '/business-profile')
  expect(data).toMatchObject({
    location: 'accounts/1/locations/2',
    problem: null,
    running_scan: null,
    scanned_count: 0,
  })
})

test('a reply is written, edited, approved and taken back, and both approvals are in the audit log', async () => {
  const page = await openPortal(api, account)
  const id = await draftOf(page)
  const again = await page.call('POST', '/business-profile/replies', { body: { review_id: reviewId, text } })
  expect([again.status, again.error.code]).toEqual([409, 'conflict'])

  const approved = await page.call('POST', `/business-profile/replies/${id}/approval`, { body: { text } })
  expect(approved.data).toMatchObject({ state: 'approved', approved_at: expect.any(String) })
  const edited = await page.call('PATCH', `/business-profile/replies/${id}`, { body: { text: 'Thank you.' } })
  expect(edited.data).toMatchObject({ state: 'draft', text: 'Thank you.', approved_at: null })
  const stale = await page.call('POST', `/business-profile/replies/${id}/approval`, { body: { text } })
  expect([stale.status, stale.error.code]).toEqual([409, 'conflict'])
  await page.call('POST', `/business-profile/replies/${id}/approval`, { body: { text: 'Thank you.' } })
  const withdrawn = await page.call('POST', `/business-profile/replies/${id}/withdrawal`)
  expect(withdrawn.data).toMatchObject({ state: 'withdrawn' })
  const late = await page.call('PATCH', `/business-profile/replies/${id}`, { body: { text } })
  expect(late.status).toBe(409)

  const listed = await page.call('GET', '/business-profile/replies')
  expect(listed.data.map((reply) => reply.id)).toEqual([id])
  const log = await page.call('GET', '/audit-log')
  expect(log.data.map(({ action }) => action)).toEqual(['reply.withdrawn', 'reply.approved', 'reply.approved'])
})

test('the approval row holds the person, the session and the hash of the exact text', async () => {
  const page = await openPortal(api, account, 'developer')
  const id = await draftOf(page)
  await page.call('POST', `/business-profile/replies/${id}/approval`, { body: { text } })
  const { id: session_id } = (await page.call('GET', '/session')).data
  const [approval] = await knex()('business_profile_approvals').where({ reply_id: id })
  expect(approval).toMatchObject({ user_id: page.user.id, session_id })
  const { rows } = await knex().raw("select sha256(convert_to(?, 'UTF8')) as hash", [text])
  expect(approval.text_hash).toEqual(rows[0].hash)
})

test('a text of more than 4096 bytes and an unknown review are refused', async () => {
  const page = await openPortal(api, account)
  const long = await page.call('POST', '/business-profile/replies', {
    body: { review_id: reviewId, text: 'é'.repeat(2_049) },
  })
  expect([long.status, long.details[0]?.path]).toEqual([400, 'body.text'])
  const unknown = await page.call('POST', '/business-profile/replies', {
    body: { review_id: 'rev_01kjpy44e0ejn9fs0zhj02ddtc', text },
  })
  expect(unknown.status).toBe(404)
})

describe('never without a human', () => {
  const approvals = async (id: string) => knex()('business_profile_approvals').where({ reply_id: id })

  test('an approval needs a password that was confirmed in the last ten minutes', async () => {
    const page = await openPortal(api, account)
    const id = await draftOf(page)
    await expirePasswordConfirmation(api.database.db, page.user.id)
    const path = `/business-profile/replies/${id}/approval`
    const refused = await page.call('POST', path, { body: { text } })
    expect([refused.status, refused.details[0]?.path]).toEqual([403, 'header.cookie.password_confirmation'])
    expect(await approvals(id)).toEqual([])
    await page.call('POST', '/session/password-confirmation', { body: { password: page.password } })
    expect((await page.call('POST', path, { body: { text } })).status).toBe(200)
  })

  test.each([
    ['a viewer', async () => openPortal(api, account, 'viewer')],
    ['an owner of another account', async () => openPortal(api, await api.open())],
  ])('%s cannot approve a reply, and is refused with 403 or 404', async (_name, open) => {
    const id = await draftOf(await openPortal(api, account))
    const page = await open()
    const refused = await page.call('POST', `/business-profile/replies/${id}/approval`, { body: { text } })
    expect([403, 404]).toContain(refused.status)
    expect(await approvals(id)).toEqual([])
  })

  test('a key and an access token approve nothing', async () => {
    const id = await draftOf(await openPortal(api, account))
    const url = `${api.origin}${portalPath}/business-profile/replies/${id}/approval`
    for (const headers of [{ 'X-API-Key': account.key }, { Authorization: `Bearer ${account.key}` }]) {
      const refused = await request(url, 'POST', { body: { text }, headers: { ...fromOwnPage, ...headers } })
      expect(refused.status).toBe(401)
    }
    expect(await approvals(id)).toEqual([])
  })
})
