// @module-tag chromium

import { eventTypes } from '@generated/contract/enums'
import { request, startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { openPortal, type PortalPage, signInLinkOf } from '@svc/api/testing/portal'
import { knexOf } from '@svc/db/testing'
import { endSessions, expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { disableAsFailing } from '@svc/db/testing-webhooks'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openBrowser,
  openContext,
  openPage,
  problemsOf,
  problemsOfPages,
  scrollsSideways,
  visit as visitAs,
} from './browser.ts'
import { hostile } from './records.ts'

// The built pages, in a real Chromium, against the real API and PostgreSQL.

const hostileName = hostile('key')

let api: TestApi
let browser: Browser

beforeAll(async () => {
  api = await startTestApi()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

const failedAttempt = {
  number: 1,
  started_at: '2026-11-20T09:12:40.118Z',
  duration_ms: 212,
  outcome: 'failed',
  phase: 'response',
  error: 'http_status',
  http_status: 503,
  timings: { dns_ms: 4, connect_ms: 17, tls_ms: 31, first_byte_ms: 148 },
  response_excerpt: 'Service is down for maintenance',
}

const visit = (member: PortalPage) => visitAs(browser, api.origin, member)

describe('an owner', () => {
  test('creates a key that works, is shown once, and revokes it', async () => {
    const account = await api.open()
    const { context, page, complaints } = await visit(await openPortal(api, account))
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create a test key' }).click()
    await page.getByLabel('Name').fill(hostileName)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const key = (await page.locator('.secret-text').textContent()) ?? ''
    const use = () => request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': key } })
    expect((await use()).status).toBe(200)

    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(key)
    await page.reload()
    await page.getByRole('cell', { name: hostileName }).waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await page.evaluate("'wasRun' in window")).toBe(false)

    const row = page.getByRole('row').filter({ hasText: hostileName })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('revoked').waitFor()
    expect((await use()).status).toBe(401)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('adds a webhook endpoint, sends a test and follows its delivery', async () => {
    const account = await api.open()
    const { context, page, complaints } = await visit(await openPortal(api, account))
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByLabel('URL').fill('https://localhost/hook')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('URL').fill('https://hooks.rosso-trattoria.nl/svc')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await page.locator('.secret-text').textContent()).toMatch(/^whsec_/)

    await page.getByRole('link', { name: 'https://hooks.rosso-trattoria.nl/svc' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Attempts per minute').fill('60')
    await page.getByRole('dialog').getByText('analysis.failed', { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [endpoint] = (await account.call('GET', '/webhooks')).data
    expect(endpoint).toMatchObject({
      event_types: eventTypes.filter((type) => type !== 'analysis.failed'),
      max_attempts_per_minute: 60,
    })

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('link', { name: 'Show the delivery' }).click()
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor()
    await page.getByText('No attempt was made yet.').waitFor()
    const delivery_id = page.url().split('/').at(-1)
    await knexOf(api.database.db)('webhook_attempts').insert({ ...failedAttempt, delivery_id })
    await page.reload()
    await page.getByText('Service is down for maintenance').waitFor()
    expect(
      await page
        .getByRole('definition')
        .filter({ hasText: /^\d+ ms$/ })
        .allTextContents(),
    ).toEqual(['4 ms', '17 ms', '31 ms', '148 ms'])
    await page.getByText('Request headers').click()
    await page.getByText(`X-SVC-Delivery-Id: ${delivery_id}`).waitFor()
    expect(await problemsOf(page)).toEqual([])

    await disableAsFailing(api.database.db, { account_id: account.owner.account_id })
    await page.goto(`${api.origin}/portal/webhooks`)
    await page.getByRole('cell', { name: 'disabled' }).waitFor()
    await page.getByRole('link', { name: 'https://hooks.rosso-trattoria.nl/svc' }).click()
    const why = page.getByRole('region', { name: 'Why the endpoint is disabled' })
    await why.getByText('The service disabled this endpoint').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Enable' }).click()
    await why.waitFor({ state: 'detached' })
    await page.getByText('Enabled', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('reads what each event contains, and finds the endpoints that receive it', async () => {
    const account = await api.open()
    const endpoints = { all: eventTypes, reports: ['report.generated'] }
    for (const [name, event_types] of Object.entries(endpoints))
      await account.call('POST', '/webhooks', {
        body: { url: `https://hooks.rosso-trattoria.nl/${name}`, event_types },
      })
    const { context, page, complaints } = await visit(await openPortal(api, account))
    await page.goto(`${api.origin}/portal/webhooks`)
    await page.getByRole('link', { name: 'What each event contains' }).click()
    for (const type of eventTypes) {
      const event = page.getByRole('region', { name: type, exact: true })
      await event.getByText(`"${type}"`, { exact: true }).waitFor()
      await event.getByText(`"type": "${type}"`).waitFor()
    }
    await page.getByRole('link', { name: 'Endpoints that receive analysis.failed' }).click()
    await page.getByRole('link', { name: /nl\/all/ }).waitFor()
    await page.getByRole('link', { name: /nl\/reports/ }).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('?event_type=analysis.failed')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('changes the role of a member only after confirming it', async () => {
    const account = await api.open()
    const other = await openPortal(api, account, 'developer')
    const { context, page, complaints } = await visit(await openPortal(api, account))
    await page.getByRole('link', { name: 'Members' }).click()
    const row = page.getByRole('row').filter({ hasText: other.user.email })
    const session = () => other.call('GET', '/session')
    await row.getByRole('combobox').selectOption('Owner')
    await row.getByRole('button', { name: 'Change the role' }).click()
    const dialog = page.getByRole('dialog', { name: `Change the role of ${other.user.email}?` })
    await dialog.getByText('From Developer to Owner.').waitFor()
    expect((await session()).data.user.role).toBe('developer')
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await row.getByRole('button', { name: 'Change the role' }).waitFor({ state: 'detached' })
    expect(await row.getByRole('combobox').inputValue()).toBe('owner')
    expect((await session()).status).toBe(401)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('finds a request in the logs, with filters in the address', async () => {
    const account = await api.open()
    await account.call('GET', '/businesses')
    await account.call('GET', '/webhooks/whk_01m7w22vvmf118w65p6ac3tqxv')
    const { context, page, complaints } = await visit(await openPortal(api, account))
    await page.goto(`${api.origin}/portal/logs?status=4xx`)
    await page.getByRole('button', { name: 'GET /webhooks/{id}' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'not_found' }).waitFor()
    expect(await dialog.getByRole('link', { name: 'getWebhook' }).getAttribute('href')).toContain('/docs/reference#')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'GET /businesses', exact: true }).waitFor({ state: 'detached' })

    await page.goto(`${api.origin}/portal/logs`)
    await page.getByRole('button', { name: 'GET /businesses', exact: true }).waitFor()
    const before = '2020-06-01T09:30'
    await page.getByLabel(/^Before/).fill(before)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('No request matches the filters').waitFor()
    // The browser is in the time zone of this process.
    expect(new URL(page.url()).searchParams.get('until')).toContain(new Date(before).toISOString())
    await page.getByRole('link', { name: 'Show all requests' }).click()
    await page.getByRole('button', { name: 'GET /businesses', exact: true }).waitFor()
    expect(await page.getByLabel(/^Before/).inputValue()).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('confirms the password where an operation needs it', async () => {
    const account = await api.open()
    const member = await openPortal(api, account)
    const { context, page } = await visit(member)
    await expirePasswordConfirmation(api.database.db, member.user.id)
    await page.getByRole('link', { name: 'OAuth clients' }).click()
    await page.getByRole('button', { name: 'Create a client' }).click()
    await page.getByLabel('Name').fill('Nightly sync')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByLabel('Password').fill(member.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('.secret-text').waitFor()
    await context.close()
  })
})

describe('a person', () => {
  test('who only views gets no button that changes anything', async () => {
    const account = await api.open()
    await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
    const { context, page } = await visit(await openPortal(api, account, 'viewer'))
    for (const path of ['keys', 'clients', 'webhooks', 'members']) {
      await page.goto(`${api.origin}/portal/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('body:not(:has(.loading))').waitFor()
      const names = await page.locator('main button').allTextContents()
      expect([path, names]).toEqual([path, []])
    }
    await context.close()
  })

  test('whose session ends signs in again and comes back to the same page', async () => {
    const account = await api.open()
    const member = await openPortal(api, account)
    const { context, page } = await visit(member)
    await endSessions(api.database.db, member.user.id)
    await page.goto(`${api.origin}/portal/logs?status=4xx`)
    await page.getByLabel('Email').fill(member.user.email)
    await page.getByLabel('Password').fill(member.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Logs' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?status=4xx')
    await context.close()
  })

  test('a lost network is shown, and the user can try again', async () => {
    const account = await api.open()
    const { context, page } = await visit(await openPortal(api, account))
    await page.route('**/portal/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('The server cannot be reached.').first().waitFor()
    await page.unroute('**/portal/api/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('cell', { name: 'Owner', exact: true }).waitFor()
    await context.close()
  })

  test('a sign-out that does not reach the server says so, and can be repeated', async () => {
    const account = await api.open()
    const { context, page } = await visit(await openPortal(api, account))
    await page.route('**/portal/api/session', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/portal/api/session')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await context.close()
  })

  test('signing out in one tab hides the data in the others, and signing in again returns to the page', async () => {
    const account = await api.open()
    const member = await openPortal(api, account)
    const { context, page, complaints } = await visit(member)
    const other = await context.newPage()
    await other.goto(`${api.origin}/portal/keys`)
    await other.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.getByRole('heading', { name: 'API keys' }).waitFor({ state: 'detached' })
    await other.getByLabel('Email').fill(member.user.email)
    await other.getByLabel('Password').fill(member.password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('heading', { name: 'API keys' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees why a wrong password does not sign them in', async () => {
    const account = await api.open()
    const member = await openPortal(api, account)
    const context = await openContext(browser)
    const page = await context.newPage()
    await page.goto(`${api.origin}/portal`)
    await page.getByLabel('Email').fill(member.user.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The email or the password is incorrect.').waitFor()
    await context.close()
  })

  test('sees below a field why its value is refused, and continues in the first such field', async () => {
    const context = await openContext(browser)
    const page = await context.newPage()
    await page.goto(`${api.origin}/portal/sign-in`)
    const problems = page.locator('.field .problem')
    await page.getByLabel('Email').fill('nobody')
    expect(await problems.count()).toBe(0)
    await page.getByLabel('Password').focus()
    await problems.getByText('@').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => problems.count()).toBe(2)
    const focused = await page.evaluate(`[
      document.activeElement.autocomplete,
      document.activeElement.ariaInvalid,
      document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent.includes('@'),
    ]`)
    expect(focused).toEqual(['username', 'true', true])
    expect(await problemsOf(page)).toEqual([])
    await page.getByLabel('Email').fill('nobody@rosso-trattoria.example')
    await expect.poll(() => problems.count()).toBe(1)
    await context.close()
  })
})

describe('a link to set the password', () => {
  test('signs in, is never sent in a URL, and is refused with the reason when it is opened again', async () => {
    const member = await openPortal(api, await api.open())
    const url = await signInLinkOf(api, member.user)
    const token = url.split('#')[1] ?? ''
    const context = await openContext(browser)
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (one) => sent.push(one.url(), one.headers().referer ?? ''))
    await page.goto(url)
    await page.getByLabel('New password').fill('nine purple trains at dawn')
    await expect.poll(() => page.url()).toBe(`${api.origin}/portal/set-password`)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.locator('#content').waitFor()
    // Chromium reports the URL of a document with its fragment, and sends it without.
    expect(sent.filter((one) => one.includes(token) && one !== url)).toEqual([])

    const another = await context.newPage()
    await another.goto(url)
    await another.getByLabel('New password').fill('ten green trains at dusk')
    await another.getByRole('button', { name: 'Set the password' }).click()
    await another.getByText('This link was used or has expired.').waitFor()
    await context.close()
  })

  test('opens a page that meets WCAG 2.2 AA, on a desktop and a phone, in light and dark', async () => {
    const context = await openContext(browser)
    const page = await context.newPage()
    for (const fragment of ['', `#${'x'.repeat(43)}`]) {
      await page.goto(`${api.origin}/portal/set-password?again=${fragment.length}${fragment}`)
      await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
      await page.locator(fragment === '' ? '.problem' : 'form').waitFor()
      expect(await problemsOf(page)).toEqual([])
    }
    await context.close()
  })
})

describe('every page', () => {
  let account: TestAccount
  let member: PortalPage
  const paths: string[] = ['', 'keys', 'clients', 'webhooks', 'event-types', 'logs', 'members', 'security', 'settings']

  beforeAll(async () => {
    account = await api.open({ name: `Ресторан 餐厅 مطعم ${'Très long '.repeat(8)}` })
    member = await openPortal(api, account)
    await openPortal(api, account, 'viewer')
    await account.call('GET', '/webhooks/whk_01m7w22vvmf118w65p6ac3tqxv')
    const webhook = await account.call('POST', '/webhooks', {
      body: { url: `https://hooks.rosso-trattoria.nl/${'long/'.repeat(40)}`, description: hostileName },
    })
    const sent = await account.call('POST', `/webhooks/${webhook.data.id}/test`)
    await member.call('POST', '/account/exports')
    await api.api.usage.flush()
    paths.push(`webhooks/${webhook.data.id}`, `deliveries/${sent.data.id}`)
  })

  test('meets WCAG 2.2 AA and does not scroll sideways, on a desktop and a phone, in light and dark', async () => {
    const { context, page, complaints } = await visit(member)
    const urls = paths.map((path) => `${api.origin}/portal/${path}`)
    expect(await problemsOfPages(page, urls)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('fits a narrower screen at once, before a chart has been drawn for it', async () => {
    const { context, page } = await visit(member)
    // An observer that never reports: every chart keeps the width that it was drawn with.
    await page.addInitScript('window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }')
    await openPage(page, `${api.origin}/portal`)
    await page.locator('canvas').first().waitFor()
    expect(await scrollsSideways(page)).toEqual([])
    await context.close()
  })

  test('is sent with a policy that runs nothing from elsewhere, and cannot be framed', async () => {
    for (const path of ['/portal', '/portal/keys', '/portal/unknown/page']) {
      const response = await fetch(`${api.origin}${path}`)
      const html = await response.text()
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
      const policy = response.headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(policy).not.toMatch(/unsafe|https?:/)
      expect(html).not.toMatch(/<script(?![^>]*src=)/)
    }
  })

  test('loads files that caches may keep for ever, and never a missing one', async () => {
    const page = await (await fetch(`${api.origin}/portal`)).text()
    const [, script = ''] = /src="([^"]+)"/.exec(page) ?? []
    const response = await fetch(api.origin + script)
    await response.arrayBuffer()
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await request(`${api.origin}/portal/assets/missing.js`, 'GET')).status).toBe(404)
  })
})
