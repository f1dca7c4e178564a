// @module-tag chromium

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request, startTestApi, type TestApi } from '@svc/api/testing'
import { signInLinkOf } from '@svc/api/testing/portal'
import { createUser, newPassword } from '@svc/credentials/users'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openContext } from './browser.ts'

// The first steps of a new customer, with the pages alone, a worker and a receiver on this machine.

const host = 'hooks.rosso-trattoria.nl'
const directory = mkdtempSync(join(tmpdir(), 'svc-journey-'))

let isReceiverUp = true
let receiver: Receiver
let api: TestApi
let worker: ReturnType<typeof startTestWorker>
let browser: Browser

beforeAll(async () => {
  const authority = createAuthority()
  const caFile = join(directory, 'ca.pem')
  writeFileSync(caFile, authority.ca)
  receiver = await startReceiver({
    identity: authority.issue([host]),
    respond: (_, response) =>
      void response.writeHead(isReceiverUp ? 200 : 503).end(isReceiverUp ? 'ok' : 'Maintenance'),
  })
  api = await startTestApi({ WEBHOOK_MAX_ATTEMPTS: '1' })
  const { database, keyring } = api
  worker = startTestWorker(
    { db: database.db, keyring },
    {
      WEBHOOK_CA_FILE: caFile,
      WEBHOOK_CONNECT_TO: `*=127.0.0.1:${receiver.port}`,
      SVC_PDF_BROWSER: 'none',
    },
  )
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await worker?.stop()
  await api?.close()
  await receiver?.close()
  rmSync(directory, { recursive: true })
})

/** An account as the operator opens it: a business, an owner who has a link, and no key. */
async function openAccount() {
  const { db } = api.database
  const name = 'Brightside Dental'
  const { id } = await createAccount(db, { name, plan: 'growth' })
  const place = { trade: 'dentist', city: 'Leeds', country: 'GB', timezone: 'Europe/London', website: null } as const
  await createBusiness(db, id, { name, ...place })
  return createUser(db, id, { email: 'owner@brightside-dental.example', password: newPassword() })
}

/**
 * Seconds that a person needs in addition to the pages, by the keystroke-level model of Card, Moran and Newell: to
 * decide what to do next, to point at it, and to press a button or a key.
 */
const handSeconds = { decide: 1.35, point: 1.1, press: 0.28 }

/** Does what a person does, and records how long each step takes in the browser and by hand. */
function createPerson() {
  const counts = { clicks: 0, fields: 0, characters: 0 }
  const steps: { name: string; browser: number; hand: number }[] = []
  let startedMs = performance.now()
  let before = 0
  const hand = () => {
    const { decide, point, press } = handSeconds
    return (counts.clicks + counts.fields) * (decide + point + press) + counts.characters * press
  }
  return {
    counts,
    async click(target: Locator) {
      await target.click()
      counts.clicks++
    },
    async fill(target: Locator, text: string) {
      await target.fill(text)
      counts.fields++
      counts.characters += text.length
    },
    /** Ends a step, which began when the one before it ended. */
    finish(name: string) {
      const nowMs = performance.now()
      steps.push({ name, browser: (nowMs - startedMs) / 1000, hand: hand() - before })
      startedMs = nowMs
      before = hand()
    },
    report(): string {
      const total = (of: (step: (typeof steps)[number]) => number) => steps.reduce((sum, step) => sum + of(step), 0)
      const all = { name: 'all', browser: total(({ browser }) => browser), hand: total(({ hand }) => hand) }
      const lines = [...steps, all].map(
        (step) =>
          `  ${step.name.padEnd(34)} ${step.browser.toFixed(1).padStart(6)} ${step.hand.toFixed(0).padStart(8)}`,
      )
      const { clicks, fields } = counts
      return [
        `${clicks} clicks and ${fields} fields. Seconds in the browser, and those by hand in addition:`,
        ...lines,
        '',
      ].join('\n')
    },
  }
}

/** Whether a received request has the signature of the secret: INTERFACE.md §6. */
function isSigned({ headers, body }: Receiver['received'][number], secret: string): boolean {
  const signed = createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.`).update(body).digest('hex')
  return headers['x-svc-signature'] === `sha256=${signed}`
}

test('a new account gets from its first sign-in to a failed delivery that is explained and resent, by the pages alone', async () => {
  const owner = await openAccount()
  const context = await openContext(browser)
  const page = await context.newPage()
  const person = createPerson()
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto(await signInLinkOf(api, owner))
  await person.fill(page.getByLabel('New password'), 'nine purple trains at dawn')
  await person.click(button('Set the password'))

  const steps = page.getByRole('region', { name: 'Next steps' })
  await steps.waitFor()
  person.finish('new account, signed in')

  await person.click(steps.getByRole('link', { name: 'Create a test key' }))
  await person.click(button('Create a test key'))
  await person.fill(page.getByLabel('Name'), 'Laptop')
  await person.click(button('Create'))
  const key = (await page.locator('.secret-text').textContent()) ?? ''
  person.finish('first key')
  const { status } = await request(`${api.baseUrl}/businesses`, 'GET', { headers: { 'X-API-Key': key } })
  expect(status).toBe(200)
  person.finish('first call')

  await person.click(page.getByRole('link', { name: 'Webhooks' }))
  await person.click(button('Add an endpoint'))
  await person.fill(page.getByLabel('URL'), `https://${host}/svc`)
  await person.click(button('Add'))
  const secret = (await page.locator('.secret-text').textContent()) ?? ''
  await person.click(page.getByRole('link', { name: `https://${host}/svc` }))
  await person.click(button('Send a test'))
  await page.getByRole('region', { name: 'Test delivery' }).getByText('Succeeded').waitFor()
  expect(receiver.received.map((received) => isSigned(received, secret))).toEqual([true])
  person.finish('first signed webhook')

  isReceiverUp = false
  await person.click(button('Send a test'))
  await page.getByRole('region', { name: 'Test delivery' }).getByText('Dead lettered').waitFor()
  await person.click(page.getByRole('link', { name: 'Show the delivery' }))
  await page.getByRole('region', { name: 'Response to attempt 1' }).getByText('Maintenance').waitFor()
  const explanation = page.locator('.page-header p')
  expect(await explanation.textContent()).toContain('503')
  person.finish('failed delivery explained')

  isReceiverUp = true
  await person.click(button('Resend'))
  await page.getByText('Succeeded', { exact: true }).waitFor()
  const [, failed, resent] = receiver.received
  expect(resent?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  expect(resent && isSigned(resent, secret)).toBe(true)

  person.finish('resent')

  expect(person.counts).toMatchObject({ clicks: 12, fields: 3 })
  process.stdout.write(person.report())
  await context.close()
})
