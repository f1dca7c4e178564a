import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'
import { fromOwnPage, openPortal, portalPath } from './portal-client.ts'

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
})
afterAll(() => api.close())

describe('a page of another site', () => {
  const attacks: [string, Record<string, string>][] = [
    ['sends the cookie and the token from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['is on a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['is opened by the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['is in a browser without Fetch metadata', { Origin: 'https://evil.example' }],
    ['has an opaque origin', { Origin: 'null' }],
    ['claims a host that begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
    ['sends neither', {}],
  ]

  test.each(attacks)('changes nothing when it %s', async (_name, headers) => {
    const { cookie, csrfToken, call } = await openPortal(api, account)
    const before = (await call('GET', '/keys')).data
    for (const path of ['/keys', '/v1/webhooks', '/session']) {
      const reply = await request(`${api.origin}${portalPath}${path}`, 'POST', {
        body: { name: 'Laptop' },
        headers: { Cookie: cookie, 'X-CSRF-Token': csrfToken, ...headers },
      })
      expect([path, reply.status, reply.error.code]).toEqual([path, 403, 'forbidden'])
    }
    expect((await call('GET', '/keys')).data).toEqual(before)
  })

  test.each([
    ['lacks it', {}],
    ['has the token of another session', 'other'],
    ['has an invalid one', { 'X-CSRF-Token': 'x'.repeat(43) }],
  ])('changes nothing with the right origin when its request %s', async (_name, sent) => {
    const { cookie } = await openPortal(api, account)
    const other = await openPortal(api, account)
    const headers = sent === 'other' ? { 'X-CSRF-Token': other.csrfToken } : (sent as Record<string, string>)
    const reply = await request(`${api.origin}${portalPath}/keys`, 'POST', {
      body: { name: 'Laptop' },
      headers: { ...fromOwnPage, Cookie: cookie, ...headers },
    })
    expect([reply.status, reply.details[0]?.path]).toEqual([403, 'header.x-csrf-token'])
  })

  test('cannot read a response, regardless of the origins that the API permits', async () => {
    const open = await startTestApi({ SVC_CORS_ORIGINS: 'https://app.example' })
    try {
      const { cookie } = await openPortal(open, await open.open())
      const reply = await request(`${open.origin}${portalPath}/v1/businesses`, 'GET', {
        headers: { Cookie: cookie, Origin: 'https://app.example' },
      })
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    } finally {
      await open.close()
    }
  })
})
