import { randomBytes } from 'node:crypto'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import {
  claimAccountExports,
  exportPartContext,
  finishAccountExport,
  requestAccountExport,
  storeExportPart,
} from '@svc/db/account-exports'
import { operatorActor } from '@svc/db/audit-log'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { present } from '@svc/http/testing-reply'
import { partBytes } from '@svc/runtime/parts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDriver } from '../oauth/oauth-client.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { openPortal, type PortalPage, portalOf } from './portal-client.ts'

// Settings of an owner: retention, exports and deletion of the account. No worker runs here.

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

/** Lets the confirmation of the password expire in every session of the member. */
const expireConfirmation = ({ user }: PortalPage) => expirePasswordConfirmation(api.database.db, user.id)

/** The entries of the audit log of the account about this member, newest first. */
const auditOf = async ({ user }: PortalPage) =>
  knex()('audit_log')
    .where({ actor_id: user.id })
    .orderBy('id', 'desc')
    .select('action', 'subject_id', 'before', 'after')

/** A completed export with a file of one whole part and a short one, as a worker stores it. */
async function completeExport({ owner }: Pick<TestAccount, 'owner'>) {
  const { db } = api.database
  const { id } = await requestAccountExport(db, operatorActor, owner.account_id)
  const content = randomBytes(partBytes + 1_000)
  const claims = await claimAccountExports(db, {
    workerId: 'worker',
    limit: 10,
    leaseMs: 60_000,
    perGroupMax: 1,
    perAccountMax: 1,
  })
  const claimed = claims.find((one) => one.id === id)
  if (!claimed) throw new Error('The export was not claimed.')
  for (const [number, part] of [content.subarray(0, partBytes), content.subarray(partBytes)].entries()) {
    const sealed = api.keyring.encrypt('encryption', part, exportPartContext(claimed.id, number))
    await storeExportPart(db, claimed, { number, sizeBytes: part.length, recordCount: 1, sealed })
  }
  await finishAccountExport(db, claimed, { status: 'completed', recordCount: 2 })
  return { id, content }
}

test('an owner sets how long reviews are kept, and only with a fresh password', async () => {
  const account = await api.open()
  const owner = await openPortal(api, account)
  const set = (days: number | null) =>
    owner.call('PUT', '/account/review-retention', { body: { review_retention_days: days } })
  expect((await set(395)).data).toEqual({ review_retention_days: 395 })
  expect((await account.call('GET', '/account')).data.review_retention_days).toBe(395)
  expect((await set(395)).status).toBe(200)
  expect((await set(0)).status).toBe(400)
  await expireConfirmation(owner)
  expect((await set(null)).details[0]?.path).toBe('header.cookie.password_confirmation')
  expect((await account.call('GET', '/account')).data.review_retention_days).toBe(395)
  expect(await auditOf(owner)).toEqual([
    {
      action: 'account.retention_changed',
      subject_id: null,
      before: { review_retention_days: null },
      after: { review_retention_days: 395 },
    },
  ])
})

test('the contents of an account are counted kind by kind', async () => {
  const account = await api.open()
  const owner = await openPortal(api, account)
  await account.call('POST', `/businesses/${account.owner.business_id}/reviews`, {
    body: { reviews: [{ source_id: 'a', rating: 5 }] },
  })
  const { id } = (await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } }))
    .data
  await account.call('POST', `/webhooks/${id}/test`)
  const { data } = await owner.call('GET', '/account/contents')
  const counts = Object.fromEntries(data.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))
  expect(counts).toMatchObject({ reviews: 1, webhooks: 1, webhook_deliveries: 1, api_keys: 1, members: 1, analyses: 0 })
})

describe('an export', () => {
  test('is made once at a time, and replaces an earlier one that is complete', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    const first = await owner.call('POST', '/account/exports')
    expect([first.status, first.data.status]).toEqual([202, 'queued'])
    expect((await owner.call('POST', '/account/exports')).data.id).toBe(first.data.id)
    expect(await auditOf(owner)).toMatchObject([{ action: 'account.export_requested', subject_id: first.data.id }])
    const { id } = await completeExport(account)
    expect(id).toBe(first.data.id)
    const second = await owner.call('POST', '/account/exports')
    expect((await owner.call('GET', '/account/exports')).data).toEqual([second.data])
  })

  test('an export can only be downloaded in the session that requested it', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    const { id, content } = await completeExport(account)
    const linked = await owner.call('POST', `/account/exports/${id}/link`)
    const url = api.origin + linked.data.path
    const load = (cookie: string, headers = {}, from = url) => fetch(from, { headers: { Cookie: cookie, ...headers } })
    const whole = await load(owner.cookie)
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="export-[0-9-]+\.ndjson\.gz"$/)
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    const rest = await load(owner.cookie, { Range: `bytes=${partBytes - 5}-`, 'If-Range': whole.headers.get('etag') })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${partBytes - 5}-${content.length - 1}/${content.length}`,
    ])
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(partBytes - 5))).toBe(true)

    const otherBrowser = await portalOf(api, owner.user, owner.password)
    const stranger = await openPortal(api, await api.open())
    const later = url.replace(/expires=\d+/, `expires=${Date.now() + 9_999_999}`)
    for (const [cookie, from] of [[otherBrowser.cookie], [stranger.cookie], [''], [owner.cookie, later]] as const) {
      const refused = await load(cookie ?? '', {}, from)
      expect(refused.status).toBe(404)
      expect(await refused.text()).toContain('"not_found"')
    }
    expect((await stranger.call('POST', `/account/exports/${id}/link`)).status).toBe(404)
    await expireConfirmation(owner)
    expect((await owner.call('POST', `/account/exports/${id}/link`)).status).toBe(403)
  })

  test('an incomplete export has no link', async () => {
    const owner = await openPortal(api, await api.open())
    const { id } = (await owner.call('POST', '/account/exports')).data
    expect((await owner.call('POST', `/account/exports/${id}/link`)).status).toBe(404)
  })
})

describe('the deletion of an account', () => {
  test('a deletion immediately ends all sessions, keys and tokens, and begins the erasure', async () => {
    const account = await api.open({ name: 'Ресторан 餐厅' })
    const { db } = api.database
    const owner = await openPortal(api, account)
    const viewer = await openPortal(api, account, 'viewer')
    const client = await createOAuthClient(db, api.keyring, account.owner.account_id, { name: 'Sync' })
    const driver = createDriver(api, account)
    const token = await driver.tokenOf({ id: client.record.id, secret: present(client.client_secret) })
    const withToken = () => driver.call(token)
    expect((await withToken()).status).toBe(200)

    const deleted = await owner.call('POST', '/account/deletion', { body: { name: 'Ресторан 餐厅' } })
    expect([deleted.status, deleted.data.name]).toEqual([202, 'Ресторан 餐厅'])
    expect(deleted.headers.getSetCookie().join()).toContain('svc_session=;')
    const statuses = [
      (await owner.call('GET', '/session')).status,
      (await viewer.call('GET', '/session')).status,
      (await account.call('GET', '/businesses')).status,
      (await withToken()).status,
    ]
    expect(statuses).toEqual([401, 401, 401, 401])
    const [row] = await knex()('accounts').where({ id: account.owner.account_id }).select('erasing_since')
    expect(row.erasing_since).not.toBeNull()
    expect(await auditOf(owner)).toMatchObject([{ action: 'account.deletion_requested', subject_id: null }])
  })

  test('needs the name of the account and a fresh password', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    const remove = (name: string) => owner.call('POST', '/account/deletion', { body: { name } })
    expect((await remove('rosso trattoria')).details[0]?.path).toBe('body.name')
    await expireConfirmation(owner)
    expect((await remove('Rosso Trattoria')).details[0]?.path).toBe('header.cookie.password_confirmation')
    expect((await account.call('GET', '/businesses')).status).toBe(200)
  })
})

test('durations are the median and the 95th percentile of each hour or day', async () => {
  const account = await api.open()
  const owner = await openPortal(api, account)
  await account.call('GET', '/businesses')
  await api.api.usage.flush()
  const [event] = await knex()('usage_events').where({ account_id: account.owner.account_id })
  await knex().transaction(async (transaction) => {
    await transaction.raw("set local svc.purges_usage_events = 'on'")
    await transaction('usage_events').where({ account_id: account.owner.account_id }).delete()
  })
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...event,
    id: event.id.slice(0, -3) + String(index).padStart(3, '0'),
    actor: JSON.stringify(event.actor),
    duration_ms: index + 1,
  }))
  await knex()('usage_events').insert(rows)
  const queries = { hour: '', day: '?interval=day' } as const
  for (const [interval, query] of Object.entries(queries)) {
    const { data } = await owner.call('GET', `/request-durations${query}`)
    expect(data).toMatchObject({ interval, requests: 100, p50_ms: 50, p95_ms: 95 })
    expect(data.points).toMatchObject([{ requests: 100, p50_ms: 50, p95_ms: 95 }])
    expect(Date.parse(data.to)).toBeGreaterThan(Date.parse(present(data.points[0]).start))
  }
})
