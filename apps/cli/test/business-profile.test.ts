import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { startUpstreamDouble, type UpstreamDouble } from '@svc/business-profile/testing'
import { only } from '@svc/db/records'
import { storedAuditEntries } from '@svc/db/testing-accounts'
import { deleteProfileConnections, listRevocations, storedConnections } from '@svc/db/testing-profile'
import type { Id } from '@svc/runtime/ids'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAccount, openSvc, type Svc } from './svc.ts'

const keys = { k1: `k1:${Buffer.alloc(32, 1).toString('base64')}`, k2: `k2:${Buffer.alloc(32, 2).toString('base64')}` }

let svc: Svc
let upstream: UpstreamDouble
let businessId: Id<'biz'>
let env: Record<string, string>
beforeAll(async () => {
  svc = await openSvc()
  upstream = await startUpstreamDouble()
  businessId = (await openAccount(svc)).businessId
  env = {
    SVC_SECRET_KEYS: keys.k1,
    BUSINESS_PROFILE_CLIENT_ID: 'client',
    BUSINESS_PROFILE_CLIENT_SECRET: 'secret',
    BUSINESS_PROFILE_ORIGIN: upstream.origin,
  }
})
afterAll(async () => {
  await svc.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.hasConsent = true
  upstream.requests.length = 0
  await svc.run('flag set business_profile_enabled on')
  await deleteProfileConnections(svc.database.db)
})

const run = (words: string, options: { stdin?: string; env?: Record<string, string> } = {}) =>
  svc.run(words, { ...options, env: { ...env, ...options.env } })

test('a location is connected with a token from standard input, which is stored encrypted and shown nowhere', async () => {
  const connected = await run('business-profile connect', { stdin: `${upstream.refreshToken}\n` })
  expect([connected.exitCode, connected.stdout]).toEqual([0, expect.stringContaining('Connected Rosso Trattoria.')])
  expect(connected.stdout + connected.stderr).not.toContain(upstream.refreshToken)
  const stored = only(await storedConnections(svc.database.db))
  expect(stored).toMatchObject({ id: businessId, location: upstream.location })
  const keyring = createKeyring(parseSecretKeys(keys.k1))
  const { refresh_token_key_id: keyId, refresh_token_ciphertext: ciphertext } = stored
  expect(keyring.decrypt(keyId, ciphertext, refreshTokenContext(businessId)).toString()).toBe(upstream.refreshToken)
  expect((await run('business-profile status')).stdout).toContain(upstream.location)
})

test('a token from a file connects the named location only if it gives access to it', async () => {
  const file = svc.file('token.txt', upstream.refreshToken)
  const refused = await run(`business-profile connect --token-file ${file} --location accounts/1/locations/9`)
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('accounts/1/locations/2')])
  const connected = await run(`business-profile connect --token-file ${file} --location ${upstream.location}`)
  expect(connected.exitCode).toBe(0)
})

test('nothing is sent while the flag is off, without a client, or for an input that is not a token', async () => {
  const stdin = upstream.refreshToken
  await svc.run('flag set business_profile_enabled off')
  expect((await run('business-profile connect', { stdin })).stderr).toContain(
    'svc flag set business_profile_enabled on',
  )
  await svc.run('flag set business_profile_enabled on')
  const without = await run('business-profile connect', { stdin, env: { BUSINESS_PROFILE_CLIENT_ID: '' } })
  expect(without.stderr).toContain('Set BUSINESS_PROFILE_CLIENT_ID')
  expect((await run('business-profile connect', { stdin: 'two words' })).stderr).toContain('not a refresh token')
  expect(upstream.requests).toEqual([])
})

test('a consent that was revoked is not connected', async () => {
  upstream.hasConsent = false
  const refused = await run('business-profile connect', { stdin: upstream.refreshToken })
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('consent was revoked')])
})

test('disconnecting works while the flag is off: it deletes the connection and queues the token to be revoked', async () => {
  await run('business-profile connect', { stdin: upstream.refreshToken })
  await svc.run('flag set business_profile_enabled off')
  const disconnected = await run('business-profile disconnect', { env: { BUSINESS_PROFILE_CLIENT_ID: '' } })
  expect(disconnected.stdout).toContain('A worker revokes the consent.')
  expect(await storedConnections(svc.database.db)).toEqual([])
  expect(await listRevocations(svc.database.db)).toEqual([businessId])
  const actions = (await storedAuditEntries(svc.database.db)).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('profile.')).slice(0, 2)).toEqual([
    'profile.disconnected',
    'profile.connected',
  ])
  expect((await run('business-profile disconnect')).stderr).toContain('not connected')
})

test('a rotation of the secret keys moves the token to the new key', async () => {
  await run('business-profile connect', { stdin: upstream.refreshToken })
  const both = { SVC_SECRET_KEYS: `${keys.k2},${keys.k1}` }
  expect((await run('secrets status', { env: both })).stdout).toMatch(/k1 .*1 business profile token/)
  expect((await run('secrets rotate', { env: both })).exitCode).toBe(0)
  const stored = only(await storedConnections(svc.database.db))
  expect((await run('secrets status', { env: both })).stdout).toMatch(/k2 .*1 business profile token/)
  const keyring = createKeyring(parseSecretKeys(keys.k2))
  const token = keyring.decrypt('k2', stored.refresh_token_ciphertext, refreshTokenContext(businessId))
  expect([stored.refresh_token_key_id, token.toString()]).toEqual(['k2', upstream.refreshToken])
})
