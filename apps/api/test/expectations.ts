import { type ErrorCode, errorTable } from '@svc/http/errors'
import type { Reply } from '@svc/http/testing-reply'
import { expect } from 'vitest'

const requestId = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Patterns that no response may contain: stack frames, files, packages, SQL, tables, or the names of functions. */
const internals =
  /\bat [\w.<>]+ \(|node_modules|\/work\/|\.ts:\d|file:\/\/|SQLSTATE|\bpg_|relation "|\bselect\b.*\bfrom\b|\bknex\b|postgres|ECONN/i

/** "Every response carries" the limits (INTERFACE.md §8, rule 2) and its request id, regardless of its status. */
export function expectCommonHeaders({ headers }: Pick<Reply, 'headers'>): void {
  expect(headers.get('x-request-id')).toMatch(requestId)
  expect(Number(headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/)
  expect(headers.get('x-ratelimit-policy')).toMatch(/^(ip|account|key)$/)
  expect(headers.get('x-powered-by')).toBeNull()
}

/**
 * Expects the error envelope of INTERFACE.md §7 with this code, its status and its headers, and nothing else, in
 * particular no internal detail. `path` is the path of one of its details.
 */
export function expectError(reply: Reply, code: ErrorCode, path?: string): void {
  const { status, headers, body, error, meta } = reply
  expect([status, error.code, error.message]).toEqual([
    errorTable[code].status,
    code,
    expect.stringMatching(/^\S.{0,498}\S$/),
  ])
  expect(Object.keys(Object(body))).toEqual(['error', 'meta'])
  if (path !== undefined) expect(error.details?.map((detail) => detail.path)).toContain(path)
  for (const detail of error.details ?? []) {
    expect(detail.path).toMatch(/^(path|query|header|body|quota|rate)(\.[0-9A-Za-z_-]{1,64}){0,8}$/)
    expect(detail.message).toMatch(/^\S.{0,299}$/)
  }
  expectCommonHeaders(reply)
  expect(meta).toEqual(metaOf(reply))
  expect(JSON.stringify(body)).not.toMatch(internals)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
  if (status === 405) expect(headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  if (status === 429 || status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

/** `meta.request_id` and `meta.rate_limit` as the headers of the same response show them. */
export function metaOf({ headers }: Pick<Reply, 'headers'>) {
  return {
    request_id: headers.get('x-request-id'),
    rate_limit: {
      limit: Number(headers.get('x-ratelimit-limit')),
      remaining: Number(headers.get('x-ratelimit-remaining')),
      reset_s: Number(headers.get('x-ratelimit-reset')),
    },
  }
}
