import { afterEach, expect, test, vi } from 'vitest'
import { type Behavior, failure, faultServer, json, reset, silent, success } from './fault-server.ts'

afterEach(() => void vi.useRealTimers())

/** A service with a token endpoint: issues t1, t2, … and responds to calls depending on their token. */
async function service(
  options: { expiresIn?: number; respond?: (token: string) => Behavior; token?: Behavior[] } = {},
) {
  const { expiresIn = 3600, respond = () => success(), token = [] } = options
  let issued = 0
  const server = await faultServer((response, seen) => {
    if (seen.url !== '/api/oauth/token') return respond(String(seen.headers.authorization))(response, seen)
    const planned = token[issued++]
    const fresh = json(200, { access_token: `t${issued}`, token_type: 'Bearer', expires_in: expiresIn, scope: 'a' })
    return (planned ?? fresh)(response, seen)
  })
  const client = server.client({
    apiKey: undefined,
    clientId: 'cli_1',
    clientSecret: 's€cret',
    baseUrl: `${server.url}/v1`,
  })
  const requests = (path: string) => server.seen.filter(({ url }) => url === path)
  return {
    client,
    tokens: () => requests('/api/oauth/token'),
    used: () => requests('/v1/businesses/bus_1').map(({ headers }) => headers.authorization),
  }
}

test('one token serves many calls, and calls that start together wait for one request', async () => {
  const { client, tokens, used } = await service()
  await Promise.all(Array.from({ length: 20 }, () => client.businesses.get('bus_1')))
  await client.businesses.get('bus_1')
  expect(tokens()).toHaveLength(1)
  expect(new Set(used())).toEqual(new Set(['Bearer t1']))
  expect(tokens()[0]).toMatchObject({
    method: 'POST',
    body: 'grant_type=client_credentials&client_id=cli_1&client_secret=s%E2%82%ACcret',
  })
  expect(tokens()[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test('a token is replaced a minute before it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { client, used } = await service()
  const start = Date.now()
  for (const seconds of [0, 3539, 3541]) {
    vi.setSystemTime(start + seconds * 1000)
    await client.businesses.get('bus_1')
  }
  expect(used()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
})

test('an old token is used until it expires when no new one can be obtained', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { client, used } = await service({
    token: [json(200, { access_token: 't1', expires_in: 3600 }), failure(400, 'x')],
  })
  const start = Date.now()
  await client.businesses.get('bus_1')
  vi.setSystemTime(start + 3550 * 1000)
  await client.businesses.get('bus_1')
  expect(used()).toEqual(['Bearer t1', 'Bearer t1'])
})

test('after a 401 one new token is requested, even if many calls got the 401', async () => {
  const { client, tokens, used } = await service({
    respond: (token) => (token === 'Bearer t1' ? failure(401, 'unauthorized') : success()),
  })
  await Promise.all([client.businesses.get('bus_1'), client.businesses.get('bus_1'), client.businesses.get('bus_1')])
  expect(tokens()).toHaveLength(2)
  expect(used().filter((token) => token === 'Bearer t2')).toHaveLength(3)
})

test('a second 401 is thrown, so that no loop requests tokens', async () => {
  const { client, tokens, used } = await service({ respond: () => failure(401, 'unauthorized') })
  await expect(client.businesses.get('bus_1')).rejects.toMatchObject({ name: 'UnauthorizedError' })
  expect(tokens()).toHaveLength(2)
  expect(used()).toEqual(['Bearer t1', 'Bearer t2'])
})

test('a new token does not count as a retry', async () => {
  const responses = [failure(401, 'unauthorized'), failure(503, 'unavailable', { 'retry-after-ms': '1' }), success()]
  let calls = 0
  const { client } = await service({ respond: () => responses[calls++] ?? success() })
  await client.businesses.get('bus_1', { maxRetries: 1 })
  expect(calls).toBe(3)
})

test('a refused API key is not retried', async () => {
  const server = await faultServer(failure(401, 'invalid_api_key'))
  await expect(server.client().businesses.get('bus_1')).rejects.toMatchObject({ name: 'InvalidApiKeyError' })
  expect(server.seen).toHaveLength(1)
})

test('a failed token request is retried; a refused one throws the reason of the endpoint', async () => {
  const lost = await service({ token: [reset] })
  await lost.client.businesses.get('bus_1')
  expect(lost.tokens()).toHaveLength(2)

  const refusal = json(401, { error: 'invalid_client', error_description: 'Unknown client.' })
  const refused = await service({ token: [refusal, refusal] })
  await expect(refused.client.businesses.get('bus_1')).rejects.toMatchObject({
    code: 'invalid_client',
    message: '401 invalid_client: Unknown client. (request req_1)',
  })
  expect(refused.tokens()).toHaveLength(1)
  expect(refused.used()).toEqual([])
})

test('a call that is aborted while it waits for a token does not abort the token request of the others', async () => {
  const { client, tokens } = await service()
  const controller = new AbortController()
  const aborted = client.businesses.get('bus_1', { signal: controller.signal })
  const other = client.businesses.get('bus_1')
  aborted.catch(() => {})
  await Promise.resolve()
  controller.abort()
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  await expect(other).resolves.toBeDefined()
  expect(tokens()).toHaveLength(1)
})

test('a call that is aborted does not wait for a token that never arrives', async () => {
  const { client, tokens } = await service({ token: [silent] })
  const controller = new AbortController()
  const aborted = client.businesses.get('bus_1', { signal: controller.signal }).catch((error: unknown) => error)
  await expect.poll(() => tokens().length).toBe(1)
  controller.abort()
  expect(await aborted).toMatchObject({ name: 'AbortError' })
})
