// @module-tag chromium

import { startTestApi, type TestApi } from '@svc/api/testing'
import { openConsole, openPortal, type PortalPage } from '@svc/api/testing/portal'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, openBrowser, openContext, openPage, phone, visit } from './browser.ts'

// The HTML of each page: seen before any script has loaded, and the scripts that it names.

let api: TestApi
let browser: Browser
let member: PortalPage

beforeAll(async () => {
  api = await startTestApi()
  browser = await openBrowser()
  member = await openPortal(api, await api.open())
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

const reviewPages = ['reviews', 'review-imports', 'competitors']
const insightPages = ['analyses', 'recommendations', 'reports', 'review-replies']
const developerPages = ['', 'keys', 'clients', 'webhooks', 'event-types', 'logs']
const accountPages = ['members', 'audit-log', 'security', 'settings']
const consolePages = [
  'admin',
  'admin/dead-letters',
  'admin/flags',
  'admin/service',
  'admin/audit-log',
  'admin/security',
]
const openPages = ['sign-in', 'forgot-password', 'set-password', 'admin/sign-in', 'admin/set-password']

/** The text of the heading and its position, in whole pixels. */
async function headingOf(page: Page) {
  const heading = page.getByRole('heading', { level: 1 })
  const box = await heading.boundingBox()
  return {
    title: await page.title(),
    text: await heading.textContent(),
    x: Math.round(box?.x ?? -1),
    y: Math.round(box?.y ?? -1),
  }
}

/** The content that each page shows without scripts, and after it has loaded. */
async function headingsOf(context: BrowserContext, paths: readonly string[]) {
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const still = await withoutScripts.newPage()
  const page = await context.newPage()
  const shown: object[] = []
  const loaded: object[] = []
  for (const path of paths) {
    const url = `${api.origin}/portal/${path}`
    await Promise.all([openPage(page, url), still.goto(url)])
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      await still.setViewportSize(viewport)
      loaded.push({ path, ...(await headingOf(page)) })
      shown.push({ path, ...(await headingOf(still)) })
    }
  }
  await withoutScripts.close()
  return { shown, loaded }
}

/** The scripts that a page requests without its HTML naming them, and how often it requests its session. */
async function unnamedScriptsOf(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const scripts: string[] = []
  let sessions = 0
  page.on('request', (one) => {
    const { pathname } = new URL(one.url())
    if (one.resourceType() === 'script') scripts.push(pathname)
    if (/\/portal\/api\/(admin\/)?session$/.test(pathname)) sessions++
  })
  const response = await page.goto(`${api.origin}/portal/${path}`)
  const html = (await response?.text()) ?? ''
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('#root:not(:has(.loading))').waitFor()
  await page.close()
  return { path, unnamed: scripts.filter((script) => !html.includes(script)), sessions }
}

describe.each([
  ['reviews', reviewPages, () => member],
  ['insights', insightPages, () => member],
  ['developers', developerPages, () => member],
  ['the account', accountPages, () => member],
  ['the console', consolePages, () => openConsole(api)],
])('every page of %s', (_name, paths, person) => {
  test('has its title and its heading before a script runs, where they stay', async () => {
    const { context } = await visit(browser, api.origin, await person(), `/portal/${paths[0]}`)
    const { shown, loaded } = await headingsOf(context, paths)
    expect(shown).toEqual(loaded)
    await context.close()
  })

  test('names all of its scripts in its HTML, and requests its session once', async () => {
    const { context } = await visit(browser, api.origin, await person(), `/portal/${paths[0]}`)
    const found = []
    for (const path of paths) found.push(await unnamedScriptsOf(context, path))
    expect(found).toEqual(paths.map((path) => ({ path, unnamed: [], sessions: 1 })))
    await context.close()
  })
})

test('every page of a person who is not signed in has its title and its heading before a script runs, where they stay', async () => {
  const context = await openContext(browser)
  const { shown, loaded } = await headingsOf(context, openPages)
  expect(shown).toEqual(loaded)
  await context.close()
})

describe('a file of the pages', () => {
  test('is sent as the build compressed it, and uncompressed to a client that takes no Brotli', async () => {
    const html = await (await fetch(`${api.origin}/portal/keys`)).text()
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? []
    const encodings: (string | null)[] = []
    const texts = new Set<string>()
    for (const encoding of ['br', 'identity']) {
      const response = await fetch(api.origin + script, { headers: { 'Accept-Encoding': encoding } })
      encodings.push(response.headers.get('content-encoding'))
      texts.add(await response.text())
    }
    expect(encodings).toEqual(['br', null])
    expect(texts.size).toBe(1)
  })

  test('is never HTML, because the address of a page has no ending', async () => {
    for (const path of ['pages/keys.html', 'index.html', 'pages/keys.html.br']) {
      const response = await fetch(`${api.origin}/portal/${path}`)
      await response.arrayBuffer()
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-cache'])
    }
  })
})
