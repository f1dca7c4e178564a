import { operations } from '@generated/contract/operations'
import { type Mock, startMock } from '@svc/mock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractDocument } from '../src/documents.ts'
import { type Call, callerOf } from './call.ts'

// An operation that is in the contract and nowhere in the mock: here a copy of two others, under paths of its own.

let mock: Mock
let call: Call
beforeAll(async () => {
  const get = { ...contractDocument.paths['/businesses/{id}']?.get, operationId: 'getCopy' }
  const post = { ...contractDocument.paths['/review-replies']?.post, operationId: 'createCopy' }
  Object.assign(contractDocument.paths, {
    '/copies/{id}': { ...contractDocument.paths['/businesses/{id}'], get },
    '/copies': { post },
  })
  Object.assign(operations, {
    getCopy: { ...operations.getBusiness, path: '/copies/{id}' },
    createCopy: { ...operations.draftReviewReply, path: '/copies', idempotent: true, quota: 'reply_drafts' },
  })
  mock = await startMock({ port: 0, seed: 7, limits: { reply_drafts: 2 } })
  call = callerOf(mock)
})
afterAll(() => mock.close())

const review = { review: { rating: 5 } }

test('it returns its example, as the business of the caller', async () => {
  for (const { business_id, api_key, name } of mock.credentials.accounts) {
    const { status, data } = await callerOf(mock, api_key)('GET', `/copies/${business_id}`)
    expect([status, data]).toMatchObject([200, { id: business_id, name }])
  }
})

test('it is authenticated, authorized, validated and limited as every other operation', async () => {
  const [first, second] = mock.credentials.accounts
  expect((await callerOf(mock, mock.credentials.revoked_key)('GET', `/copies/${first.business_id}`)).status).toBe(401)
  expect((await callerOf(mock, mock.credentials.read_only_key)('POST', '/copies', { body: review })).status).toBe(403)
  expect((await call('GET', `/copies/${first.business_id}?page=2`)).details[0]?.path).toBe('query.page')
  expect((await call('POST', '/copies', { body: {} })).status).toBe(400)
  expect((await call('GET', `/copies/${second.business_id}`)).status).toBe(404)
  expect((await call('PUT', '/copies')).status).toBe(405)
  expect((await call('GET', `/copies/${first.business_id}`)).headers.get('x-ratelimit-policy')).toBe('key')
})

test('its idempotency key and its quota count', async () => {
  const request = { body: review, headers: { 'Idempotency-Key': 'copy' } }
  expect((await call('POST', '/copies', request)).status).toBe(200)
  const again = await call('POST', '/copies', request)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect((await call('POST', '/copies', { body: review })).status).toBe(200)
  expect((await call('POST', '/copies', { body: review })).details[0]?.path).toBe('quota.reply_drafts')
})

test('the header Prefer chooses among the responses of an added operation', async () => {
  const path = `/copies/${mock.credentials.accounts[0].business_id}` as const
  expect((await call('GET', path, { headers: { Prefer: 'code=503' } })).error.code).toBe('unavailable')
  const generated = await call('GET', path, { headers: { Prefer: 'dynamic=true' } })
  expect([generated.status, generated.headers.get('preference-applied')]).toEqual([200, 'code=200, dynamic=true'])
  expect(generated.data).not.toMatchObject({ name: mock.credentials.accounts[0].name })
})
