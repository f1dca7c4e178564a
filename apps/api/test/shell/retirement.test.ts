import { operations } from '@generated/contract/operations'
import { retirementOf } from '@svc/codegen/generate/retirement'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let service: TestApi
let account: TestAccount

beforeAll(async () => {
  service = await startTestApi()
  account = await service.open()
})
afterAll(() => service.close())

/** A row of the generated table, in which a test retires an operation as a contract would. */
const row: { retirement: ReturnType<typeof retirementOf> } = operations.listBusinesses
function retire(operation: Parameters<typeof retirementOf>[0]): void {
  row.retirement = retirementOf(operation)
}
afterEach(() => {
  row.retirement = null
})

test('the response of a deprecated operation has the headers Deprecation, Sunset and Link', async () => {
  retire({ deprecated: true, 'x-deprecated-since': '2026-11-21', 'x-sunset': '2026-12-31' })
  const { status, headers } = await account.call('GET', '/businesses')
  expect(status).toBe(200)
  // RFC 9745: a structured date, "@" and seconds. RFC 8594: an HTTP date, not before it.
  expect(headers.get('deprecation')).toBe('@1795219200')
  expect(headers.get('sunset')).toBe('Thu, 31 Dec 2026 23:59:59 GMT')
  expect(headers.get('link')).toBe(
    '</docs/changelog>; rel="deprecation"; type="text/html", </docs/changelog>; rel="sunset"; type="text/html"',
  )
})

test('errors and responses without a body have the same headers', async () => {
  retire({ deprecated: true, 'x-sunset': '2026-12-31' })
  const refused = await account.call('GET', '/businesses?limit=0')
  expect([refused.status, refused.headers.get('sunset')]).toEqual([400, 'Thu, 31 Dec 2026 23:59:59 GMT'])
  const { headers } = await account.call('GET', '/businesses')
  const unchanged = await account.call('GET', '/businesses', {
    headers: { 'If-None-Match': headers.get('etag') ?? '' },
  })
  expect([unchanged.status, unchanged.headers.get('deprecation')]).toEqual([304, '@1796083200'])
})

test('operations that are not deprecated have none of these headers', async () => {
  const { headers } = await account.call('GET', '/businesses')
  expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([null, null, null])
})

test('the changelog is a page of the docs, and a feed with the URL of this instance', async () => {
  const page = await fetch(`${service.origin}/docs/changelog`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<h1>Changelog</h1>')
  const feed = await fetch(`${service.origin}/docs/changelog.atom`)
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(await feed.text()).toContain(`href="${service.origin}/docs/changelog.atom"`)
})
