// @module-tag chromium

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { openPortal } from '@svc/api/testing/portal'
import { knexOf } from '@svc/db/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropFile, openBrowser, problemsOfPages, visit } from './browser.ts'
import { addInsights, hostile } from './records.ts'

// Reviews, competitors and insights in a real Chromium, against the real API and PostgreSQL. No worker runs here.

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

const open = async (account: TestAccount, role: 'owner' | 'viewer' = 'owner') =>
  visit(browser, api.origin, await openPortal(api, account, role))

/** Ends the import of the account as a worker does that has rejected its only row. */
async function rejectRow({ owner }: TestAccount): Promise<void> {
  const rejections = JSON.stringify([{ line: 2, column: 'rating', reason: '"9" is not a rating' }])
  await knexOf(api.database.db)('review_imports')
    .where(owner)
    .update({ status: 'completed', row_count: 1, rejected_count: 1, rejections })
}

function addReviews(account: TestAccount, reviews: object[]) {
  return account.call('POST', `/businesses/${account.owner.business_id}/reviews`, { body: { reviews } })
}

describe('an owner', () => {
  test('filters and searches reviews by the address, and deletes one', async () => {
    const account = await api.open()
    await addReviews(account, [
      { source_id: 'a', rating: 1, text: `We waited for cold pizza. ${hostile('review')}` },
      { source_id: 'b', rating: 5, text: 'Lovely terrace.', language: 'en' },
    ])
    // The worker indexes the words of a review when it has read it.
    const knex = knexOf(api.database.db)
    await knex('reviews')
      .where({ business_id: account.owner.business_id })
      .update({ search: knex.raw("to_tsvector('english', text)") })
    const { context, page, complaints } = await open(account)
    await page.goto(`${api.origin}/portal/reviews?rating=1`)
    await page.getByRole('link', { name: /cold pizza/ }).waitFor()
    await page.getByRole('link', { name: 'Lovely terrace.' }).waitFor({ state: 'detached' })
    await page.goto(`${api.origin}/portal/reviews`)
    await page.getByRole('link', { name: /cold pizza/ }).waitFor()
    await page.getByLabel('Search').fill('terraces')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /cold pizza/ }).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('terraces')

    await page.getByRole('link', { name: 'Lovely terrace.' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: /cold pizza/ }).waitFor()
    await page.getByRole('link', { name: 'Lovely terrace.' }).waitFor({ state: 'detached' })
    expect(await page.evaluate("'wasRun' in window")).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('drops a file, follows its import and reads why rows were rejected', async () => {
    const account = await api.open()
    const { context, page, complaints } = await open(account)
    await page.goto(`${api.origin}/portal/review-imports`)
    await page.getByText('Nothing was uploaded yet').waitFor()
    const content = 'rating,text\n9,Too many stars\n'
    const file = join(mkdtempSync(join(tmpdir(), 'portal-')), 'reviews.csv')
    writeFileSync(file, content)
    await dropFile(page, '.drop-zone', file)
    await page.getByRole('progressbar', { name: 'Reading the file' }).waitFor()
    const stored = await knexOf(api.database.db)('review_imports').where(account.owner).first()
    expect(Number(stored.size_bytes)).toBe(Buffer.byteLength(content))
    await rejectRow(account)
    await page.getByRole('cell', { name: '"9" is not a rating' }).waitFor()
    rmSync(dirname(file), { recursive: true })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('adds, renames and removes a competitor', async () => {
    const account = await api.open()
    const { context, page } = await open(account)
    await page.getByRole('link', { name: 'Competitors' }).click()
    await page.getByText('No competitors yet').waitFor()
    await page.getByRole('button', { name: 'Add a competitor' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bella Vista')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Bella Vista' }).waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(hostile('competitor'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: hostile('competitor') }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No competitors yet').waitFor()
    await context.close()
  })

  test('starts an analysis, and decides on a recommendation', async () => {
    const account = await api.open()
    const { recommendationId } = await addInsights(api, account, (field) => field)
    const { context, page } = await open(account)
    await page.getByRole('link', { name: 'Analyses' }).click()
    await page.getByRole('button', { name: 'Start an analysis' }).click()
    await page.getByText('queued').waitFor()
    await page.getByRole('link', { name: 'Recommendations' }).click()
    await page.getByRole('combobox', { name: /^Status of/ }).selectOption('Planned')
    await page.getByRole('button', { name: 'Save' }).click()
    const statusOf = async () => (await account.call('GET', `/recommendations/${recommendationId}`)).data.status
    await expect.poll(statusOf).toBe('planned')
    await page.getByRole('button', { name: /Save|One moment/ }).waitFor({ state: 'detached' })
    await context.close()
  })

  test('drafts a reply to a review, edits it and approves what is shown', async () => {
    const account = await api.open()
    await addReviews(account, [{ source_id: 'a', rating: 5, text: 'Lovely terrace.' }])
    const { context, page } = await open(account)
    await page.goto(`${api.origin}/portal/reviews`)
    await page.getByRole('link', { name: 'Lovely terrace.' }).click()
    await page.getByRole('button', { name: 'Draft a reply' }).click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('article').getByText('Approved').waitFor()
    const { data } = await account.call('GET', '/review-replies')
    expect(data).toMatchObject([{ text: 'Thank you.', status: 'approved' }])
    await context.close()
  })

  test('copies the text of a draft as it is shown, and rejects the draft', async () => {
    const account = await api.open()
    await account.call('POST', '/review-replies', { body: { review: { rating: 5, text: 'Lovely terrace.' } } })
    const { context, page } = await open(account)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${api.origin}/portal/review-replies`)
    await page.getByRole('textbox', { name: 'Reply' }).fill('Come again.')
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('Come again.')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('article').getByText('Rejected').waitFor()
    expect((await account.call('GET', '/review-replies')).data).toMatchObject([{ status: 'rejected' }])
    await context.close()
  })
})

/** The response to a member whose role was changed in the meantime. */
const refusal = {
  status: 403,
  json: {
    error: { code: 'forbidden', message: 'Your role does not allow this. Ask an owner of the account.' },
    meta: { request_id: 'req_01m7w22vvmf118w65p6ac3tqxv', rate_limit: { limit: 600, remaining: 597, reset_s: 9 } },
  },
}

describe('every page', () => {
  const lists = ['reviews', 'review-imports', 'competitors', 'analyses', 'recommendations', 'reports', 'review-replies']

  test('says what is missing while the account is empty, and gives a viewer no button that changes anything', async () => {
    const { context, page, complaints } = await open(await api.open(), 'viewer')
    for (const path of lists) {
      await page.goto(`${api.origin}/portal/${path}`)
      await page.locator('.empty').waitFor()
      const names = await page.locator('main').getByRole('button').allTextContents()
      const changing = names.filter((name) => /add|start|choose|delete|approve|draft/i.test(name))
      expect([path, changing]).toEqual([path, []])
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('says why a review was not deleted and a reply not drafted', async () => {
    const account = await api.open()
    await addReviews(account, [{ source_id: 'a', rating: 5, text: 'Lovely terrace.' }])
    const { context, page } = await open(account)
    await page.goto(`${api.origin}/portal/reviews?q=terrace`)
    await page.getByText('once the engine has read it').waitFor()
    await page.goto(`${api.origin}/portal/reviews`)
    await page.getByRole('link', { name: 'Lovely terrace.' }).click()
    await page.route('**/portal/api/v1/review-replies', (route) => route.abort())
    await page.getByRole('button', { name: 'Draft a reply' }).click()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.route('**/portal/api/v1/reviews/*', (route) => route.fulfill(refusal))
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(refusal.json.error.message).waitFor()
    await context.close()
  })

  test('meets WCAG 2.2 AA and does not scroll sideways, on a desktop and a phone, in light and dark', async () => {
    const account = await api.open()
    const name = `Ресторан 餐厅 مطعم ${'Très long '.repeat(17)}`.trim().slice(0, 200)
    await addReviews(account, [{ source_id: 'a', rating: 2, text: `${'unbroken'.repeat(30)}` }])
    await account.call('POST', `/businesses/${account.owner.business_id}/competitors`, { body: { name } })
    await account.call('POST', '/review-replies', { body: { review: { rating: 1, text: 'Cold pizza. '.repeat(20) } } })
    const { analysisId, reportId } = await addInsights(api, account, (field) => field)
    await addInsights(api, account, (field) => field)
    const file = { body: 'rating,text\n9,Too many stars\n', headers: { 'Content-Type': 'text/csv' } }
    const upload = await account.call('POST', `/businesses/${account.owner.business_id}/review-imports`, file)
    await rejectRow(account)
    const reviews = await account.call('GET', `/businesses/${account.owner.business_id}/reviews`)
    const records = [`reviews/${reviews.data[0]?.id}`, `review-imports/${upload.data.id}`]
    const paths = [...lists, ...records, `analyses/${analysisId}`, `reports/${reportId}`]
    const { context, page, complaints } = await open(account, 'owner')
    const urls = paths.map((path) => `${api.origin}/portal/${path}`)
    expect(await problemsOfPages(page, urls)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
