import { generateKeyPairSync } from 'node:crypto'
import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import { setFlag } from '@svc/db/flags'
import { profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import type { Clock } from '@svc/runtime/clock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectLocation } from './portal/profile-fixtures.ts'
import { startTestApi, type TestAccount, type TestApi } from './testing.ts'

// Notifications of the search company, sent as its push subscription sends them.

const publicUrl = 'http://reviews.example.com'
const pushAccount = 'notifications@project.iam.example.com'
const path = '/business-profile/notifications'
const nowS = Date.parse('2026-11-20T12:00:00Z') / 1_000

let api: TestApi
let upstream: UpstreamDouble
let account: TestAccount
let clock: Clock

const startApi = () =>
  startTestApi(
    {
      BUSINESS_PROFILE_CLIENT_ID: 'client',
      BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
      BUSINESS_PROFILE_ORIGIN: upstream.origin,
      BUSINESS_PROFILE_PUSH_ACCOUNT: pushAccount,
      SVC_PUBLIC_URL: publicUrl,
    },
    { clock: { now: () => clock.now() } },
  )

beforeAll(async () => {
  upstream = await startUpstreamDouble()
  clock = { now: () => nowS * 1_000 }
  api = await startApi()
})
afterAll(async () => {
  await api?.close()
  await upstream?.close()
})
beforeEach(async () => {
  await setFlag(api.database.db, profileFlag, true)
  await knex()('business_profile_connections').delete()
  upstream.requests.length = 0
  upstream.fault = () => undefined
  account = await api.open()
  await connectLocation(api, account.owner)
  await knex()('business_profile_connections').update({ due_at: '2099-01-01' })
})

const knex = () => knexOf(api.database.db)

const claims = {
  iss: 'https://accounts.google.com',
  aud: publicUrl + path,
  email: pushAccount,
  email_verified: true,
  sub: '1234',
  iat: nowS - 10,
  exp: nowS + 3_590,
}

const messageOf = (content: unknown) => ({
  message: { data: Buffer.from(JSON.stringify(content)).toString('base64'), messageId: '1' },
  subscription: 'projects/1/subscriptions/2',
})

const ofLocation = messageOf({
  location_name: 'accounts/1/locations/2',
  review_name: 'accounts/1/locations/2/reviews/g1',
})

interface Push {
  token?: string | undefined
  body?: unknown
  origin?: string
}

/** Sends a message with a token of the subscription, unless another one is given. */
async function push({ token = upstream.pushToken(claims), body = ofLocation, origin = api.origin }: Push = {}) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The businesses whose synchronization is due. */
const due = () => knex()('business_profile_connections').where('due_at', '<=', knex().fn.now()).pluck('id')

test('a notification makes the synchronization of its location due, however often it arrives', async () => {
  const sent = await push()
  expect([sent.status, sent.text]).toEqual([204, ''])
  expect(sent.headers.get('x-request-id')).toMatch(/^req_/)
  expect(await due()).toEqual([account.owner.business_id])
  expect((await push()).status).toBe(204)
  expect(await due()).toEqual([account.owner.business_id])
})

test('a notification makes the synchronization due of every account that has connected the location, and of no other', async () => {
  const [same, other] = [await api.open(), await api.open()]
  await connectLocation(api, same.owner)
  await connectLocation(api, other.owner)
  await knex()('business_profile_connections').update({ due_at: '2099-01-01' })
  const location = (name: string, { owner }: TestAccount) =>
    knex()('business_profile_connections').where({ id: owner.business_id }).update({ location: name })
  await location('accounts/7/locations/2', same)
  await location('accounts/1/locations/22', other)
  await push()
  expect((await due()).toSorted()).toEqual([account.owner.business_id, same.owner.business_id].toSorted())
})

test('a notification changes no review and requests nothing but the keys', async () => {
  const before = await knex()('reviews').orderBy('id')
  await push({ body: messageOf({ location_name: 'accounts/1/locations/2', review: { comment: 'Invented.' } }) })
  expect(await knex()('reviews').orderBy('id')).toEqual(before)
  expect(upstream.requests.filter((request) => request.path !== '/oauth2/v3/certs')).toEqual([])
})

test.each([
  ['of a location that is not connected', messageOf({ location_name: 'accounts/1/locations/9' })],
  ['with the other spelling of its field, of another location', messageOf({ locationName: 'locations/9' })],
  ['that names no location', messageOf({ location_name: "accounts/1/locations/2' or true --" })],
  ['whose fields are not text', messageOf({ location_name: 2 })],
  ['that is not JSON', { message: { data: '####' } }],
  ['without content', { message: {} }],
])('a message %s is taken without an effect, because a repetition would have none either', async (_name, body) => {
  expect((await push({ body })).status).toBe(204)
  expect(await due()).toEqual([])
})

test.each([
  ['a list', []],
  ['an object without a message', { subscription: 'projects/1/subscriptions/2' }],
  ['a message whose data is not text', { message: { data: { location_name: 'accounts/1/locations/2' } } }],
  ['not JSON', '{"message":'],
  ['larger than 64 KB', { ...ofLocation, padding: 'x'.repeat(65_536) }],
])('a body that is %s is refused', async (_name, body) => {
  expect((await push({ body })).status).toBe(400)
  expect(await due()).toEqual([])
})

describe('a token', () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const published = { alg: 'RS256', typ: 'JWT', kid: 'published' }
  const withoutSignature = (token: string) => token.slice(0, token.lastIndexOf('.') + 1)
  test.each<[string, () => string]>([
    ['that is empty', () => ''],
    ['that is not a token', () => 'a.b.c'],
    ['for another endpoint', () => upstream.pushToken({ ...claims, aud: 'https://other.example.com' })],
    ['for several endpoints', () => upstream.pushToken({ ...claims, aud: [claims.aud, 'https://other.example.com'] })],
    ['without an audience', () => upstream.pushToken({ ...claims, aud: undefined })],
    ['of another issuer', () => upstream.pushToken({ ...claims, iss: 'https://accounts.example.com' })],
    ['of another service account', () => upstream.pushToken({ ...claims, email: 'other@project.iam.example.com' })],
    ['whose email address is not verified', () => upstream.pushToken({ ...claims, email_verified: false })],
    ['that has expired', () => upstream.pushToken({ ...claims, iat: nowS - 3_700, exp: nowS - 100 })],
    ['that never expires', () => upstream.pushToken({ ...claims, exp: undefined })],
    ['that is not valid yet', () => upstream.pushToken({ ...claims, nbf: nowS + 100 })],
    ['with the signature of another key', () => upstream.pushToken(claims, { signingKey: foreign })],
    ['with an unknown key', () => upstream.pushToken(claims, { header: { ...published, kid: 'unknown' } })],
    ['with the algorithm "none"', () => withoutSignature(upstream.pushToken(claims, { header: { alg: 'none' } }))],
    ['with another algorithm', () => upstream.pushToken(claims, { header: { ...published, alg: 'HS256' } })],
    [
      'with a key of its own',
      () => upstream.pushToken(claims, { header: { ...published, jwk: { kty: 'RSA' }, kid: 'x' } }),
    ],
    ['without its signature', () => withoutSignature(upstream.pushToken(claims))],
  ])('%s is refused with 401 and starts no synchronization', async (_name, token) => {
    const refused = await push({ token: token() })
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([
      401,
      { code: 'unauthorized', message: 'The request has no valid token of the push subscription.' },
    ])
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await due()).toEqual([])
  })

  test('in another scheme than Bearer is refused with 401', async () => {
    const response = await fetch(api.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Basic ${upstream.pushToken(claims)}` },
      body: JSON.stringify(ofLocation),
    })
    expect(response.status).toBe(401)
    await response.text()
  })

  test('if it is the credential of an account', async () => {
    expect((await push({ token: account.key })).status).toBe(401)
    expect(await due()).toEqual([])
  })
})

test('a token of someone else requests no keys', async () => {
  const other = await startApi()
  try {
    await setFlag(other.database.db, profileFlag, true)
    const token = upstream.pushToken({ ...claims, email: 'other@project.iam.example.com' })
    expect((await push({ token, origin: other.origin })).status).toBe(401)
    expect(upstream.requests).toEqual([])
  } finally {
    await other.close()
  }
})

test('while the keys cannot be fetched, the subscription is asked to send again', async () => {
  const other = await startApi()
  try {
    await setFlag(other.database.db, profileFlag, true)
    upstream.fault = () => ({ status: 500 })
    const failed = await push({ origin: other.origin })
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '10'])
    upstream.fault = () => undefined
    expect((await push({ origin: other.origin })).status).toBe(204)
  } finally {
    await other.close()
  }
})

test('while the flag is off, the path does not exist and no keys are requested', async () => {
  await setFlag(api.database.db, profileFlag, false)
  expect((await push()).status).toBe(404)
  expect((await push({ token: 'invalid' })).status).toBe(404)
  expect(await due()).toEqual([])
  expect(upstream.requests).toEqual([])
})

test('while the flag is off for an account, its location stays as it is', async () => {
  await setFlag(api.database.db, profileFlag, false, account.owner.account_id)
  expect((await push()).status).toBe(204)
  expect(await due()).toEqual([])
})

test('without the service account of a subscription, the path does not exist', async () => {
  const other = await startTestApi()
  try {
    await setFlag(other.database.db, profileFlag, true)
    expect((await push({ origin: other.origin })).status).toBe(404)
  } finally {
    await other.close()
  }
})
