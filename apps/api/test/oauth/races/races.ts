import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueApiKey, revokeApiKey } from '@svc/credentials/api-keys'
import { deleteOAuthClient, rotateClientSecret } from '@svc/credentials/oauth-clients'
import { setFlag } from '@svc/db/flags'
import {
  accessIn,
  authorization,
  basic,
  form,
  inBody,
  newVerifier,
  type Reply,
  redirectUri,
  refreshIn,
  send,
  type TestClient,
} from '../oauth-client.ts'
import type { Fleet } from './fleet.ts'

/** Concurrent requests, processes and operators. `run` throws if a guarantee is broken. */
export interface Race<Size extends object> {
  id: string
  title: string
  small: Size
  full: Size
  run(fleet: Fleet, size: Size, random: () => number): Promise<Record<string, number>>
}

/** A credential in use, and how it is revoked. */
interface Revocable {
  headers: Record<string, string>
  end(): Promise<unknown>
}

/** After the response to a revocation, no process accepts a new request with the credential. */
export const revocation: Race<{ credentials: number; callers: number; requestsAfter: number }> = {
  id: 'revocation',
  title: 'no request that starts after a revocation succeeds, with two processes',
  small: { credentials: 20, callers: 10, requestsAfter: 50 },
  full: { credentials: 200, callers: 50, requestsAfter: 50 },
  async run(fleet, { credentials, callers, requestsAfter }, random) {
    const counted = { credentials, acceptedBefore: 0, startedAfter: 0, acceptedAfter: 0 }
    let created = 0
    const call = async (headers: Record<string, string>) => {
      const origin = fleet.origins[random() < 0.5 ? 0 : 1]
      const response = await fetch(`${origin}/api/public/v1/businesses`, { headers })
      await response.arrayBuffer()
      return response.status
    }
    const isAccepted = async (headers: Record<string, string>) => (await call(headers)) === 200
    const use = async ({ headers, end }: Revocable) => {
      assert.equal(await call(headers), 200, 'a credential was refused before it was revoked')
      counted.acceptedBefore += 1
      const use = { isOver: false }
      const ending = sleep(random() * 60).then(async () => {
        await end()
        use.isOver = true
      })
      while (!use.isOver) {
        if (await isAccepted(headers)) counted.acceptedBefore += 1
      }
      await ending
      for (let sent = 0; sent < requestsAfter; sent += 5) {
        const accepted = await Promise.all(Array.from({ length: 5 }, () => isAccepted(headers)))
        counted.startedAfter += accepted.length
        counted.acceptedAfter += accepted.filter(Boolean).length
      }
    }
    const caller = async () => {
      while (created < credentials) await use(await newCredential(fleet, created++))
    }
    await Promise.all(Array.from({ length: callers }, caller))
    assert.equal(counted.acceptedAfter, 0, 'requests that started after a revocation and were accepted')
    return counted
  },
}

/** Each way in which a credential can be revoked, in turn. */
async function newCredential(fleet: Fleet, number: number): Promise<Revocable> {
  const { oauth, app, database, keyring, owner, origins } = fleet
  const { db } = database
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const revokeToken = (by: TestClient, token: string) =>
    post(origins[number % 2 === 0 ? 0 : 1], 'revoke', { token, ...inBody(by) })
  switch (number % 5) {
    case 0: {
      const { key, record } = await issueApiKey(db, keyring, owner.account_id, { kind: 'test', name: 'Race' })
      return { headers: { 'X-API-Key': key }, end: () => revokeApiKey(db, owner.account_id, record.id) }
    }
    case 1: {
      const client = await oauth.register()
      const token = await oauth.tokenOf(client)
      return { headers: bearer(token), end: () => revokeToken(client, token) }
    }
    case 2: {
      const { access_token, refresh_token } = await newTokens(fleet)
      return { headers: bearer(access_token), end: () => revokeToken(app, refresh_token) }
    }
    case 3: {
      const client = await oauth.register()
      const token = await oauth.tokenOf(client)
      return { headers: bearer(token), end: () => rotateClientSecret(db, keyring, owner.account_id, client.id) }
    }
    default: {
      const client = await oauth.register()
      const token = await oauth.tokenOf(client)
      return { headers: bearer(token), end: () => deleteOAuthClient(db, owner.account_id, client.id) }
    }
  }
}

interface RaceSize {
  rounds: number
  /** The least and most concurrent requests. */
  concurrency: [number, number]
}

/** One refresh token, sent many times at once. */
export const refreshing: Race<RaceSize> = {
  id: 'refresh-token',
  title: 'a refresh token sent many times at once returns tokens at most once and leaves no valid chain',
  small: { rounds: 10, concurrency: [2, 20] },
  full: { rounds: 500, concurrency: [2, 20] },
  async run(fleet, size, random) {
    return contest(fleet, size, random, async () => {
      const { refresh_token } = await newTokens(fleet)
      return { grant_type: 'refresh_token', refresh_token }
    })
  },
}

/** One code, sent twenty times at once. */
export const exchanging: Race<RaceSize> = {
  id: 'code',
  title: 'a code sent many times at once returns tokens at most once, and these are revoked',
  small: { rounds: 10, concurrency: [20, 20] },
  full: { rounds: 200, concurrency: [20, 20] },
  async run(fleet, size, random) {
    return contest(fleet, size, random, async () => exchangeOf(await fleet.newCode()))
  },
}

async function contest(
  fleet: Fleet,
  { rounds, concurrency: [fewest, most] }: RaceSize,
  random: () => number,
  prepare: () => Promise<Record<string, string>>,
): Promise<Record<string, number>> {
  const counted = { rounds, requests: 0, roundsWithOneSuccess: 0, roundsWithMore: 0, validTokens: 0 }
  for (let round = 0; round < rounds; round++) {
    const wanted = { ...(await prepare()), ...inBody(fleet.app) }
    const count = fewest + Math.floor(random() * (most - fewest + 1))
    const origins = Array.from({ length: count }, (_, index) => fleet.origins[index % 2 === 0 ? 0 : 1])
    const replies = await Promise.all(origins.map((origin) => post(origin, 'token', wanted)))
    const successful = replies.filter(({ status }) => status === 200)
    for (const { status, body } of replies.filter((reply) => !successful.includes(reply)))
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    counted.requests += count
    if (successful.length === 1) counted.roundsWithOneSuccess += 1
    if (successful.length > 1) counted.roundsWithMore += 1
    for (const { body } of successful) {
      if ((await fleet.oauth.call(accessIn(body))).status !== 401) counted.validTokens += 1
      const next = { grant_type: 'refresh_token', refresh_token: refreshIn(body), ...inBody(fleet.app) }
      if ((await post(fleet.origins[1], 'token', next)).status !== 400) counted.validTokens += 1
    }
  }
  assert.equal(counted.roundsWithMore, 0, 'rounds in which more than one request got tokens')
  assert.equal(counted.validTokens, 0, 'tokens that stayed valid after the reuse')
  return counted
}

/** The flag of the flow, switched while both processes serve: a change takes effect with the next request. */
export const switching: Race<{ rounds: number }> = {
  id: 'flag',
  title: 'oauth_authcode_enabled takes effect with the next request in both processes and affects no other client',
  small: { rounds: 10 },
  full: { rounds: 200 },
  async run(fleet, { rounds }) {
    const { db } = fleet.database
    const counted = { switches: 0, requests: 0, requestsOfOthers: 0, failuresOfOthers: 0 }
    const unexpected: string[] = []
    const tokens = await newTokens(fleet)
    const attempt = async (origin: string): Promise<string> => {
      const parameters = authorization(fleet.app, newVerifier().challenge)
      const [authorize, unused, call, metadata] = await Promise.all([
        send(`${origin}/api/oauth/authorize?${parameters}`),
        post(origin, 'token', { grant_type: 'refresh_token', refresh_token: 'unknown', ...inBody(fleet.app) }),
        send(`${origin}/api/public/v1/businesses`, { headers: { Authorization: `Bearer ${tokens.access_token}` } }),
        send(`${origin}/.well-known/oauth-authorization-server`),
      ])
      return [authorize.status, unused.body.error, call.status, 'authorization_endpoint' in metadata.body].join()
    }
    const expected = { on: '303,invalid_grant,200,true', off: '404,unsupported_grant_type,401,false' } as const

    const work = { isOver: false }
    const other = await fleet.oauth.register()
    const others = (async () => {
      while (!work.isOver) {
        const { status, body } = await fleet.oauth.requestToken(other)
        const called = status === 200 && (await fleet.oauth.call(accessIn(body))).status === 200
        counted.requestsOfOthers += 1
        if (!called) counted.failuresOfOthers += 1
      }
    })()
    for (let round = 0; round < rounds; round++) {
      for (const state of ['off', 'on'] as const) {
        await setFlag(db, 'oauth_authcode_enabled', state === 'on')
        const responses = await Promise.all([...fleet.origins, ...fleet.origins].map(attempt))
        counted.switches += 1
        counted.requests += responses.length * 4
        unexpected.push(
          ...responses.filter((response) => response !== expected[state]).map((response) => `${state}: ${response}`),
        )
      }
    }
    work.isOver = true
    await others
    const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...inBody(fleet.app) }
    assert.equal((await post(fleet.origins[1], 'token', renewed)).status, 200, 'the refresh token works at the end')
    assert.deepEqual(unexpected, [], 'responses that did not match the flag')
    assert.equal(counted.failuresOfOthers, 0, 'failed requests of a client for client credentials')
    return counted
  },
}

function exchangeOf({ code, verifier }: { code: string; verifier: string }): Record<string, string> {
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
}

async function newTokens(fleet: Fleet): Promise<{ access_token: string; refresh_token: string }> {
  const { body } = await fleet.oauth.post('token', form(exchangeOf(await fleet.newCode())), basic(fleet.app))
  return { access_token: accessIn(body), refresh_token: refreshIn(body) }
}

function post(origin: string, path: 'token' | 'revoke', fields: Record<string, string>): Promise<Reply> {
  return send(`${origin}/api/oauth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form(fields),
  })
}
