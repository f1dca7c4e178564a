// @module-tag chromium

import { startTestApi, type TestApi } from '@svc/api/testing'
import { openConsole } from '@svc/api/testing/portal'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext, openPage, visit } from './browser.ts'
import { openWrittenAccount } from './records.ts'

// The scripts of every page, as a browser without a cache loads them.

let api: TestApi
let browser: Browser
let written: Awaited<ReturnType<typeof openWrittenAccount>>

beforeAll(async () => {
  api = await startTestApi()
  await setFlag(api.database.db, profileFlag, true)
  browser = await openBrowser()
  written = await openWrittenAccount(api, (field) => field)
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

/** The bounds of a page, in KB. A page with fewer scripts than the lower one was not measured. */
const bounds = { min: 50, max: 200 }

/** Returns the size of the compressed scripts of a page until it has loaded, in KB, with their headers. */
async function scriptSizeOf(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Set<string>()
  let bytes = 0
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await openPage(page, `${api.origin}/portal/${path}`)
  await page.close()
  return bytes / 1024
}

/** Returns the pages outside of the bounds, with their sizes. Prints the sizes of all. */
async function pagesOutOfBounds(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const sizes: string[] = []
  for (const path of paths) {
    const size = await scriptSizeOf(context, path)
    const line = `/${path}: ${size.toFixed(1)} KB`
    sizes.push(line)
    if (size < bounds.min || size > bounds.max) found.push(line)
  }
  process.stdout.write(`${sizes.join('\n')}\n`)
  return found
}

describe('at most 200 KB of compressed JavaScript is loaded for', () => {
  test('every page of reviews and insights', async () => {
    const { analysisId, reportId, importId, reviewId } = written.ids
    const lists = ['reviews', 'review-imports', 'competitors', 'analyses', 'recommendations', 'reports']
    const records = [`reviews/${reviewId}`, `review-imports/${importId}`, `analyses/${analysisId}`]
    const { context } = await visit(browser, api.origin, written.member)
    const paths = [...lists, ...records, `reports/${reportId}`, 'review-replies']
    expect(await pagesOutOfBounds(context, paths)).toEqual([])
    await context.close()
  })

  test('every page of developers and the account', async () => {
    const { webhookId, deliveryId } = written.ids
    const tools = ['', 'keys', 'clients', 'webhooks', 'event-types', 'logs', `webhooks/${webhookId}`]
    const settings = ['members', 'audit-log', 'security', 'settings']
    const { context } = await visit(browser, api.origin, written.member)
    expect(await pagesOutOfBounds(context, [...tools, `deliveries/${deliveryId}`, ...settings])).toEqual([])
    await context.close()
  })

  test('every page of the business profile', async () => {
    const pages = ['', '/consent', '/location', '/replies', '/approval', '/history']
    const { context } = await visit(browser, api.origin, written.member)
    expect(
      await pagesOutOfBounds(
        context,
        pages.map((page) => `business-profile${page}`),
      ),
    ).toEqual([])
    await context.close()
  })

  test('every page of the console', async () => {
    const { context } = await visit(browser, api.origin, await openConsole(api), '/portal/admin')
    const pages = ['dead-letters', 'flags', 'service', 'audit-log', 'security', `accounts/${written.ids.accountId}`]
    expect(await pagesOutOfBounds(context, ['admin', ...pages.map((page) => `admin/${page}`)])).toEqual([])
    await context.close()
  })

  test('every page of a person who is not signed in', async () => {
    const context = await openContext(browser)
    const pages = ['sign-in', 'forgot-password', 'set-password', 'admin/sign-in', 'admin/set-password']
    expect(await pagesOutOfBounds(context, pages)).toEqual([])
    await context.close()
  })
})
