// @module-tag chromium

import { startTestApi, type TestApi } from '@svc/api/testing'
import { openConsole, openPortal } from '@svc/api/testing/portal'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit } from './browser.ts'

// Every page while the server refuses requests or cannot be reached: the same steps on each.

let api: TestApi
let browser: Browser

beforeAll(async () => {
  api = await startTestApi()
  await setFlag(api.database.db, profileFlag, true)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

const requestId = 'req_01m7w22vvmf118w65p6ac3tqxv'

/** A response that the server has for any operation. */
const refusal = (status: number, code: string, message: string) => ({
  status,
  json: {
    error: { code, message },
    meta: { request_id: requestId, rate_limit: { limit: 600, remaining: 0, reset_s: 9 } },
  },
})

const forbidden = refusal(403, 'forbidden', 'Your role does not allow this. Ask an owner of the account.')
const limited = refusal(429, 'rate_limited', 'Too many requests. Try again in 9 seconds.')
const expired = refusal(401, 'unauthorized', 'Sign in to continue.')

const unknown = '01m7w22vvmf118w65p6ac3tqxv'
const accountPages = ['', 'keys', 'clients', 'webhooks', 'logs', 'members', 'security', 'settings', 'audit-log']
const reviewPages = [
  'reviews',
  'review-imports',
  'competitors',
  'analyses',
  'recommendations',
  'reports',
  'review-replies',
]
const profilePages = ['', '/location', '/replies', '/approval', '/history'].map((path) => `business-profile${path}`)
const details = [
  `webhooks/whk_${unknown}`,
  `deliveries/whd_${unknown}`,
  `reviews/rev_${unknown}`,
  `review-imports/imp_${unknown}`,
  `analyses/ana_${unknown}`,
  `reports/rep_${unknown}`,
]
const consoleLists = ['admin', 'admin/dead-letters', 'admin/flags', 'admin/service', 'admin/audit-log']
const consolePages = [...consoleLists, `admin/accounts/acc_${unknown}`]

/** Responds to every request of a page but those for its session; undefined: the server does. */
async function respond(page: Page, how: ((route: Route) => Promise<void>) | undefined): Promise<void> {
  const requests = /\/portal\/api\/(?!(admin\/)?session$)/
  await page.unroute(requests)
  if (how) await page.route(requests, how)
}

/**
 * Opens a page with an expired session, and comes back to it while it is refused; tries again while the limit is
 * reached, without a network, and with one.
 */
async function tryOnPage(page: Page, path: string): Promise<void> {
  const main = page.locator('main')
  const buttons = page.getByRole('button', { name: 'Try again' })
  const tryAgain = () => buttons.first().click()
  await respond(page, (route) => route.fulfill(expired))
  await page.goto(`${api.origin}/portal/${path}`)
  await page.waitForURL(/\/sign-in/)
  // The page before it may have fields for the current and a new password.
  await page.getByRole('textbox', { name: 'Password', exact: true }).waitFor()

  await respond(page, (route) => route.fulfill(forbidden))
  await page.goBack()
  await main.getByRole('heading', { level: 1 }).waitFor()
  await main.getByRole('alert').getByText(forbidden.json.error.message).first().waitFor()
  await page.getByText(requestId).first().waitFor()
  await respond(page, (route) => route.fulfill(limited))
  await tryAgain()
  await page.getByText(limited.json.error.message).first().waitFor()
  await respond(page, (route) => route.abort())
  await tryAgain()
  await page.getByText('The server cannot be reached.').first().waitFor()
  await respond(page, undefined)
  // At once: what one of them loads can be what another waits for.
  await page.evaluate("for (const one of document.querySelectorAll('[role=alert] button')) one.click()")
  const missing = page.getByText('No resource with this ID exists')
  if (path.includes(unknown)) await missing.first().waitFor()
  else await main.getByRole('alert').first().waitFor({ state: 'detached' })
  await main.getByRole('heading', { level: 1 }).waitFor()
}

/** Eight pages at once: a request without a network is repeated for three seconds before it fails. */
async function tryOnPages(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const waiting = [...paths]
  const work = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await tryOnPage(page, path)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

describe('when requests are refused, limited, offline or without a session', () => {
  test.each([
    ['each page of the account', accountPages],
    ['each page of reviews', reviewPages],
    ['each page of the business profile', profilePages],
    ['each page of one record', details],
  ])('%s keeps its heading, can be tried again, and redirects to the sign-in', async (_name, paths) => {
    const { context, page, complaints } = await visit(browser, api.origin, await openPortal(api, await api.open()))
    await page.close()
    await tryOnPages(context, paths)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('each page of the console keeps its heading, can be tried again, and redirects to the sign-in', async () => {
    const { context, page, complaints } = await visit(browser, api.origin, await openConsole(api), '/portal/admin')
    await page.close()
    await tryOnPages(context, consolePages)
    expect(complaints).toEqual([])
    await context.close()
  })
})
