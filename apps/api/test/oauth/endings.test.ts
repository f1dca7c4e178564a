import { deleteUser, newPassword, resetPassword } from '@svc/credentials/users'
import { listConsents, withdrawConsent } from '@svc/db/oauth-records'
import { knexOf } from '@svc/db/testing'
import { present } from '@svc/http/testing-reply'
import type { Id } from '@svc/runtime/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '../portal/portal-client.ts'
import type { TestAccount, TestApi } from '../testing.ts'
import {
  accessIn,
  authorization,
  Browser,
  consent,
  form,
  inBody,
  newVerifier,
  type OAuthDriver,
  openPerson,
  type Person,
  redirectUri,
  refreshIn,
  startOAuth,
  type TestClient,
} from './oauth-client.ts'

// A login or a consent that ends takes its sessions, codes, refresh tokens and access tokens with it, from the next
// request on.

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient

beforeAll(async () => {
  ;({ api, account, oauth } = await startOAuth())
  client = await oauth.register({ redirect_uris: [redirectUri], name: 'Dashboard' })
})
afterAll(() => api.close())

/** A person who is logged in and has allowed the app, with tokens, and with a code that was not used yet. */
async function openConsent() {
  const person = await openPerson(api, account)
  const browser = new Browser(api.origin)
  const newCode = async () => {
    const { verifier, challenge } = newVerifier()
    const back = await consent(api, person, authorization(client, challenge), browser)
    return { code: String(back.searchParams.get('code')), code_verifier: verifier }
  }
  const exchange = (code: { code: string; code_verifier: string }) =>
    oauth.post(
      'token',
      form({ grant_type: 'authorization_code', ...code, redirect_uri: redirectUri, ...inBody(client) }),
    )
  const { body } = await exchange(await newCode())
  return { person, browser, exchange, code: await newCode(), access: accessIn(body), refresh: refreshIn(body) }
}

const refreshWith = (refresh_token: string) =>
  oauth.post('token', form({ grant_type: 'refresh_token', refresh_token, ...inBody(client) }))

async function showsLogin(browser: Browser): Promise<boolean> {
  const page = await browser.visit(`/api/oauth/authorize?${authorization(client, newVerifier().challenge)}`)
  return page.text.includes('name="password"')
}

/** Removes a person from the account by the portal. */
async function removeMember({ email }: Person): Promise<void> {
  const owner = await openPortal(api, account)
  const { data } = await owner.call('GET', '/members')
  const { id } = present(data.find((member) => member.email === email))
  expect((await owner.call('DELETE', `/members/${id}`)).status).toBe(200)
}

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['resetting the password', ({ email }) => resetPassword(api.database.db, email, newPassword())],
  ['deleting the login', ({ email }) => api.database.db.transaction((transaction) => deleteUser(transaction, email))],
  ['removing the member', removeMember],
])('%s ends the sessions of the user and every consent with its tokens', async (_name, end) => {
  const opened = await openConsent()
  const bystander = await openConsent()
  expect((await oauth.call(opened.access)).status).toBe(200)

  await end(opened.person)

  expect((await oauth.call(opened.access)).status).toBe(401)
  expect((await refreshWith(opened.refresh)).body.error).toBe('invalid_grant')
  expect((await opened.exchange(opened.code)).body.error).toBe('invalid_grant')
  expect(await showsLogin(opened.browser)).toBe(true)

  expect((await oauth.call(bystander.access)).status).toBe(200)
  expect((await bystander.exchange(bystander.code)).status).toBe(200)
  expect(await showsLogin(bystander.browser)).toBe(false)
})

test('withdrawing a consent ends its tokens and no other tokens of the user', async () => {
  const opened = await openConsent()
  const { body } = await opened.exchange(opened.code)
  const consents = await listConsents(api.database.db, account.owner.account_id)
  const mine = consents.filter(({ email }) => email === opened.person.email)
  expect(mine).toMatchObject([{ scopes: ['businesses:read'] }, { client_id: client.id, client_name: 'Dashboard' }])

  const other = await api.open({ name: 'Brightside Dental' })
  const withdraw = (accountId: Id<'acc'>, id = '') =>
    api.database.db.transaction((transaction) => withdrawConsent(transaction, accountId, id))
  expect(await withdraw(other.owner.account_id, mine[0]?.id)).toBeUndefined()
  expect(await withdraw(account.owner.account_id, mine[0]?.id)).toEqual(mine[0])

  const statuses = [(await oauth.call(opened.access)).status, (await oauth.call(accessIn(body))).status]
  expect(statuses.toSorted()).toEqual([200, 401])
  const refreshed = [await refreshWith(opened.refresh), await refreshWith(refreshIn(body))]
  expect(refreshed.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a consent that is given while the password is reset does not outlive the reset', async () => {
  const { person, browser } = await openConsent()
  const page = await browser.visit(`/api/oauth/authorize?${authorization(client, newVerifier().challenge)}`)
  // The session ends between the check of the form and the end of the request: the consent is stored and taken back.
  await knexOf(api.database.db).raw(`
    create function end_sessions() returns trigger language plpgsql as $$
      begin delete from sessions where user_id = new.user_id; return new; end $$;
    create trigger end_sessions after insert on oauth_records for each row when (new.kind = 'Grant')
      execute function end_sessions()`)
  const pressed = await browser.press(page, 'allow')
  await knexOf(api.database.db).raw('drop function end_sessions cascade')
  expect(pressed.away).toBeUndefined()
  expect(pressed.text).toContain('name="password"')
  const consents = await listConsents(api.database.db, account.owner.account_id)
  expect(consents.filter(({ email }) => email === person.email)).toHaveLength(2)
})
