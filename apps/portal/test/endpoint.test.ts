// @module-tag chromium

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventCatalog } from '@generated/contract/event-catalog'
import { startTestApi, type TestApi } from '@svc/api/testing'
import { openPortal } from '@svc/api/testing/portal'
import { finishDeliveries, moveDelivery } from '@svc/db/testing-webhooks'
import { signature } from '@svc/webhooks/signing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, problemsOf, visit } from './browser.ts'

// The page of a webhook endpoint, in a real Chromium, against the real API and PostgreSQL.

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

/** An endpoint of a new account, as its owner sees it. */
async function openEndpoint() {
  const account = await api.open()
  const member = await openPortal(api, account)
  const { data } = await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
  const { id } = data
  const { context, page, complaints } = await visit(browser, api.origin, member)
  return { account, id, url: `${api.origin}/portal/webhooks/${id}`, context, page, complaints }
}

/** Whether code of the page accepts a delivery: the code as it is shown, below the values that a receiver has. */
type Verify = (
  code: string,
  secret: string,
  delivery: { timestamp: string; signature: string; body: string },
) => boolean

/** Writes a program into a new folder and runs it; it prints its result. */
function resultOf(program: string, name: string, text: string, secret: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'svc-verify-'))
  try {
    writeFileSync(join(directory, name), text)
    const env = { ...process.env, HOOK_SECRET: secret }
    return execFileSync(program, [name], { cwd: directory, env, encoding: 'utf8' }).trim()
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const inTypeScript: Verify = (code, secret, { timestamp, signature, body }) => {
  const headers = JSON.stringify({ 'x-svc-timestamp': timestamp, 'x-svc-signature': signature })
  const values = `const request = { headers: ${headers} }, rawBody = Buffer.from(${JSON.stringify(body)})`
  return resultOf(process.execPath, 'verify.mjs', `${values}\n${code}\nconsole.log(genuine)\n`, secret) === 'true'
}

const inPython: Verify = (code, secret, { timestamp, signature, body }) => {
  const headers = JSON.stringify({ 'X-SVC-Timestamp': timestamp, 'X-SVC-Signature': signature })
  const values = `class request: headers = ${headers}\nraw_body = ${JSON.stringify(body)}.encode()`
  return (
    resultOf(process.env.SVC_PYTHON ?? 'python3', 'verify.py', `${values}\n${code}\nprint(genuine)\n`, secret) ===
    'True'
  )
}

describe('the page of an endpoint', () => {
  test('edits what is stored, so that text that was typed and canceled is not saved later', async () => {
    const { account, id, url, context, page } = await openEndpoint()
    await openPage(page, url)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('typed, then canceled')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    await page.getByLabel('Attempts per minute').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { data } = await account.call('GET', `/webhooks/${id}`)
    expect(data).toMatchObject({ description: null, max_attempts_per_minute: 30 })
    await context.close()
  })

  test('sends the example of any event type as a test', async () => {
    const { account, id, url, context, page, complaints } = await openEndpoint()
    await openPage(page, url)
    const panel = page.getByRole('region', { name: 'Test delivery' })
    await panel.getByText('Sends an event that says that it is a test.').waitFor()
    for (const { type, example } of eventCatalog.slice(0, 2)) {
      await panel.getByLabel('Send').selectOption(type)
      await panel.getByRole('link', { name: `the example of ${type}` }).waitFor()
      await panel.getByRole('button', { name: 'Send a test' }).click()
      await panel.getByRole('link', { name: 'Show the delivery' }).waitFor()
      const [delivery] = (await account.call('GET', `/webhooks/${id}/deliveries`)).data
      expect(delivery).toMatchObject({ event_type: type, origin: 'test' })
      expect(delivery?.payload.data).toEqual({ ...example.data, business_id: account.owner.business_id })
    }
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Show the delivery' }).click()
    await page.getByRole('heading', { level: 1, name: 'analysis.failed' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows how many deliveries succeeded, failed and wait, as a chart with a table', async () => {
    const { account, id, url, context, page, complaints } = await openEndpoint()
    for (const status of ['succeeded', 'succeeded', 'succeeded', 'dead_lettered', 'pending'] as const) {
      const { data } = await account.call('POST', `/webhooks/${id}/test`)
      if (status === 'pending') continue
      await finishDeliveries(api.database.db, { id: data.id }, { status })
    }
    await openPage(page, url)
    const panel = page.getByRole('region', { name: 'Deliveries over time' })
    await panel.locator('canvas').waitFor()
    const figures = async () => panel.locator('.figures > div').allInnerTexts()
    const expected = ['Succeeded\n3', 'Dead lettered\n1', 'Waiting\n1', 'Success rate\n75%']
    expect(await figures()).toEqual(expected)
    const table = panel.getByRole('table', { name: 'Deliveries in the last 30 days' })
    expect(await table.getByRole('row').count()).toBe(31)
    const sums = await Promise.all(
      [1, 2, 3].map(async (column) =>
        (await table.locator(`tbody td:nth-of-type(${column})`).allTextContents()).reduce(
          (sum, text) => sum + Number(text),
          0,
        ),
      ),
    )
    expect(sums).toEqual([3, 1, 1])

    await panel.getByRole('radio', { name: '24 hours' }).click()
    await panel.getByRole('table', { name: 'Deliveries in the last 24 hours' }).waitFor()
    expect(await figures()).toEqual(expected)
    expect(await problemsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows the deliveries of a period, which is in the address', async () => {
    const { account, id, url, context, page, complaints } = await openEndpoint()
    const { data } = await account.call('POST', `/webhooks/${id}/test`)
    const atMs = Date.UTC(2026, 5, 10, 12)
    await moveDelivery(api.database.db, data.id, atMs)
    await openPage(page, url)
    const delivery = page.getByRole('region', { name: 'Deliveries' }).getByRole('link', { name: 'webhook.test' })
    await delivery.waitFor()

    await page.getByLabel(/^From/).fill('2026-06-11T09:30')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('No delivery matches the filters').waitFor()
    // The browser is in the time zone of this process.
    const from = new Date('2026-06-11T09:30').toISOString()
    expect(new URL(page.url()).searchParams.get('created_after')).toContain(from)
    expect(await problemsOf(page)).toEqual([])

    await page.getByLabel(/^From/).fill('2026-06-09T09:30')
    await page.getByLabel('To', { exact: true }).fill('2026-06-11T09:30')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await delivery.waitFor()
    await page.reload()
    await delivery.waitFor()
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-06-11T09:30')
    await page.getByRole('button', { name: 'Any time' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await delivery.waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  const verifies = 'shows code that verifies deliveries in five languages, with the name of the own secret'
  test(verifies, { tags: ['python3'] }, async () => {
    const { url, context, page, complaints } = await openEndpoint()
    await openPage(page, url)
    await page.getByText('Verify signatures in your code').click()
    const variable = page.getByLabel('Environment variable with the secret')
    await variable.fill('1 secret')
    await page.getByText('process.env.SECRET)').waitFor()
    await variable.fill('HOOK_SECRET')
    const codeIn = async (language: string) => {
      await page.getByRole('tab', { name: language }).click()
      return (await page.getByRole('region', { name: `Verification in ${language}` }).textContent()) ?? ''
    }
    for (const language of ['Go', 'PHP', 'Java']) expect(await codeIn(language)).toContain('HOOK_SECRET')
    const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQ'
    const body = '{"type":"webhook.test"}'
    const now = Math.floor(Date.now() / 1000)
    const deliveryAt = (seconds: number) => ({
      timestamp: String(seconds),
      signature: signature(secret, seconds, Buffer.from(body)),
      body,
    })
    for (const [language, verify] of [
      ['TypeScript', inTypeScript],
      ['Python', inPython],
    ] as const) {
      const code = await codeIn(language)
      const genuine = deliveryAt(now)
      const results = [
        verify(code, secret, genuine),
        verify(code, secret, { ...genuine, body: `${body} ` }),
        verify(code, 'another secret', genuine),
        verify(code, secret, deliveryAt(now - 400)),
      ]
      expect([language, ...results]).toEqual([language, true, false, false, false])
    }
    expect(await problemsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('resends the dead letters of a period after a dry run has counted them, and shows how many have arrived', async () => {
    const { account, id, url, context, page, complaints } = await openEndpoint()
    for (const _ of [1, 2]) await account.call('POST', `/webhooks/${id}/test`)
    await finishDeliveries(api.database.db, { webhook_id: id }, { status: 'dead_lettered', attempt_count: 5 })
    await openPage(page, url)
    const many = page.getByRole('region', { name: 'Resend many deliveries' })
    await many.getByRole('button', { name: 'Count' }).click()
    await many.getByText('2 match.').waitFor()
    await many.getByRole('button', { name: 'Resend' }).click()
    await page.getByRole('dialog', { name: 'Resend 2 deliveries?' }).getByRole('button', { name: 'Resend' }).click()
    await many.getByText('0 of 2 finished, 0 succeeded').waitFor()
    const resent = (await account.call('GET', `/webhooks/${id}/deliveries`)).data.filter(
      ({ origin }) => origin === 'resend',
    )
    const [first, second] = resent.map((delivery) => delivery.id)
    await finishDeliveries(api.database.db, { id: first ?? '' }, { status: 'succeeded' })
    await many.getByText('1 of 2 finished, 1 succeeded').waitFor()
    await finishDeliveries(api.database.db, { id: second ?? '' }, { status: 'dead_lettered' })
    await many.getByText('2 of 2 finished, 1 succeeded').waitFor()
    expect(await problemsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
