import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '@svc/runtime/ids'
import { createKeyring } from '@svc/runtime/secrets'
import { createTestClock } from '@svc/runtime/testing'
import { jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import {
  type AccessTokenClaims,
  accessTokenLifetimeS,
  signAccessToken,
  verifyAccessToken,
} from '../src/access-tokens.ts'

const clock = createTestClock('2026-11-21T12:00:00.000Z')
const nowS = clock.now() / 1000
const issuer = 'https://reviews.example.net'
const current = { id: '2026-11', key: randomBytes(32) }
const keyring = createKeyring([current])

const claims: AccessTokenClaims = {
  epoch: 1,
  jti: 'x1Zb6Qp0mT2vR8kL4sWn3A',
  sub: newId('cli'),
  iat: nowS,
  exp: nowS + accessTokenLifetimeS,
  scope: 'businesses:read',
  client_id: newId('cli'),
  iss: issuer,
  aud: issuer,
}

const validHeader = { alg: 'HS256', typ: 'at+jwt', kid: current.id }

const key = (ring = keyring) => ring.derivedKeys('jwt')[0]?.key ?? Buffer.alloc(0)
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/**
 * A token with this header and payload, each an object or the exact string, signed with the current key or another one.
 */
function forge(
  { header = validHeader, payload = claims }: { header?: unknown; payload?: unknown } = {},
  { secret = key(), hash = 'sha256' }: { secret?: Buffer | string; hash?: string } = {},
): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

const verify = (token: string, ring = keyring) => verifyAccessToken(token, { keyring: ring, issuer, clock })

const changed = (change: object) => forge({ payload: { ...claims, ...change } })
const headed = (change: object) => forge({ header: { ...validHeader, ...change } })
const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([other]) => other !== name))

describe('an access token', () => {
  test('is verified, with and without a grant', () => {
    expect(verify(forge())).toEqual(claims)
    expect(verify(changed({ gid: 'grant' }))).toEqual({ ...claims, gid: 'grant' })
  })

  test('has the profile of RFC 9068, with the claims and times of its issuer', async () => {
    const { jti, sub, client_id, scope, epoch } = claims
    const token = signAccessToken({ jti, sub, client_id, scope, epoch, gid: 'grant' }, { keyring, issuer, clock })
    const verified = await jwtVerify(token, key(), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience: issuer,
      currentDate: new Date(clock.now()),
    })
    expect(verified.protectedHeader).toEqual(validHeader)
    expect(verified.payload).toEqual({ ...claims, gid: 'grant' })
    expect(verify(token)).toEqual(verified.payload)
  })

  test('is signed under the current key, and verified as long as that key is listed', () => {
    const next = createKeyring([{ id: 'next', key: randomBytes(32) }, current])
    const { jti, sub, client_id, scope, epoch } = claims
    const token = signAccessToken({ jti, sub, client_id, scope, epoch }, { keyring: next, issuer, clock })
    expect(verify(token, next)).toEqual(claims)
    expect(verify(token)).toBeUndefined()
  })

  test('is verified under any listed key and under no other', () => {
    const next = createKeyring([{ id: 'next', key: randomBytes(32) }, current])
    expect(verify(forge(), next)).toEqual(claims)
    expect(verify(forge(), createKeyring([{ id: 'next', key: randomBytes(32) }]))).toBeUndefined()
    expect(verify(forge(), createKeyring([{ id: current.id, key: randomBytes(32) }]))).toBeUndefined()
  })

  test('of a former key is accepted if it was signed before the rotation, and until one hour after it', () => {
    const next = createKeyring([{ id: 'next', key: randomBytes(32) }, current])
    const replacedAtMs = clock.now() - 1_800_000
    next.follow({ currentId: 'next', replacedAtMs: new Map([[current.id, replacedAtMs]]) })
    const signedAt = (iat: number) => changed({ iat, exp: iat + accessTokenLifetimeS })
    expect(verify(signedAt(replacedAtMs / 1000), next)).toBeDefined()
    expect(verify(signedAt(replacedAtMs / 1000 + 61), next)).toBeUndefined()
    expect(verify(forge(), next)).toBeUndefined()
    // The last that it can have signed ends an hour and the tolerance between two clocks after the rotation.
    next.follow({ currentId: 'next', replacedAtMs: new Map([[current.id, clock.now() - 3_661_000]]) })
    expect(verify(signedAt(nowS - 3_599), next)).toBeUndefined()
  })

  test('is valid until the last instant before its expiry', () => {
    const ending = { exp: nowS + 1, iat: nowS + 1 - accessTokenLifetimeS }
    expect(verify(changed(ending))).toMatchObject(ending)
    expect(verify(changed({ exp: nowS, iat: nowS - accessTokenLifetimeS }))).toBeUndefined()
  })

  test('may come from a machine whose clock is up to a minute ahead', () => {
    expect(verify(changed({ iat: nowS + 60 }))).toBeDefined()
    expect(verify(changed({ iat: nowS + 61, exp: nowS + 100 }))).toBeUndefined()
  })
})

const [head = '', body = '', signature = ''] = forge().split('.')
const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
const payloadText = JSON.stringify(claims)

// RFC 8725 and known attacks on JWT libraries. Each token is signed with the current key unless its name states
// otherwise.
describe('a verification refuses', () => {
  test.each<[string, string]>([
    ...['none', 'None', 'nOnE', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA', '', null, 256, ['HS256']].map(
      (alg): [string, string] => [`alg ${JSON.stringify(alg)}`, headed({ alg })],
    ),
    ['alg left out', forge({ header: { typ: 'at+jwt', kid: current.id } })],
    ['alg none without a signature', `${encode({ ...validHeader, alg: 'none' })}.${body}.`],
    ['HS384 with a true HS384 signature', forge({ header: { ...validHeader, alg: 'HS384' } }, { hash: 'sha384' })],
    ['HS512 with a true HS512 signature', forge({ header: { ...validHeader, alg: 'HS512' } }, { hash: 'sha512' })],
    ['signed with SHA-512 under HS256', forge({}, { hash: 'sha512' })],
    ['signed with an empty key', forge({}, { secret: '' })],
    ...['secret', 'password', 'changeme', 'your-256-bit-secret', '0'.repeat(32), '\0'.repeat(32)].map(
      (secret): [string, string] => [`signed with ${JSON.stringify(secret)}`, forge({}, { secret })],
    ),
    ['signed with the issuer', forge({}, { secret: issuer })],
    ['signed with the key of another purpose', forge({}, { secret: keyring.derivedKeys('pepper')[0]?.key ?? '' })],
    ['signed with the key itself, not derived', forge({}, { secret: current.key })],
    ['the signature left out', `${head}.${body}.`],
    ['the signature cut', `${head}.${body}.${signature.slice(0, -1)}`],
    ['the signature extended', `${head}.${body}.${signature}A`],
    ['a bit of the signature changed', `${head}.${body}.${flip(signature, 5)}`],
    ['a bit of the payload changed', `${head}.${flip(body, 20)}.${signature}`],
    ['the signature padded', `${head}.${body}.${signature}=`],
    [
      'another spelling of the last character of the signature',
      `${head}.${body}.${signature.slice(0, -1)}${String.fromCharCode(signature.charCodeAt(42) + 1)}`,
    ],
    ['a space inside', `${head}.${body}. ${signature}`],
    ['a newline at the end', `${forge()}\n`],
    ['four parts', `${forge()}.${signature}`],
    ['five parts, as in encrypted tokens', `${head}.${body}.${signature}.${signature}.${signature}`],
    ['two parts', `${head}.${body}`],
    ['no parts', ''],
    ['dots', '..'],
    ['JSON serialization', JSON.stringify({ protected: head, payload: body, signature })],
    ...[
      '../../dev/null',
      "x' or '1'='1",
      '|id',
      'k'.repeat(3_000),
      null,
      {},
      'unknown',
      'https://evil.example/key',
      '',
      'constructor',
    ].map((kid): [string, string] => [`kid ${JSON.stringify(kid).slice(0, 30)}`, headed({ kid })]),
    ['kid left out', forge({ header: { alg: 'HS256', typ: 'at+jwt' } })],
    ['jwk in the header', headed({ jwk: { kty: 'oct', k: 'AAAA' } })],
    ['jku in the header', headed({ jku: 'https://evil.example/jwks' })],
    ['x5u in the header', headed({ x5u: 'https://evil.example/x5u' })],
    ['x5c in the header', headed({ x5c: ['MIIB'] })],
    ['crit: exp', headed({ crit: ['exp'] })],
    ['crit: nothing', headed({ crit: [] })],
    ['b64: false', headed({ b64: false })],
    ['cty: JWT', headed({ cty: 'JWT' })],
    ['typ JWT', headed({ typ: 'JWT' })],
    ['typ left out', forge({ header: { alg: 'HS256', kid: current.id } })],
    ['typ application/at+jwt', headed({ typ: 'application/at+jwt' })],
    ['a header that is an array', forge({ header: [validHeader] })],
    ['a header that is not valid JSON', forge({ header: 'HS256' })],
    ['a payload that is an array', forge({ payload: [claims] })],
    ['an empty payload', forge({ payload: {} })],
    ['null', forge({ payload: 'null' })],
    ['a payload that is not valid JSON', forge({ payload: 'claims' })],
    ['exp twice', forge({ payload: `{"exp":1,${payloadText.slice(1)}` })],
    ['white space in the payload', forge({ payload: ` ${payloadText}` })],
    ['another claim', changed({ admin: true })],
    ['100 claims', changed(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, 1])))],
    ['a deep claim', forge({ payload: `{"sub":${'['.repeat(1_000)}${']'.repeat(1_000)}}` })],
    ['a megabyte', `${head}.${'A'.repeat(1_000_000)}.${signature}`],
    ['8 KB', changed({ jti: 'j'.repeat(8_192) })],
    ...Object.keys(claims).map((name): [string, string] => [`no ${name}`, forge({ payload: without(name) })]),
    ['an exp in the past', changed({ exp: nowS - 6 })],
    ['exp as a string', changed({ exp: String(claims.exp) })],
    ['exp 1e308', changed({ exp: 1e308 })],
    ['exp negative', changed({ exp: -1 })],
    ['exp null', changed({ exp: null })],
    ['exp a fraction', changed({ exp: nowS + 0.5 })],
    ['more than an hour', changed({ exp: nowS + accessTokenLifetimeS + 1 })],
    ['nbf', changed({ nbf: nowS + 10 })],
    ['iat in the future', changed({ iat: nowS + 120, exp: nowS + 200 })],
    ['another issuer', changed({ iss: 'https://evil.example' })],
    ['the issuer with a slash', changed({ iss: `${issuer}/` })],
    ['the issuer in a list', changed({ iss: [issuer] })],
    ['another audience', changed({ aud: 'https://evil.example' })],
    ['a list of audiences', changed({ aud: [issuer, 'https://evil.example'] })],
    ['scope as a list', changed({ scope: ['businesses:read'] })],
    ['a client that is not an id', changed({ client_id: 'x' })],
    ['a client with a NUL', changed({ client_id: `${newId('cli')}\0` })],
    ['a client with half a surrogate pair', changed({ client_id: `${newId('cli')}\ud800` })],
    ['a client that is a key', changed({ client_id: newId('key') })],
    ['epoch as a string', changed({ epoch: '1' })],
    ['a grant that is not a string', changed({ gid: 1 })],
  ])('%s', (_case, token) => {
    expect(verify(token)).toBeUndefined()
  })

  test('a token of a megabyte, before its signature is computed', () => {
    const computed = vi.spyOn(keyring, 'hmacAll')
    expect(verify(`${head}.${'A'.repeat(1_000_000)}.${signature}`)).toBeUndefined()
    expect(computed).not.toHaveBeenCalled()
    computed.mockRestore()
  })
})
