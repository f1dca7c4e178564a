import { relyingPartyOf } from '@svc/credentials/passkeys'
import { createSoftwarePasskey } from '@svc/credentials/testing/software-passkey'
import { knexOf } from '@svc/db/testing'
import { expirePasswordConfirmation } from '@svc/db/testing-credentials'
import type { BodyOf } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { fromOwnPage, openPortal, type PortalBodies, type PortalPage, portalPath } from './portal-client.ts'

// Passkeys (docs/decisions/0052), with a passkey in software. The browser test of the portal uses Chromium's.

let now = Date.parse('2026-11-24T09:00:00Z')
let api: TestApi
let account: TestAccount
let here: { origin: string; relyingPartyId: string }
beforeAll(async () => {
  api = await startTestApi({}, { clock: { now: () => now } })
  account = await api.open()
  const { id, origin } = relyingPartyOf(api.origin)
  here = { origin, relyingPartyId: id }
})
afterAll(() => api.close())

type Passkey = ReturnType<typeof createSoftwarePasskey>

const post = <const Path extends string>(path: Path, body?: object) =>
  request<BodyOf<PortalBodies, 'POST', Path>>(`${api.origin}${portalPath}${path}`, 'POST', {
    body,
    headers: fromOwnPage,
  })

async function beginCreation(page: PortalPage): Promise<string> {
  const { status, data } = await page.call('POST', '/passkeys/challenge')
  expect([status, data.relying_party_id]).toEqual([200, 'localhost'])
  return data.challenge
}

async function beginSignIn(): Promise<string> {
  return (await post('/session/passkey-challenge')).data.challenge
}

const add = (page: PortalPage, created: object) =>
  page.call('POST', '/passkeys', { body: { name: 'Laptop', ...created } })

/** A member with a passkey. */
async function openWithPasskey(): Promise<{ page: PortalPage; passkey: Passkey; id: string }> {
  const page = await openPortal(api, account)
  const passkey = createSoftwarePasskey()
  const added = await add(page, passkey.create(await beginCreation(page), here))
  expect(added.status).toBe(201)
  return { page, passkey, id: added.data.id }
}

const signIn = (signed: object) => post('/session/by-passkey', signed)

describe('a passkey', () => {
  test('signs in the member who has added it, without a password or a code, and shows when it was used', async () => {
    const { page, passkey, id } = await openWithPasskey()
    now += 1_000
    const reply = await signIn(passkey.sign(await beginSignIn(), here))
    expect([reply.status, reply.data.user.id]).toEqual([201, page.user.id])
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('svc_session=')) ?? ''
    const read = await request(`${api.origin}${portalPath}/session`, 'GET', {
      headers: { ...fromOwnPage, Cookie: cookie.split(';')[0] ?? '' },
    })
    expect(read.status).toBe(200)
    const { data } = await page.call('GET', '/passkeys')
    expect(data).toEqual([{ id, name: 'Laptop', created_at: expect.any(String), last_used_at: expect.any(String) }])
  })

  test('uses a challenge once, also when two requests send it at the same time', async () => {
    const { passkey } = await openWithPasskey()
    now += 1_000
    const signed = passkey.sign(await beginSignIn(), here)
    const replies = await Promise.all([signIn(signed), signIn(signed)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401])
    expect((await signIn(signed)).status).toBe(401)
  })

  test('is refused after five minutes, from another origin, without verification of the person, and changed', async () => {
    const { passkey } = await openWithPasskey()
    now += 1_000
    const late = passkey.sign(await beginSignIn(), here)
    now += 5 * 60_000
    const challenge = await beginSignIn()
    const changed = {
      ...passkey.sign(challenge, here),
      signature: passkey.sign(challenge, here).signature.slice(0, -8),
    }
    const refused = [
      late,
      passkey.sign(challenge, { ...here, origin: 'https://evil.example' }),
      passkey.sign(challenge, { ...here, relyingPartyId: 'evil.example' }),
      passkey.sign(challenge, { ...here, isVerified: false }),
      passkey.sign('AAAA', here),
      changed,
      createSoftwarePasskey().sign(challenge, here),
    ]
    for (const signed of refused) expect((await signIn(signed)).error.code).toBe('unauthorized')
    expect((await signIn(passkey.sign(challenge, here))).status).toBe(201)
  })

  test('signs nobody in once it is removed, or its member is', async () => {
    const { page, passkey, id } = await openWithPasskey()
    expect((await page.call('DELETE', `/passkeys/${id}`)).data).toEqual({ id, deleted: true })
    expect((await page.call('DELETE', `/passkeys/${id}`)).status).toBe(404)
    now += 1_000
    expect((await signIn(passkey.sign(await beginSignIn(), here))).status).toBe(401)

    const other = await openWithPasskey()
    await knexOf(api.database.db)('users').where({ id: other.page.user.id }).delete()
    now += 1_000
    expect((await signIn(other.passkey.sign(await beginSignIn(), here))).status).toBe(401)
  })

  test('is recorded in the audit log when it is added and removed', async () => {
    const { page, id } = await openWithPasskey()
    await page.call('DELETE', `/passkeys/${id}`)
    const { data } = await page.call('GET', '/audit-log?limit=2')
    const entries = data.map(({ action, actor }) => [action, actor.email])
    expect(entries).toEqual([
      ['passkey.removed', page.user.email],
      ['passkey.added', page.user.email],
    ])
  })
})

describe('adding a passkey', () => {
  test('needs a password that was confirmed in the last ten minutes', async () => {
    const { page, id } = await openWithPasskey()
    const challenge = await beginCreation(page)
    await expirePasswordConfirmation(api.database.db, page.user.id)
    const replies = [
      await page.call('POST', '/passkeys/challenge'),
      await add(page, createSoftwarePasskey().create(challenge, here)),
      await page.call('DELETE', `/passkeys/${id}`),
    ]
    for (const { status, details } of replies)
      expect([status, details[0]?.path]).toEqual([403, 'header.cookie.password_confirmation'])
  })

  test('is refused with the challenge of another session or of a sign-in, and without verification', async () => {
    const page = await openPortal(api, account)
    const passkey = createSoftwarePasskey()
    const own = await beginCreation(page)
    const refused = [
      passkey.create(await beginCreation(await openPortal(api, account)), here),
      passkey.create(await beginSignIn(), here),
      passkey.create(own, { ...here, origin: 'https://evil.example' }),
      passkey.create(own, { ...here, isVerified: false }),
      { ...passkey.create(own, here), attestation_object: 'AAAA' },
    ]
    for (const created of refused) {
      const { status, details } = await add(page, created)
      expect([status, details[0]?.path]).toEqual([400, 'body.client_data_json'])
    }
    expect((await page.call('GET', '/passkeys')).data).toEqual([])
  })

  test('is 409 for one that is registered, and for the eleventh', async () => {
    const { page, passkey } = await openWithPasskey()
    const other = await openPortal(api, account)
    expect((await add(other, passkey.create(await beginCreation(other), here))).status).toBe(409)
    const adding = Array.from({ length: 10 }, async () =>
      add(page, createSoftwarePasskey().create(await beginCreation(page), here)),
    )
    const statuses = (await Promise.all(adding)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array.from({ length: 9 }, () => 201), 409])
    expect((await page.call('POST', '/passkeys/challenge')).data.credential_ids).toHaveLength(10)
  })
})
