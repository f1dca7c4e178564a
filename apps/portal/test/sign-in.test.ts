// @module-tag chromium

import { startTestApi, type TestApi } from '@svc/api/testing'
import { openConsole, openPortal, type PortalPage, signInLinkOf } from '@svc/api/testing/portal'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openContext, problemsOf, visit as visitAs } from './browser.ts'

// Invitations, forgotten passwords and second factors, in a real Chromium.

const startMs = Date.now()
/** The clock of the API moves only where a test moves it. */
let elapsedMs = 0
let api: TestApi
let browser: Browser
beforeAll(async () => {
  api = await startTestApi({ SVC_CONSOLE_SECOND_FACTOR: 'on' }, { clock: { now: () => startMs + elapsedMs } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

const newPassword = 'nine purple trains at dawn'
const visit = (member: PortalPage) => visitAs(browser, api.origin, member)
const openMember = async (role?: 'viewer') => openPortal(api, await api.open(), role)

async function openPage(): Promise<Page> {
  return (await openContext(browser)).newPage()
}

/** Fills in the form of the sign-in page, which the page shows or is about to show. */
async function givePassword(page: Page, { user, password }: Pick<PortalPage, 'user' | 'password'>): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The code of an app this many time steps after the start of the test. The clock of the API is stopped. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: startMs + steps * 30_000 })

/** Sets up an authenticator app; returns a code that is not used yet. */
async function protect(member: PortalPage): Promise<string> {
  const { secret } = (await member.call('POST', '/factors/authenticator')).data
  await member.call('POST', '/factors/authenticator/confirmation', { body: { code: codeOf(secret) } })
  return codeOf(secret, 1)
}

describe('an owner', () => {
  test('invites a person, sees why an email address is refused, and withdraws the invitation', async () => {
    const owner = await openMember()
    const { context, page, complaints } = await visit(owner)
    await page.goto(`${api.origin}/portal/members`)
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.getByText('No pending invitations.').waitFor()
    const invite = async (email: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Invite' }).click()
    }
    await invite(owner.user.email)
    await page.getByText('This email address has a login already.').waitFor()
    await expirePasswordConfirmation(api.database.db, owner.user.id)
    await invite('noor@rosso-trattoria.example')
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('svc user reset noor@rosso-trattoria.example --link').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'noor@rosso-trattoria.example' })
    await row.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('sets up an authenticator app, signs in with a code, and removes the app again', async () => {
    const owner = await openMember()
    const { context, page, complaints } = await visit(owner)
    await page.goto(`${api.origin}/portal/security`)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    const secret = (await page.locator('.secret-text').textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill('not a code')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('The code is incorrect or was already used.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Recovery codes left: 10.').waitFor()
    const codes = ((await page.getByLabel('Recovery codes').locator('code').textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await givePassword(page, owner)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('wrong code')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The code is incorrect or was already used.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('#content').waitFor()

    await expirePasswordConfirmation(api.database.db, owner.user.id)
    await page.goto(`${api.origin}/portal/security`)
    await page.getByText('Recovery codes left: 9.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Use a code instead' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('an administrator sets up an authenticator app before the console opens, and then signs in with a code', async () => {
  const administrator = await openConsole(api)
  const { context, page, complaints } = await visitAs(browser, api.origin, administrator, '/portal/admin')
  await page.getByText('Set up an authenticator app to use the console.').waitFor()
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Security'])
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.locator('.secret-text').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = ((await page.getByLabel('Recovery codes').locator('code').textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  await page.getByLabel('Email').fill(administrator.user.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

describe('a member with a passkey', () => {
  /** A device in the browser that verifies the person without a question. */
  const addDevice = async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
    return { refuse: () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }) }
  }

  test('signs in without a password, and can no longer once it is removed', async () => {
    const member = await openMember()
    // Browsers bind passkeys to names.
    const { context, page, complaints } = await visitAs(browser, api.origin.replace('127.0.0.1', 'localhost'), member)
    const device = await addDevice(page)
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('cell', { name: 'Laptop' }).waitFor()
    expect(await problemsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('The same')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This device already has one of your passkeys.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    elapsedMs += 1_000
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.locator('#content').waitFor()

    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('row').filter({ hasText: 'Laptop' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('A passkey signs you in').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey is unknown').waitFor()
    await device.refuse()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The device did not confirm that it is you').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('a person', () => {
  test('who opens an expired link requests another one, also after the network was lost', async () => {
    const page = await openPage()
    await page.goto(`${api.origin}/portal/set-password#${'x'.repeat(43)}`)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This link was used or has expired.').waitFor()
    await page.getByRole('link', { name: 'Get another link' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email').fill('nobody@rosso-trattoria.example')
    await page.route('**/portal/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/portal/api/**')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('svc user reset nobody@rosso-trattoria.example --link').waitFor()
    await page.context().close()
  })

  test('with an authenticator app is asked for a code after a link, and for the password once that took too long', async () => {
    const member = await openMember()
    const code = await protect(member)
    const page = await openPage()
    await page.goto(await signInLinkOf(api, member.user))
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    // As after five minutes, when the browser deletes it.
    await page.context().clearCookies({ name: 'svc_second_factor' })
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This took more than five minutes.').waitFor()
    await page.getByRole('button', { name: 'Back to the sign-in' }).click()
    await givePassword(page, { ...member, password: newPassword })
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('#content').waitFor()
    await page.context().close()
  })
})

describe('the pages', () => {
  test('meet WCAG 2.2 AA and do not scroll sideways, on a desktop and a phone, in light and dark', async () => {
    const member = await openMember()
    const problems: string[] = []
    const check = async (page: Page, name: string) => {
      for (const problem of await problemsOf(page)) problems.push(`${name}: ${problem}`)
    }
    const { context, page, complaints } = await visit(member)
    await member.call('POST', '/invitations', {
      body: { email: `${'n'.repeat(20)}${crypto.randomUUID()}@rosso.example`, role: 'owner' },
    })
    await page.goto(`${api.origin}/portal/members`)
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    await check(page, 'members')
    await page.goto(`${api.origin}/portal/security`)
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = (await page.locator('.secret-text').textContent()) ?? ''
    await check(page, 'security, setting up')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Recovery codes left').waitFor()
    await check(page, 'security, set up')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').waitFor()
    await check(page, 'security, removing')
    await context.close()

    const outside = await openPage()
    await outside.goto(`${api.origin}/portal/forgot-password`)
    await outside.getByLabel('Email').fill(member.user.email)
    await check(outside, 'forgot password')
    await outside.getByRole('button', { name: 'Send the link' }).click()
    await outside.getByRole('status').waitFor()
    await check(outside, 'link requested')
    await outside.getByRole('link', { name: 'Back to the sign-in' }).click()
    await outside.getByLabel('Password').waitFor()
    await check(outside, 'sign-in')
    await givePassword(outside, member)
    await outside.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await check(outside, 'code')
    for (const path of ['sign-in', 'set-password']) {
      await outside.goto(`${api.origin}/portal/admin/${path}`)
      await outside.locator('main:not(:has(.loading)) h1').waitFor()
      await check(outside, `console, ${path}`)
    }
    await outside.context().close()
    expect(problems).toEqual([])
    expect(complaints).toEqual([])
  })

  test('show a viewer who is invited, and no button to change it', async () => {
    const account = await api.open()
    const owner = await openPortal(api, account)
    await owner.call('POST', '/invitations', { body: { email: 'iris@rosso-trattoria.example', role: 'viewer' } })
    const { context, page } = await visit(await openPortal(api, account, 'viewer'))
    await page.goto(`${api.origin}/portal/members`)
    await page.getByRole('cell', { name: 'iris@rosso-trattoria.example' }).waitFor()
    expect(await page.locator('main button').allTextContents()).toEqual([])
    await context.close()
  })
})
