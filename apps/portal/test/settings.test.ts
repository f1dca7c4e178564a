// @module-tag chromium

import { randomBytes } from 'node:crypto'
import { request, startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { openPortal } from '@svc/api/testing/portal'
import { claimAccountExports, exportPartContext, finishAccountExport, storeExportPart } from '@svc/db/account-exports'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { isRecord } from '@svc/runtime/json'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, visit } from './browser.ts'
import { multiplyDeliveries } from './deliveries.ts'

// The settings of the account, the overview and long lists, in a real Chromium. No worker runs here.

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

const knex = () => knexOf(api.database.db)

/** Does what a worker does with the requested export. */
async function completeExport(): Promise<Buffer> {
  const { db } = api.database
  const request = { workerId: 'worker', limit: 1, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  const [claimed] = await claimAccountExports(db, request)
  if (!claimed) throw new Error('No export was claimed.')
  const content = randomBytes(2_000)
  const sealed = api.keyring.encrypt('encryption', content, exportPartContext(claimed.id, 0))
  await storeExportPart(db, claimed, { number: 0, sizeBytes: content.length, recordCount: 12, sealed })
  await finishAccountExport(db, claimed, { status: 'completed', recordCount: 12 })
  return content
}

/** Names in four scripts, with HTML that would run a script. */
const name = `Ресторан 餐厅 مطعم ${'Très long '.repeat(6)}<img src=x onerror="window.wasRun=1">`

describe('an owner', () => {
  test('sets the schedule and the retention, exports all data and deletes the account', async () => {
    const account = await api.open({ name })
    const member = await openPortal(api, account)
    const { context, page, complaints } = await visit(browser, api.origin, member)
    await page.getByRole('link', { name: 'Settings' }).click()

    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every week')
    await page.getByRole('button', { name: 'Save the schedule' }).click()
    await page.getByText(/Next run: Monday, .* at 6:00/).waitFor()
    const path = `/businesses/${account.owner.business_id}/analysis-schedule`
    expect((await account.call('GET', path)).data).toMatchObject({
      frequency: 'weekly',
      weekday: 'monday',
      hour: 6,
    })

    await page.getByText('Delete reviews after a number of days').click()
    await page.getByRole('spinbutton', { name: 'Days' }).fill('30')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByRole('dialog').getByText('with everything that quotes it').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('Reviews are deleted 30 days after they were posted').waitFor()

    await expirePasswordConfirmation(api.database.db, member.user.id)
    await page.getByRole('button', { name: 'Export everything' }).click()
    await page.getByLabel('Password').fill(member.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('queued').waitFor()
    const content = await completeExport()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(content)).toBe(true)

    await page.getByText('This removes everything that the account has').waitFor()
    await page.getByRole('button', { name: 'Delete the account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Another name')
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await dialog.getByText('is not the name of the account').waitFor()
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await account.call('GET', '/businesses')).status).toBe(401)
    expect(await page.evaluate("'wasRun' in window")).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sees the steps of a new account tick themselves, and the durations of requests', async () => {
    const account = await api.open()
    const { context, page, complaints } = await visit(browser, api.origin, await openPortal(api, account))
    const steps = page.getByRole('region', { name: 'Next steps' })
    await steps.getByRole('link', { name: 'Send your first request' }).waitFor()
    await account.call('POST', `/businesses/${account.owner.business_id}/reviews`, {
      body: { reviews: [{ source_id: 'a', rating: 5 }] },
    })
    await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
    await account.call('POST', `/businesses/${account.owner.business_id}/analyses`)
    await api.api.usage.flush()
    for (const step of [
      'Send your first request',
      'Add a webhook endpoint',
      'Upload your first reviews',
      'Start your first analysis',
    ])
      await steps.getByRole('listitem').filter({ hasText: step }).getByText('(done)').waitFor()
    await page.reload()
    await page
      .getByRole('region', { name: 'Durations' })
      .getByText(/^\d+ ms$/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a developer', () => {
  test('sees violated rules of redirect URIs while typing, and creates a key that expires', async () => {
    const account = await api.open()
    const { context, page, complaints } = await visit(browser, api.origin, await openPortal(api, account, 'developer'))
    await page.getByRole('link', { name: 'OAuth clients' }).click()
    await page.getByRole('button', { name: 'Create a client' }).click()
    await page.getByLabel('Name').fill('App')
    const uris = page.getByLabel('Redirect URIs')
    await uris.fill('http://app.example.com/callback\nhttps://*.example.com/\nhttps://app.example.com/#done')
    for (const problem of ['does not begin with https://', 'has a wildcard', 'has a fragment'])
      await page.getByRole('dialog').getByText(problem).waitFor()
    await uris.fill('https://app.example.com/callback')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name: 'https://app.example.com/callback' }).waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await uris.fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: 'every other client has at least one' })
      .waitFor()
    await uris.fill('https://app.example.com/callback\nhttps://app.example.com/second')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'https://app.example.com/second' }).waitFor()

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create a test key' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('combobox', { name: 'Expires' }).selectOption('In 30 days')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Laptop' }).getByText('in 30 days').waitFor()

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Only an owner can delete the account.').waitFor()
    expect(await page.getByRole('button', { name: /Export|Delete|rule/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a viewer', () => {
  test('sees which tokens were issued to a client, and by which request', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    const { data: client } = await owner.call('POST', '/clients', { body: { name: 'Nightly sync' } })
    const viewer = await openPortal(api, account, 'viewer')
    const { context, page, complaints } = await visit(browser, api.origin, viewer, '/portal/clients')
    const tokens = page.getByRole('region', { name: 'Tokens issued' }).first()
    await tokens.getByText('None in the last 30 days.').waitFor()

    const issued = await request(`${api.origin}/api/oauth/token`, 'POST', {
      body: { grant_type: 'client_credentials', client_id: client.id, client_secret: client.client_secret },
    })
    await api.api.usage.flush()
    await page.reload()
    const row = tokens.getByRole('row').filter({ hasText: issued.headers.get('x-request-id') ?? '' })
    await row.getByRole('cell', { name: 'Nightly sync' }).waitFor()
    const token = isRecord(issued.body) ? issued.body.access_token : undefined
    expect(token).toMatch(/^\S{20,}$/)
    expect(await page.content()).not.toContain(token)
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** An endpoint whose deliveries all failed, as many as that. */
async function failedDeliveries(account: TestAccount, count: number): Promise<string> {
  const { id } = (await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } }))
    .data
  await account.call('POST', `/webhooks/${id}/test`)
  await multiplyDeliveries(knex(), id, count)
  return id
}

/** Adds older copies of the one row that the account has in a table up to 10,000, with ids of this prefix. */
async function multiplyRow(table: 'usage_events' | 'audit_log', prefix: string, { owner }: TestAccount): Promise<void> {
  await knex().raw(
    `insert into ?? select copy.* from ?? as kept cross join generate_series(1, 9999) as n
       cross join jsonb_populate_record(kept, jsonb_build_object('id', ? || lpad(n::text, 26, '0'))) as copy
     where kept.account_id = ?`,
    [table, table, `${prefix}_`, owner.account_id],
  )
}

/** Loads three more pages of a table by scrolling, while only a few of its rows are in the document. */
async function scrollDown(page: Page, name: string): Promise<void> {
  const table = page.getByRole('table').filter({ has: page.locator('tr[aria-rowindex]') })
  const loaded = async () => Number(await table.getAttribute('aria-rowcount'))
  await page.getByRole('region', { name, exact: true }).last().getByRole('row').nth(1).waitFor()
  for (let pages = 0; pages < 3; pages++) {
    const before = await loaded()
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    await expect.poll(loaded).toBeGreaterThan(before)
  }
  expect(await table.getByRole('row').count()).toBeLessThan(80)
}

describe('a list of 10,000 rows', () => {
  test('of deliveries loads more while one scrolls, counts all of them, and says why it could not load more', async () => {
    const account = await api.open()
    const id = await failedDeliveries(account, 10_000)
    const { context, page, complaints } = await visit(browser, api.origin, await openPortal(api, account))
    await page.goto(`${api.origin}/portal/webhooks/${id}`)
    await scrollDown(page, 'Deliveries')

    const many = page.getByRole('region', { name: 'Resend many deliveries' })
    await many.getByRole('button', { name: 'Count' }).click()
    await many.getByText('10,000 match.').waitFor()
    await page.route('**/portal/api/v1/webhooks/*/deliveries*', (route) => route.abort())
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    await page.getByText('The server cannot be reached.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('of requests loads more while one scrolls', async () => {
    const account = await api.open()
    await account.call('GET', '/businesses')
    await api.api.usage.flush()
    await multiplyRow('usage_events', 'act', account)
    const { context, page, complaints } = await visit(browser, api.origin, await openPortal(api, account))
    await page.goto(`${api.origin}/portal/logs`)
    await scrollDown(page, 'Requests')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('of changes loads more with a button', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    await owner.call('POST', '/keys', { body: { name: 'Laptop' } })
    await multiplyRow('audit_log', 'aud', account)
    const { context, page, complaints } = await visit(browser, api.origin, owner, '/portal/audit-log')
    const rows = page.getByRole('table').getByRole('row')
    for (const shown of [50, 100, 150]) {
      // In addition to the head of the table.
      await expect.poll(() => rows.count()).toBe(shown + 1)
      await page.getByRole('button', { name: 'Show more' }).click()
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})
