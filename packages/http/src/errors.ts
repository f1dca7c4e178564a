import type { components } from '@generated/contract/server-types'

export type ErrorCode = components['schemas']['ErrorCode']
export type ErrorDetail = components['schemas']['ErrorDetail']

/** Every error code with its one status and the sentence that is sent when nothing better is known (interface section 7). */
export const errorTable = {
  invalid_request: { status: 400, message: 'The request is not valid; details name what to change.' },
  unauthorized: { status: 401, message: 'A valid credential is needed: send an API key or an access token.' },
  invalid_api_key: { status: 401, message: 'This API key was revoked; use another one.' },
  forbidden: { status: 403, message: 'This credential is not entitled to the operation.' },
  not_found: { status: 404, message: 'Nothing with this ID belongs to your account.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not answer the method; the Allow header lists those that it does.',
  },
  conflict: { status: 409, message: 'The request conflicts with the present state.' },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as Retry-After says.' },
  internal_error: {
    status: 500,
    message: 'Something failed on our side; retry with backoff and quote the request ID if it persists.',
  },
  unavailable: { status: 503, message: 'The service is not ready; retry as Retry-After says.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>

interface ApiErrorOptions {
  /** One sentence for people; never an internal detail. */
  message?: string
  details?: ErrorDetail[]
  headers?: Record<string, string>
  cause?: unknown
}

/** The one error that becomes an answer: its code decides the status, its message and details are public. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, { message, details = [], headers = {}, cause }: ApiErrorOptions = {}) {
    super(message ?? errorTable[code].message, { cause })
    this.code = code
    this.status = errorTable[code].status
    this.details = details
    this.headers = headers
  }
}

/** "An ID that is unknown or not owned by the account yields 404 not_found" (interface section 4, rule 3). */
export function notFound(): ApiError {
  return new ApiError('not_found')
}

/** A 400 that names one place, such as `body.url`, and what is expected there. */
export function invalidRequest(path: string, message: string): ApiError {
  return new ApiError('invalid_request', { message: `${path} ${message}`.slice(0, 500), details: [{ path, message }] })
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', { message })
}

/** 429 with a truthful Retry-After (interface section 8, rule 2). */
export function rateLimited(policy: 'ip' | 'account' | 'key', retryAfterSeconds = 1): ApiError {
  return new ApiError('rate_limited', {
    details: [{ path: `rate.${policy}`, message: `has room for another request in ${retryAfterSeconds} s` }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

interface UsedUp {
  name: string
  used: number
  limit: number
  resets_at: string
  /** Whole seconds until then. */
  retry_after_s?: number
}

/** 429 for a metered action whose monthly quota is used up (design decision 16). */
export function quotaUsedUp({ name, used, limit, resets_at, retry_after_s = 1 }: UsedUp): ApiError {
  return new ApiError('rate_limited', {
    message: `The monthly quota of ${name.replace('_', ' ')} is used up.`,
    details: [
      { path: `quota.${name}`, message: `${used} of ${limit} used this month; it starts again on ${resets_at}` },
    ],
    headers: { 'Retry-After': String(retry_after_s) },
  })
}

/** 503 with the seconds after which a retry makes sense. */
export function unavailable(retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}
