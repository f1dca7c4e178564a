import { setFlag } from '@svc/db/flags'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../src/testing.ts'
import {
  authorization,
  Browser,
  basic,
  consent,
  createDriver,
  form,
  newVerifier,
  type OAuthDriver,
  openPerson,
  type Person,
  redirectUri,
  send,
  type TestClient,
} from './oauth-client.ts'

// Authorization code with PKCE, from the browser to the refresh token (RFC 6749 section 4.1, RFC 7636, RFC 9700, interface section 5).

let api: TestApi
let account: TestAccount
let oauth: OAuthDriver
let client: TestClient
let person: Person

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  oauth = createDriver(api, account)
  client = await oauth.register({ redirect_uris: [redirectUri], name: 'Dashboard <b>' })
  person = await openPerson(api, account)
})
beforeEach(() => setFlag(api.database.db, 'oauth_authcode_enabled', true))
afterAll(() => api.close())

test('debug', async () => {
  const { verifier, challenge } = newVerifier()
  const back = await consent(api, person, authorization(client, challenge))
  process.stdout.write(`${back}\n`)
  const r = await oauth.post(
    'token',
    form({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: client.id,
      client_secret: client.secret,
    }),
  )
  process.stdout.write(`${r.status} ${r.text}\n`)
  const c = await oauth.call(r.body.access_token)
  process.stdout.write(`${c.status}\n`)
  const r2 = await oauth.post(
    'token',
    form({ grant_type: 'refresh_token', refresh_token: r.body.refresh_token }),
    basic(client),
  )
  process.stdout.write(`${r2.status} ${r2.text}\n`)
  process.stdout.write(`${(await oauth.call(r2.body.access_token)).status}\n`)
  const r3 = await oauth.post(
    'token',
    form({ grant_type: 'refresh_token', refresh_token: r.body.refresh_token }),
    basic(client),
  )
  process.stdout.write(`${r3.status} ${r3.text}\n`)
  process.stdout.write(`${(await oauth.call(r2.body.access_token)).status}\n`)
  process.stdout.write(`${(await oauth.call(r.body.access_token)).status}\n`)
  void Browser, send, describe, expect
  process.stdout.write(api.log().slice(-2000))
})
