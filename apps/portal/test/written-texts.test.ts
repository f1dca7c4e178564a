// @module-tag chromium

import { startTestApi, type TestApi } from '@svc/api/testing'
import { openConsole, type PortalPage } from '@svc/api/testing/portal'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, scrollsSideways, visit } from './browser.ts'
import { emailOf, hostile, openWrittenAccount, type WrittenField, writtenFields } from './records.ts'

// Texts of accounts, reviewers and receivers on every page that shows them, in a real Chromium.

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

type Ids = Awaited<ReturnType<typeof openWrittenAccount>>['ids']
type Pages = Record<string, WrittenField[]>

/** The fields that each page shows; including its dialogs, without the name of the account next to every page. */
const pagesOf = {
  'the portal, reviews and insights': (ids: Ids): Pages => ({
    reviews: ['review', 'review title', 'competitor'],
    [`reviews/${ids.reviewId}`]: ['review', 'review title', 'review id'],
    'review-imports': [],
    [`review-imports/${ids.importId}`]: ['rejected column', 'rejection'],
    [`review-imports/${ids.failedImportId}`]: ['failed import'],
    competitors: ['competitor'],
    analyses: [],
    [`analyses/${ids.analysisId}`]: ['competitor', 'summary', 'quote'],
    recommendations: ['quote', 'recommendation', 'action', 'rationale'],
    reports: ['report'],
    [`reports/${ids.reportId}`]: ['quote', 'report', 'heading', 'section'],
    'review-replies': ['reply', 'replied review'],
  }),
  'the portal, developers and account': (ids: Ids): Pages => ({
    '': [],
    keys: ['key'],
    clients: ['client'],
    webhooks: ['endpoint', 'endpoint url'],
    [`webhooks/${ids.webhookId}`]: ['endpoint', 'endpoint url'],
    [`deliveries/${ids.deliveryId}`]: ['endpoint url', 'excerpt'],
    'logs?operation=createReviews': ['key'],
    members: ['email', 'invited'],
    'audit-log': ['email'],
    security: ['user agent', 'email'],
    settings: ['account'],
  }),
  'the console': (ids: Ids): Pages => ({
    admin: ['account'],
    [`admin/accounts/${ids.accountId}`]: ['account', 'key', 'client', 'email'],
    'admin/dead-letters': ['account', 'endpoint url', 'excerpt'],
    'admin/audit-log': ['account', 'email'],
  }),
} as const

type Part = keyof typeof pagesOf
const parts: Part[] = ['the portal, reviews and insights', 'the portal, developers and account', 'the console']

/** Buttons that open a dialog with the record they concern. */
const opening = /^(Revoke|Rotate|Delete|Edit|Rename|Remove|Withdraw|Limit|Issue|Grant|Switch|POST)/

/** Everything that the page shows as text, in its fields and in the dialogs that its buttons open. */
async function textOf(page: Page): Promise<string> {
  const read = () =>
    page.evaluate<string>(`
      for (const closed of document.querySelectorAll('details')) closed.open = true
      const shown = [...document.querySelectorAll('main, [role="dialog"]')].map((part) => part.innerText)
      const typed = [...document.querySelectorAll('input, textarea')].map((field) => field.value)
      ;[...shown, ...typed].join('\\n')`)
  const texts = [await read()]
  const names = await page.locator('main').getByRole('button', { name: opening }).allInnerTexts()
  const kinds = new Set(names.map((name) => name.split(' ', 1)[0]))
  for (const kind of kinds) {
    await page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${kind}`) })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    texts.push(await read())
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return texts.join('\n')
}

/** Returns the value of a field where it is shown. */
function expectedText(field: WrittenField): string {
  if (field === 'email' || field === 'invited') return emailOf(hostile(field))
  // A URL is stored in its normal form.
  return field === 'endpoint url' ? new URL(hostile(field), 'https://x/').pathname : hostile(field)
}

/** The pages of a part, in the browser of the member or of an administrator. */
async function open(part: Part, member: PortalPage) {
  return part === 'the console'
    ? visit(browser, api.origin, await openConsole(api), '/portal/admin')
    : visit(browser, api.origin, member)
}

const didRun = (page: Page) => page.evaluate<unknown>('window.wasRun')

/** As long as a name can be, in four scripts and without a space. */
const long = 'Ресторан餐厅مطعمTrèslong'.repeat(20)

describe('text that would run a script in HTML, as long as a name can be, in four scripts and without a space', () => {
  let written: Awaited<ReturnType<typeof openWrittenAccount>>
  beforeAll(async () => {
    written = await openWrittenAccount(api, (field, lengthMax) =>
      (hostile(field) + long).slice(0, Math.min(200, lengthMax)),
    )
  })

  test.each(parts)(
    'is shown as text by every page of %s, runs nowhere, and makes none scroll sideways, on a desktop and a phone',
    async (part) => {
      const { context, page, complaints } = await open(part, written.member)
      const expected = pagesOf[part](written.ids)
      const shown: Pages = {}
      const problems: string[] = []
      for (const path of Object.keys(expected)) {
        await openPage(page, `${api.origin}/portal/${path}`)
        problems.push(...(await scrollsSideways(page)))
        const text = await textOf(page)
        shown[path] = writtenFields.filter((field) => text.includes(expectedText(field)))
      }
      expect(shown).toEqual(expected)
      expect([await didRun(page), problems, complaints]).toEqual([undefined, [], []])
      await context.close()
    },
  )

  test('would be noticed here if a page put it into HTML: the policy stops it, and the browser complains', async () => {
    const { context, page, complaints } = await visit(browser, api.origin, written.member)
    await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(hostile('key'))}`)
    await expect.poll(() => complaints.join()).toContain('Content Security Policy')
    expect(await didRun(page)).toBeUndefined()
    await context.close()
  })
})
