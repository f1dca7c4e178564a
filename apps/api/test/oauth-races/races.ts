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

/** What happens when several requests, processes and operators come at once. `run` throws where a promise is broken. */
export interface Race<Size extends object> {
  id: string
  title: string
  small: Size
  full: Size
  run(fleet: Fleet, size: Size, random: () => number): Promise<Record<string, number>>
}

/** A credential in use, and the way in which it ends. */
interface Revocable {
  headers: Record<string, string>
  end(): Promise<unknown>
}

/** After the answer to a revocation, no request that starts is admitted, in any process. */
export const revocation: Race<{ credentials: number; callers: number; requestsAfter: number }> = {
  id: 'revocation',
  title: 'no request that starts after a revocation succeeds, over two processes',
  small: { credentials: 20, callers: 10, requestsAfter: 50 },
  full: { credentials: 200, callers: 50, requestsAfter: 50 },
  async run(fleet, { credentials, callers, requestsAfter }, random) {
    const counted = { credentials, admittedBefore: 0, startedAfter: 0, admittedAfter: 0 }
    let taken = 0
    const call = async (headers: Record<string, string>) => {
      const origin = fleet.origins[random() < 0.5 ? 0 : 1]
      const response = await fetch(`${origin}/api/public/v1/businesses`, { headers })
      await response.arrayBuffer()
      return response.ok
    }
    const use = async ({ headers, end }: Revocable) => {
      assert.ok(await call(headers), 'a credential was not admitted before it was revoked')
      counted.admittedBefore += 1
      const use = { isOver: false }
      const ending = sleep(random() * 60).then(async () => {
        await end()
        use.isOver = true
      })
      while (!use.isOver) {
        if (await call(headers)) counted.admittedBefore += 1
      }
      await ending
      for (let sent = 0; sent < requestsAfter; sent += 5) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => call(headers)))
        counted.startedAfter += answers.length
        counted.admittedAfter += answers.filter(Boolean).length
      }
    }
    const caller = async () => {
      while (taken < credentials) await use(await newCredential(fleet, taken++))
    }
    await Promise.all(Array.from({ length: callers }, caller))
    assert.equal(counted.admittedAfter, 0, 'requests that started after a revocation and were admitted')
    return counted
  },
}

/** The ways in which a credential can end, in turn. */
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
  /** How many requests at once: between these two. */
  atOnce: [number, number]
}

/** One refresh token, presented many times at once. */
export const refreshing: Race<RaceSize> = {
  id: 'refresh-token',
  title: 'a refresh token presented at once gives tokens at most once, and leaves no live chain',
  small: { rounds: 10, atOnce: [2, 20] },
  full: { rounds: 500, atOnce: [2, 20] },
  async run(fleet, size, random) {
    return contest(fleet, size, random, async () => {
      const { refresh_token } = await newTokens(fleet)
      return { grant_type: 'refresh_token', refresh_token }
    })
  },
}

/** One code, presented twenty times at once. */
export const exchanging: Race<RaceSize> = {
  id: 'code',
  title: 'a code presented at once gives tokens at most once, and these are dead',
  small: { rounds: 10, atOnce: [20, 20] },
  full: { rounds: 200, atOnce: [20, 20] },
  async run(fleet, size, random) {
    return contest(fleet, size, random, async () => exchangeOf(await fleet.newCode()))
  },
}

async function contest(
  fleet: Fleet,
  { rounds, atOnce: [fewest, most] }: RaceSize,
  random: () => number,
  prepare: () => Promise<Record<string, string>>,
): Promise<Record<string, number>> {
  const counted = { rounds, requests: 0, roundsWithOneSuccess: 0, roundsWithMore: 0, tokensAlive: 0 }
  for (let round = 0; round < rounds; round++) {
    const wanted = { ...(await prepare()), ...inBody(fleet.app) }
    const count = fewest + Math.floor(random() * (most - fewest + 1))
    const places = Array.from({ length: count }, (_, index) => fleet.origins[index % 2 === 0 ? 0 : 1])
    const answers = await Promise.all(places.map((origin) => post(origin, 'token', wanted)))
    const given = answers.filter(({ status }) => status === 200)
    for (const { status, body } of answers.filter((answer) => !given.includes(answer)))
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    counted.requests += count
    if (given.length === 1) counted.roundsWithOneSuccess += 1
    if (given.length > 1) counted.roundsWithMore += 1
    for (const { body } of given) {
      if ((await fleet.oauth.call(accessIn(body))).status !== 401) counted.tokensAlive += 1
      const next = { grant_type: 'refresh_token', refresh_token: refreshIn(body), ...inBody(fleet.app) }
      if ((await post(fleet.origins[1], 'token', next)).status !== 400) counted.tokensAlive += 1
    }
  }
  assert.equal(counted.roundsWithMore, 0, 'rounds in which more than one request got tokens')
  assert.equal(counted.tokensAlive, 0, 'tokens that outlived the reuse')
  return counted
}

/** The flag of the flow, switched while both processes serve: off holds for the next request, and so does on. */
export const switching: Race<{ rounds: number }> = {
  id: 'flag',
  title: 'oauth_authcode_enabled holds from the next request on, in both processes, and touches no other client',
  small: { rounds: 10 },
  full: { rounds: 200 },
  async run(fleet, { rounds }) {
    const { db } = fleet.database
    const counted = { switches: 0, requests: 0, wrongAnswers: 0, otherClientsCalls: 0, otherClientsFailures: 0 }
    const tokens = await newTokens(fleet)
    const attempt = async (origin: string): Promise<string> => {
      const asked = authorization(fleet.app, newVerifier().challenge)
      const [authorize, unused, call, metadata] = await Promise.all([
        send(`${origin}/api/oauth/authorize?${asked}`),
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
        const { status, body } = await fleet.oauth.ask(other)
        const called = status === 200 && (await fleet.oauth.call(accessIn(body))).status === 200
        counted.otherClientsCalls += 1
        if (!called) counted.otherClientsFailures += 1
      }
    })()
    for (let round = 0; round < rounds; round++) {
      for (const state of ['off', 'on'] as const) {
        await setFlag(db, 'oauth_authcode_enabled', state === 'on')
        const answers = await Promise.all([...fleet.origins, ...fleet.origins].map(attempt))
        counted.switches += 1
        counted.requests += answers.length * 4
        counted.wrongAnswers += answers.filter((answer) => answer !== expected[state]).length
      }
    }
    work.isOver = true
    await others
    const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...inBody(fleet.app) }
    assert.equal(
      (await post(fleet.origins[1], 'token', renewed)).status,
      200,
      'the refresh token works when all is over',
    )
    assert.equal(counted.wrongAnswers, 0, 'answers that did not fit the flag')
    assert.equal(counted.otherClientsFailures, 0, 'calls of a client for client credentials that failed')
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
