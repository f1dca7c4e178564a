// @module-tag chromium

import { readFile } from 'node:fs/promises'
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { openPortal, type PortalPage } from '@svc/api/testing/portal'
import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import { setFlag } from '@svc/db/flags'
import { profileFlag, recordConnectionProblem } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { endSessions, expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { deleteProfileConnections, isApproved, makeProfileSyncsDue } from '@svc/db/testing-profile'
import { storedReviews } from '@svc/db/testing-reviews'
import { startTestWorker } from '@svc/worker/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, problemsOf, visit } from './browser.ts'
import { hostile } from './records.ts'

// The pages of the business profile in a real Chromium, with the real API and worker, and a double of the company.

let api: TestApi
let browser: Browser
let upstream: UpstreamDouble
let worker: ReturnType<typeof startTestWorker>
let account: TestAccount
let owner: PortalPage

beforeAll(async () => {
  upstream = await startUpstreamDouble()
  const environment = {
    BUSINESS_PROFILE_CLIENT_ID: 'client',
    BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
    BUSINESS_PROFILE_ORIGIN: upstream.origin,
    BUSINESS_PROFILE_REQUESTS_PER_MINUTE: '100000',
  }
  api = await startTestApi(environment)
  worker = startTestWorker({ db: api.database.db, keyring: api.keyring }, environment)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await worker?.stop()
  await api?.close()
  await upstream?.close()
})
beforeEach(async () => {
  await setFlag(api.database.db, profileFlag, true)
  await deleteProfileConnections(api.database.db)
  upstream.reviews.clear()
  upstream.fault = () => undefined
  upstream.hasConsent = true
  upstream.newReplyState = undefined
  upstream.locations.clear()
  upstream.locations.set('locations/2', 'Rosso Trattoria').set('locations/3', 'Rosso Centraal')
  account = await api.open()
  owner = await openPortal(api, account)
})

const open = (path = 'business-profile', member = owner) => visit(browser, api.origin, member, `/portal/${path}`)

/** Goes through the consent and the choice of the location in the browser. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect with Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText('Rosso Trattoria accounts/1/locations/2').click()
  await page.getByRole('button', { name: 'Connect this location' }).click()
  await page.getByText(/reviews on Google/).waitFor()
}

const replyOf = (id: string) => upstream.reviews.get(id)?.reviewReply?.comment

test('an owner connects, edits a draft, approves it with the password, sees it published, and withdraws it', async () => {
  upstream.addReview('g0', { comment: `The pizza was cold. ${hostile('profile-review')}` })
  const { context, page, complaints } = await open('')
  await page.getByRole('link', { name: 'Connection' }).click()
  await connect(page)
  expect(page.url()).toBe(`${api.origin}/portal/business-profile`)

  await page.getByRole('link', { name: 'Replies' }).click()
  await page.getByRole('button', { name: 'Draft a reply' }).click()
  const reply = page.getByRole('article').filter({ has: page.getByRole('textbox', { name: 'Reply' }) })
  await reply.getByRole('textbox').fill('We are sorry. Please come back.')
  await expirePasswordConfirmation(api.database.db, owner.user.id)
  await reply.getByRole('button', { name: 'Approve and publish' }).click()
  await reply.getByLabel('Password').fill(owner.password)
  expect(replyOf('g0')).toBeUndefined()
  await reply.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('article').getByText('Published', { exact: true }).waitFor()
  expect(replyOf('g0')).toBe('We are sorry. Please come back.')

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('article').getByText('Withdrawn', { exact: true }).waitFor()
  expect(replyOf('g0')).toBeUndefined()

  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('cell', { name: 'Reply withdrawn' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  ])
  const entries: { action: string }[] = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(entries.map(({ action }) => action)).toEqual([
    'reply.withdrawn',
    'reply.sent',
    'reply.approved',
    'profile.synchronized',
    'profile.connected',
  ])
  expect(await page.evaluate("'wasRun' in window")).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)

test('several replies are approved only after each was marked as read, each with an approval of its own text', async () => {
  for (const id of ['g0', 'g1', 'g2']) upstream.addReview(id)
  const { context, page, complaints } = await open()
  await connect(page)
  const { data: reviews } = await owner.call('GET', '/business-profile/unanswered-reviews')
  for (const { id } of reviews)
    await owner.call('POST', '/business-profile/replies', { body: { review_id: id, text: `Sorry, ${id}.` } })
  await page.getByRole('link', { name: 'Replies' }).click()
  await page.getByRole('link', { name: 'Approve several' }).click()
  await page.getByText('0 of 3 marked as read.').waitFor()
  const [first, second, third] = reviews.map(({ id }) => page.getByRole('article').filter({ hasText: `Sorry, ${id}.` }))
  await first?.getByText('I have read this reply').click()
  await second?.getByText('I have read this reply').click()
  await third?.waitFor()
  await page.getByRole('button', { name: 'Approve 2 replies' }).click()
  await page.getByText('0 of 1 marked as read.').waitFor()
  const approvals = await knexOf(api.database.db)('business_profile_approvals as approval')
    .join('business_profile_replies as reply', 'reply.id', 'approval.reply_id')
    .where({ business_id: account.owner.business_id })
    .select('reply.text', 'approval.text_hash', 'reply.text_hash as hash_of_reply')
  expect(approvals.map(({ text }) => text).sort()).toEqual(
    reviews
      .slice(0, 2)
      .map(({ id }) => `Sorry, ${id}.`)
      .sort(),
  )
  for (const { text_hash, hash_of_reply } of approvals) expect(text_hash).toEqual(hash_of_reply)
  expect(complaints).toEqual([])
  await context.close()
})

describe('a page says what went wrong and what to do', () => {
  test('after a refused consent, a used code and a consent without the permission', async () => {
    const { context, page } = await open()
    await page.getByRole('button', { name: 'Connect with Google' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('You did not allow the access at Google.').waitFor()
    expect(page.url()).toBe(`${api.origin}/portal/business-profile/consent`)
    expect(await problemsOf(page)).toEqual([])

    await page.goto(`${api.origin}/portal/business-profile/consent?state=unknown&code=unknown`)
    await page.getByText('This consent was begun in another session').waitFor()
    await expect.poll(() => page.url()).toBe(`${api.origin}/portal/business-profile/consent`)
    expect(await problemsOf(page)).toEqual([])

    upstream.grantedScope = 'openid'
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByRole('button', { name: 'Connect with Google' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByText('You did not allow this service to manage your Business Profile.').waitFor()
    upstream.grantedScope = 'https://www.googleapis.com/auth/business.manage'
    await context.close()
  })

  test('when the session has ended during the consent, without the code in any address', async () => {
    const { context, page } = await open()
    await page.getByRole('button', { name: 'Connect with Google' }).click()
    await page.getByRole('link', { name: 'Allow' }).waitFor()
    await endSessions(api.database.db, owner.user.id)
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByLabel('Password').waitFor()
    expect(page.url()).toContain('/portal/sign-in')
    expect(page.url()).not.toMatch(/code|state/)
    await context.close()
  })

  test('when the search company refuses the locations or the account manages none', async () => {
    const { context, page } = await open()
    await page.getByRole('button', { name: 'Connect with Google' }).click()
    upstream.fault = ({ path }) => (path === '/v1/accounts' ? { status: 503 } : undefined)
    await page.getByRole('link', { name: 'Allow' }).click()
    await page.getByText('The service is busy.').waitFor()
    upstream.fault = ({ path }) => (path === '/v1/accounts' ? { status: 403 } : undefined)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This Google account may not manage a Business Profile.').waitFor()
    expect(await problemsOf(page)).toEqual([])
    upstream.fault = () => undefined
    upstream.locations.clear()
    await page.reload()
    await page.getByText('This Google account manages no Business Profile.').waitFor()
    await context.close()
  })

  test('when the consent was revoked, the access was lost, and a reply was stopped or changed', async () => {
    for (const id of ['g0', 'g1']) upstream.addReview(id)
    const { context, page } = await open()
    await connect(page)
    const { db } = api.database
    const { data: reviews } = await owner.call('GET', '/business-profile/unanswered-reviews')
    const ids: string[] = []
    for (const { id: review_id } of reviews) {
      const created = await owner.call('POST', '/business-profile/replies', { body: { review_id, text: 'Sorry.' } })
      ids.push(created.data.id)
    }
    // The second review has a reply by now.
    const stored = await storedReviews(db, account.owner.business_id)
    const sourceOf = (id?: string) => stored.find((review) => review.id === id)?.source_id ?? ''
    upstream.setReply(sourceOf(reviews[1]?.id), 'Written elsewhere.')
    for (const id of ids)
      await owner.call('POST', `/business-profile/replies/${id}/approval`, { body: { text: 'Sorry.' } })
    await page.getByRole('link', { name: 'Replies' }).click()
    await page.getByText('The review already has another reply on Google').waitFor()
    await page.getByRole('article').getByText('Published', { exact: true }).waitFor()
    upstream.setReply(sourceOf(reviews[0]?.id), 'Changed elsewhere.')
    await makeProfileSyncsDue(db)
    await page.getByText('It was changed on Google since:').waitFor()
    expect(await problemsOf(page)).toEqual([])

    for (const [problem, text] of [
      ['consent_revoked', 'Google no longer accepts the consent'],
      ['access_lost', 'may no longer manage this location'],
    ] as const) {
      await recordConnectionProblem(db, account.owner, problem)
      await page.goto(`${api.origin}/portal/business-profile`)
      await page.getByText(text).waitFor()
      await page.getByRole('button', { name: 'Connect again' }).waitFor()
      expect(await problemsOf(page)).toEqual([])
    }
    await context.close()
  })

  test('when the moderation of the search company has not decided on a reply, and when it has rejected it', async () => {
    upstream.addReview('g0')
    const { context, page, complaints } = await open()
    await connect(page)
    const { data: reviews } = await owner.call('GET', '/business-profile/unanswered-reviews')
    const body = { review_id: reviews[0]?.id ?? '', text: 'Sorry.' }
    const { data: reply } = await owner.call('POST', '/business-profile/replies', { body })
    upstream.newReplyState = 'PENDING'
    await owner.call('POST', `/business-profile/replies/${reply.id}/approval`, { body: { text: 'Sorry.' } })
    await page.getByRole('link', { name: 'Replies' }).click()
    const article = page.getByRole('article')
    await article.getByText('In moderation', { exact: true }).waitFor()
    expect(await problemsOf(page)).toEqual([])
    upstream.moderate('g0', 'REJECTED', 'OFF_TOPIC')
    await makeProfileSyncsDue(api.database.db)
    await article.getByText('Rejected by Google', { exact: true }).waitFor()
    await article.getByText('its moderation rejected it as “Off topic”').waitFor()
    expect(await problemsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('when an approval is refused because the draft was changed meanwhile', async () => {
    upstream.addReview('g0')
    const { context, page } = await open()
    await connect(page)
    const { data: reviews } = await owner.call('GET', '/business-profile/unanswered-reviews')
    const body = { review_id: reviews[0]?.id ?? '', text: 'Sorry.' }
    const { data: reply } = await owner.call('POST', '/business-profile/replies', { body })
    await page.goto(`${api.origin}/portal/business-profile/approval`)
    await page.getByText('I have read this reply').click()
    await owner.call('PATCH', `/business-profile/replies/${reply.id}`, { body: { text: 'Another text.' } })
    await page.getByRole('button', { name: 'Approve 1 reply' }).click()
    await page.getByText('0 of 1 marked as read.').waitFor()
    await page.getByText('Another text.').waitFor()
    expect(await isApproved(api.database.db, reply.id)).toBe(false)
    await context.close()
  })
})

test('an owner disconnects, and the consent is revoked at the search company', async () => {
  const { context, page } = await open()
  await connect(page)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The consent is revoked at Google').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('heading', { name: 'Not connected' }).waitFor()
  await expect.poll(() => upstream.hasConsent, { timeout: 20_000 }).toBe(false)
  await context.close()
})

const paths = ['', '/consent', '/location', '/replies', '/approval', '/history'].map(
  (path) => `business-profile${path}`,
)

describe('while the flag is off', () => {
  test('no page exists and the navigation does not name it', async () => {
    await setFlag(api.database.db, profileFlag, false, account.owner.account_id)
    const { context, page, complaints } = await open('')
    await page.getByRole('link', { name: 'Reply drafts' }).waitFor()
    expect(await page.getByRole('navigation').getByText('Business Profile').count()).toBe(0)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const path of paths) {
      await page.goto(`${api.origin}/portal/${path}`)
      await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    }
    expect(requests.filter((url) => url.includes('/portal/api/business-profile'))).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('a viewer reads every page and gets no button that changes anything', async () => {
  upstream.addReview('g0')
  upstream.addReview('g1')
  const { context, page } = await open()
  await connect(page)
  const { data: reviews } = await owner.call('GET', '/business-profile/unanswered-reviews')
  const body = { review_id: reviews[0]?.id ?? '', text: 'Sorry.' }
  await owner.call('POST', '/business-profile/replies', { body })
  await context.close()
  const viewer = await open('business-profile', await openPortal(api, account, 'viewer'))
  for (const path of ['business-profile', 'business-profile/replies', 'business-profile/approval']) {
    await viewer.page.goto(`${api.origin}/portal/${path}`)
    await viewer.page.getByRole('heading', { level: 1 }).waitFor()
    await viewer.page.locator('body:not(:has(.loading))').waitFor()
    const names = await viewer.page.locator('main').getByRole('button').allTextContents()
    expect([path, names]).toEqual([path, []])
  }
  await viewer.context.close()
})

test('every page meets WCAG 2.2 AA and does not scroll sideways, on a desktop and a phone, in light and dark', async () => {
  upstream.addReview('g0', { comment: 'unbroken'.repeat(60) })
  upstream.addReview('g1', { comment: 'A rat ran through the kitchen and I was ill for days.', starRating: 'ONE' })
  const { context, page, complaints } = await open()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect with Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText('Rosso Trattoria accounts/1/locations/2').click()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect this location' }).click()
  await page.getByText(/reviews on Google/).waitFor()
  await page.getByRole('link', { name: 'Replies' }).click()
  await page.getByRole('button', { name: 'Draft a reply' }).first().click()
  await page.getByText('Read with care:').waitFor()
  for (const path of paths) {
    await page.goto(`${api.origin}/portal/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('body:not(:has(.loading))').waitFor()
    expect(await problemsOf(page)).toEqual([])
  }
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)
