// @module-tag chromium

import { request, startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { openConsole, openPortal, type PortalPage, portalOf } from '@svc/api/testing/portal'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { setFlag } from '@svc/db/flags'
import { knexOf } from '@svc/db/testing'
import { endSessions, expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { finishDeliveries } from '@svc/db/testing-webhooks'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, phone, problemsOf, problemsOfPages, visit as visitAs } from './browser.ts'
import { hostile } from './records.ts'

// The console for administrators, in a real Chromium, against the real API and PostgreSQL.

const hostileName = hostile('name')

let api: TestApi
let browser: Browser
let administrator: PortalPage
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  browser = await openBrowser()
  administrator = await openConsole(api)
  account = await api.open({ name: hostileName })
  await account.issue({ name: hostileName })
  await openDeadLetters()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

const knex = () => knexOf(api.database.db)

/** Two dead letters of the account, whose receiver chose the response. */
async function openDeadLetters(): Promise<void> {
  const created = await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
  const webhook_id = created.data.id
  for (const _ of [1, 2]) await account.call('POST', `/webhooks/${webhook_id}/test`)
  const ids = await knex()('webhook_deliveries').where({ webhook_id }).pluck('id')
  await finishDeliveries(api.database.db, { webhook_id }, { status: 'dead_lettered', attempt_count: 6 })
  const attempt = { number: 6, started_at: knex().fn.now(), outcome: 'failed', http_status: 503 }
  await knex()('webhook_attempts').insert(
    ids.map((id) => ({ ...attempt, delivery_id: id, response_excerpt: hostileName })),
  )
}

const visit = async () => {
  const { user, password } = administrator
  return visitAs(browser, api.origin, await portalOf(api, user, password), '/portal/admin')
}

describe('an administrator', () => {
  test('finds an account, changes its plan after its effect was stated, and sees the change in the audit log', async () => {
    const { context, page, complaints } = await visit()
    await page.getByLabel('Name or ID').fill('onerror')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: hostileName }).click()
    await page.getByRole('heading', { level: 1, name: hostileName }).waitFor()
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('Starter')
    await page.getByRole('button', { name: 'Change the plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('every key is refused, and deliveries are held').waitFor()
    await dialog.getByRole('button', { name: 'Change the plan' }).click()
    await page.getByRole('cell', { name: 'plan: growth → plan: starter' }).waitFor()
    await page.getByRole('button', { name: 'Grant api_demo' }).click()
    await dialog.getByRole('button', { name: 'Grant api_demo' }).click()
    await page.getByRole('cell', { name: 'api_demo: false → api_demo: true' }).waitFor()
    expect(await page.evaluate("'wasRun' in window")).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('confirms the password, issues a live key that works and is shown once, and revokes it', async () => {
    await setFlag(api.database.db, 'live_keys_enabled', true)
    const tenant = await api.open({ name: 'Brightside Dental' })
    const { context, page, complaints } = await visit()
    await page.goto(`${api.origin}/portal/admin/accounts/${tenant.owner.account_id}`)
    await expirePasswordConfirmation(api.database.db, administrator.user.id)
    await page.getByRole('button', { name: 'Issue a live key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Till')
    await dialog.getByRole('button', { name: 'Issue' }).click()
    await dialog.getByLabel('Password').fill(administrator.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const key = (await page.locator('.secret-text').textContent()) ?? ''
    const use = () => request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': key } })
    expect([key.slice(0, 9), (await use()).status]).toEqual(['svc_live_', 200])
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(key)
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'Till' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    expect(await page.content()).not.toContain(key)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('revoked').waitFor()
    expect((await use()).status).toBe(401)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('counts dead letters before they are resent, with the response of the receiver as text', async () => {
    const { context, page, complaints } = await visit()
    await page.getByRole('link', { name: 'Dead letters' }).click()
    await page.getByRole('cell', { name: hostileName }).first().waitFor()
    await page.getByRole('link', { name: 'https://hooks.rosso-trattoria.nl/svc' }).first().click()
    await page.getByRole('link', { name: 'Show those of all accounts' }).waitFor()
    await page.getByRole('button', { name: 'Resend dead letters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend dead letters of this endpoint' })
    expect(await dialog.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByText('2 dead letters of 1 endpoints would be sent again').waitFor()
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await dialog.getByText('2 deliveries of 1 endpoints are queued').waitFor()
    expect(await page.evaluate("'wasRun' in window")).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is redirected to the sign-in page when the session has expired, and sees an error when the network is lost', async () => {
    const { context, page } = await visit()
    await page.route('**/portal/api/admin/flags', (route) => route.abort())
    await page.getByRole('link', { name: 'Flags' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    await endSessions(api.database.db, administrator.user.id)
    await page.getByRole('link', { name: 'Service' }).click()
    await page.getByRole('heading', { name: 'Administration' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/admin/sign-in')
    await context.close()
  })
})

test('the parts of the service page stay where they are on a phone while others load', async () => {
  const { context, page } = await visit()
  await page.setViewportSize(phone)
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  const others = Promise.withResolvers<void>()
  await page.route('**/portal/api/admin/health', async (route) => {
    await others.promise
    await route.continue()
  })
  await page.goto(`${api.origin}/portal/admin/service`)
  await page.getByRole('columnheader', { name: 'Needed by' }).waitFor()
  await page.getByRole('columnheader', { name: 'Oldest due since' }).waitFor()
  others.resolve()
  await page.getByText('PostgreSQL').waitFor()
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  )
  // The sum that a browser reports as "cumulative layout shift"; up to 0.1 is good.
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.05)
  await context.close()
})

test('a member who opens the console is asked to sign in as an administrator, and sees nothing of it', async () => {
  const member = await openPortal(api, await api.open())
  const { context, page, complaints } = await visitAs(browser, api.origin, member)
  await page.goto(`${api.origin}/portal/admin/flags`)
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a member reads in the audit log what an administrator changed, and filters it', async () => {
  const tenant = await api.open()
  const page_ = await openConsole(api)
  await page_.call('PATCH', `/admin/accounts/${tenant.owner.account_id}`, { body: { plan: 'scale' } })
  const member = await openPortal(api, tenant)
  await member.call('POST', '/keys', { body: { name: 'Laptop' } })
  const { context, page, complaints } = await visitAs(browser, api.origin, member)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('row').filter({ hasText: 'plan: growth → plan: scale' }).getByText('Administrator').waitFor()
  await page.getByRole('cell', { name: member.user.email }).waitFor()
  expect(await page.content()).not.toContain(page_.user.email)
  await page.getByRole('combobox', { name: 'By' }).selectOption('Administrator')
  await page.getByRole('cell', { name: member.user.email }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?actor=administrator')
  expect(await problemsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a client is granted the scope to create the business, after its effect was stated', async () => {
  const { owner } = await api.open({ name: 'New place', withoutBusiness: true })
  await createOAuthClient(api.database.db, api.keyring, owner.account_id, { name: 'Workflow' })
  const { user, password } = administrator
  const session = await portalOf(api, user, password)
  const { context, page } = await visitAs(browser, api.origin, session, `/portal/admin/accounts/${owner.account_id}`)
  await page.getByRole('button', { name: 'Grant businesses:write' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its new tokens can create the business').waitFor()
  await dialog.getByRole('button', { name: 'Grant businesses:write' }).click()
  await page.getByRole('button', { name: 'Revoke businesses:write' }).waitFor()
  expect(await knex()('oauth_clients').where({ account_id: owner.account_id }).pluck('creates_business')).toEqual([
    true,
  ])
  await context.close()
})

test('the owner of an account without a business creates it on the first page, and then sees the overview', async () => {
  const empty = await api.open({ name: 'New place', withoutBusiness: true })
  const { context, page, complaints } = await visitAs(browser, api.origin, await openPortal(api, empty), '/portal/keys')
  await page.getByLabel('Name').fill('Rosso Trattoria')
  await page.getByLabel('Country').fill('nl')
  expect(await problemsOf(page)).toEqual([])
  await page.getByLabel('Time zone').fill('Europe/Amsterdam')
  await page.getByRole('button', { name: 'Create the business' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

describe('every page of the console', () => {
  const paths = () => [
    'admin',
    `admin/accounts/${account.owner.account_id}`,
    'admin/dead-letters',
    'admin/flags',
    'admin/service',
    'admin/audit-log',
  ]

  test('meets WCAG 2.2 AA and does not scroll sideways, on a desktop and a phone, in light and dark', async () => {
    const { context, page, complaints } = await visit()
    const urls = paths().map((path) => `${api.origin}/portal/${path}`)
    expect(await problemsOfPages(page, urls)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
