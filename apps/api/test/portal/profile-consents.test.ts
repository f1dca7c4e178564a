import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { purgeProfileConsents } from '@svc/db/profile-consents'
import { knexOf } from '@svc/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { openPortal, type PortalPage, portalOf } from './portal-client.ts'

// The consent of an owner, against a double of the search company.

const publicUrl = 'http://reviews.example.com'

const environment = () => ({
  BUSINESS_PROFILE_CLIENT_ID: 'client',
  BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
  BUSINESS_PROFILE_ORIGIN: upstream.origin,
  BUSINESS_PROFILE_TIMEOUT: '2s',
  BUSINESS_PROFILE_REQUESTS_PER_MINUTE: '100000',
})

let api: TestApi
let upstream: UpstreamDouble
let account: TestAccount
let page: PortalPage
beforeAll(async () => {
  upstream = await startUpstreamDouble()
  api = await startTestApi({ ...environment(), SVC_PUBLIC_URL: publicUrl })
})
afterAll(async () => {
  await api.close()
  await upstream.close()
})
beforeEach(async () => {
  await setFlag(api.database.db, profileFlag, true)
  await knex()('business_profile_consents').delete()
  await knex()('business_profile_revocations').delete()
  upstream.fault = () => undefined
  upstream.grantedScope = 'https://www.googleapis.com/auth/business.manage'
  upstream.hasConsent = true
  upstream.requests.length = 0
  account = await api.open()
  page = await openPortal(api, account)
})

const knex = () => knexOf(api.database.db)

async function begin(browser = page): Promise<string> {
  const begun = await browser.call('POST', '/business-profile/consent')
  expect(begun.status).toBe(201)
  return begun.data.authorization_url
}

/** The parameters that the search company returns to the browser after a person has allowed it. */
function allowed(url: string): { state: string; code: string } {
  const { searchParams } = new URL(upstream.decide(url, 'allow'))
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

const finish = (body: { state: string; code: string }, browser = page) =>
  browser.call('POST', '/business-profile/consent/code', { body })

const connect = (location = upstream.location, browser = page) =>
  browser.call('POST', '/business-profile', { body: { location } })

const refusalOf = ({ status, error }: { status: number; error: { message: string } }) => [status, error.message]

const startAgain = [
  409,
  'This consent was begun in another session or more than ten minutes ago, or it was used. Start again.',
]

test('an owner consents, chooses a location, and the token is stored encrypted with an entry in the audit log', async () => {
  const url = await begin()
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    client_id: 'client',
    redirect_uri: `${publicUrl}/portal/business-profile/consent`,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/business.manage',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  })
  expect((await finish(allowed(url))).data).toEqual({ expires_at: expect.any(String) })
  const { data } = await page.call('GET', '/business-profile/locations')
  expect(data).toEqual([{ name: upstream.location, title: 'Rosso Trattoria' }])
  const connected = await connect()
  expect([connected.status, connected.data]).toEqual([
    201,
    expect.objectContaining({ location: upstream.location, title: 'Rosso Trattoria', problem: null, synced_at: null }),
  ])
  expect((await page.call('GET', '/business-profile')).data).toEqual(connected.data)

  const [stored] = await knex()('business_profile_connections').where({ account_id: account.owner.account_id })
  expect(stored.refresh_token_ciphertext.toString('latin1')).not.toContain(upstream.refreshToken)
  expect(await knex()('business_profile_consents')).toEqual([])
  const log = await page.call('GET', '/business-profile/audit-log')
  expect(log.data.map(({ action, actor }) => [action, actor.email])).toEqual([['profile.connected', page.user.email]])
})

test('neither the database nor a response nor the log has the state, the verifier or a token in plain text', async () => {
  const url = await begin()
  const given = allowed(url)
  const [stored] = await knex()('business_profile_consents')
  const verifierOf = ({ id }: { id: string }) => `business_profile_consents/${id}/verifier_ciphertext`
  const { id } = (await page.call('GET', '/session')).data
  const verifier = api.keyring
    .decrypt(stored.verifier_key_id, stored.verifier_ciphertext, verifierOf({ id }))
    .toString()
  expect(
    JSON.stringify([stored, Buffer.concat([stored.state_hash, stored.verifier_ciphertext]).toString('latin1')]),
  ).not.toContain(given.state)
  const responses = [await finish(given), await page.call('GET', '/business-profile/locations'), await connect()]
  const seen = JSON.stringify(responses.map(({ body }) => body)) + url + api.log()
  for (const secret of [verifier, upstream.refreshToken, given.code]) expect(seen).not.toContain(secret)
})

describe('a consent is refused', () => {
  test('in another session of the same person', async () => {
    const given = allowed(await begin())
    const other = await portalOf(api, page.user, page.password)
    expect(refusalOf(await finish(given, other))).toEqual(startAgain)
    expect(upstream.requests).toEqual([])
    expect((await finish(given)).status).toBe(200)
  })

  test('in the session of another account', async () => {
    const given = allowed(await begin())
    const other = await openPortal(api, await api.open())
    await begin(other)
    expect(refusalOf(await finish(given, other))).toEqual(startAgain)
    expect(upstream.requests).toEqual([])
  })

  test('with another state, and nothing is sent', async () => {
    const given = allowed(await begin())
    expect(refusalOf(await finish({ ...given, state: 'x'.repeat(43) }))).toEqual(startAgain)
    expect(upstream.requests).toEqual([])
  })

  test('when it is used again', async () => {
    const given = allowed(await begin())
    await finish(given)
    expect(refusalOf(await finish(given))).toEqual(startAgain)
  })

  test('when ten minutes have passed since it was begun', async () => {
    const given = allowed(await begin())
    await knex()('business_profile_consents').update({ expires_at: knex().fn.now() })
    expect(refusalOf(await finish(given))).toEqual(startAgain)
    expect(upstream.requests).toEqual([])
  })

  test('after another one was begun', async () => {
    const given = allowed(await begin())
    await begin()
    expect(refusalOf(await finish(given))).toEqual(startAgain)
  })

  test('with a code that the search company does not accept', async () => {
    const { state } = allowed(await begin())
    expect(refusalOf(await finish({ state, code: 'invented' }))).toEqual([
      409,
      'Google does not accept the code of this consent. Start again.',
    ])
  })

  test('with the code of another consent, because its verifier differs', async () => {
    const { code } = allowed(await begin())
    const { state } = allowed(await begin())
    expect(refusalOf(await finish({ state, code }))[0]).toBe(409)
  })

  test('without the permission to manage the profile', async () => {
    upstream.grantedScope = 'openid'
    expect(refusalOf(await finish(allowed(await begin())))).toEqual([
      409,
      'You did not allow this service to manage your Business Profile. Start again and allow it.',
    ])
    expect((await page.call('GET', '/business-profile/locations')).status).toBe(404)
  })

  test('while the search company does not respond', async () => {
    const given = allowed(await begin())
    upstream.fault = () => 'lost'
    expect(refusalOf(await finish(given))).toEqual([409, 'Google did not respond. Start again.'])
  })
})

describe('a location', () => {
  test('is connected only if the consent gives access to it, and only once', async () => {
    await finish(allowed(await begin()))
    expect((await connect('accounts/1/locations/9')).status).toBe(409)
    expect((await connect()).status).toBe(201)
    expect((await connect()).status).toBe(404)
  })

  test('is not chosen in another session', async () => {
    await finish(allowed(await begin()))
    const other = await portalOf(api, page.user, page.password)
    const replies = [await other.call('GET', '/business-profile/locations'), await connect(upstream.location, other)]
    expect(replies.map(({ status }) => status)).toEqual([404, 404])
  })

  test.each([
    [
      'a person without a profile',
      { status: 403 },
      [409, 'This Google account may not manage a Business Profile. Start again with another one.'],
    ],
    ['a used-up quota', { status: 429, retryAfterSeconds: 7 }, [503, expect.any(String)]],
    ['no response', 'lost', [503, expect.any(String)]],
  ] as const)('is not listed for %s', async (_name, fault, expected) => {
    await finish(allowed(await begin()))
    upstream.fault = ({ path }) => (path === '/v1/accounts' ? fault : undefined)
    const reply = await page.call('GET', '/business-profile/locations')
    expect(refusalOf(reply)).toEqual(expected)
    if (typeof fault === 'object' && 'retryAfterSeconds' in fault) expect(reply.headers.get('retry-after')).toBe('7')
    upstream.fault = () => undefined
    expect((await page.call('GET', '/business-profile/locations')).status).toBe(200)
  })

  test('is not listed with a consent that was revoked meanwhile', async () => {
    await finish(allowed(await begin()))
    upstream.hasConsent = false
    expect(refusalOf(await page.call('GET', '/business-profile/locations'))).toEqual([
      409,
      'Your consent was revoked at Google. Start again.',
    ])
  })
})

describe('the end of a consent', () => {
  const revocations = () => knex()('business_profile_revocations').pluck('id')

  test('deletes the connection and queues its token to be revoked', async () => {
    await finish(allowed(await begin()))
    await connect()
    const ended = await page.call('DELETE', '/business-profile')
    expect(ended.data).toEqual({ disconnected: true })
    expect((await page.call('GET', '/business-profile')).status).toBe(404)
    expect((await page.call('DELETE', '/business-profile')).status).toBe(404)
    expect(await revocations()).toEqual([account.owner.business_id])
    const { data } = await page.call('GET', '/business-profile/audit-log')
    expect(data.map(({ action }) => action)).toEqual(['profile.disconnected', 'profile.connected'])
  })

  test('is no longer revoked once its owner has consented again', async () => {
    await finish(allowed(await begin()))
    await connect()
    await page.call('DELETE', '/business-profile')
    await finish(allowed(await begin()))
    expect(await revocations()).toEqual([])
  })

  test('comes after ten minutes without a location, but not while another consent is in use', async () => {
    await finish(allowed(await begin()))
    await knex()('business_profile_consents').update({ expires_at: knex().fn.now() })
    expect((await page.call('GET', '/business-profile/locations')).status).toBe(404)
    expect(await purgeProfileConsents(api.database.db, { limit: 10 })).toBe(1)
    expect(await revocations()).toEqual([account.owner.business_id])

    await finish(allowed(await begin()))
    await connect()
    await finish(allowed(await begin()))
    await knex()('business_profile_consents').update({ expires_at: knex().fn.now() })
    await purgeProfileConsents(api.database.db, { limit: 10 })
    expect(await revocations()).toEqual([])
  })

  test('comes with the deletion of the account, which sends nothing by itself', async () => {
    await finish(allowed(await begin()))
    await connect()
    upstream.requests.length = 0
    const deleted = await page.call('POST', '/account/deletion', { body: { name: 'Rosso Trattoria' } })
    expect(deleted.status).toBe(202)
    expect(await knex()('business_profile_connections').where({ account_id: account.owner.account_id })).toEqual([])
    expect(await revocations()).toEqual([account.owner.business_id])
    expect(upstream.requests).toEqual([])
  })
})

test('an installation without an OAuth client says so, and begins nothing', async () => {
  const other = await startTestApi()
  try {
    await setFlag(other.database.db, profileFlag, true)
    const owner = await openPortal(other, await other.open())
    const begun = await owner.call('POST', '/business-profile/consent')
    expect(refusalOf(begun)).toEqual([409, expect.stringContaining('BUSINESS_PROFILE_CLIENT_ID')])
    expect(await knexOf(other.database.db)('business_profile_consents')).toEqual([])
  } finally {
    await other.close()
  }
})

describe('a consent returns', () => {
  async function redirectUri(browser: PortalPage, origin: string): Promise<string | null> {
    const begun = await browser.call('POST', '/business-profile/consent', { headers: { Origin: origin } })
    return new URL(begun.data.authorization_url).searchParams.get('redirect_uri')
  }

  test('to localhost if the portal is open there, regardless of what the second request states, and to no other origin', async () => {
    const other = await startTestApi(environment())
    try {
      await setFlag(other.database.db, profileFlag, true)
      const browser = await openPortal(other, await other.open())
      const localhost = other.origin.replace('127.0.0.1', 'localhost')
      expect(await redirectUri(browser, localhost)).toBe(`${localhost}/portal/business-profile/consent`)
      const url = (await browser.call('POST', '/business-profile/consent', { headers: { Origin: localhost } })).data
      const body = allowed(url.authorization_url)
      expect((await finish(body, browser)).status).toBe(200)
      for (const origin of [other.origin, 'http://localhost:1', 'http://attacker.example', 'null'])
        expect(await redirectUri(browser, origin)).toBe(`${other.origin}/portal/business-profile/consent`)
    } finally {
      await other.close()
    }
  })

  test('to SVC_PUBLIC_URL only, if it is set', async () => {
    const localhost = api.origin.replace('127.0.0.1', 'localhost')
    expect(await redirectUri(page, localhost)).toBe(`${publicUrl}/portal/business-profile/consent`)
  })
})

test('the session shows whether the integration is on for the account', async () => {
  const isOn = async () => (await page.call('GET', '/session')).data.account.business_profile
  expect(await isOn()).toBe(true)
  await setFlag(api.database.db, profileFlag, false, account.owner.account_id)
  expect(await isOn()).toBe(false)
  await setFlag(api.database.db, profileFlag, false)
  expect(await isOn()).toBe(false)
})
