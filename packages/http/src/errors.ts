import type { QuotaName, RateLimitPolicy } from '@generated/contract/enums'
import type { components } from '@generated/contract/server-types'

export type ErrorCode = components['schemas']['ErrorCode']
export type ErrorDetail = components['schemas']['ErrorDetail']

/** The status of each error code, and its message when there is no more specific one (INTERFACE.md §7). */
export const errorTable = {
  invalid_request: { status: 400, message: 'The request is invalid. See details.' },
  unauthorized: { status: 401, message: 'A valid credential is required. Send an API key or an access token.' },
  invalid_api_key: { status: 401, message: 'This API key has been revoked.' },
  forbidden: { status: 403, message: 'This credential is not allowed to perform this operation.' },
  not_found: { status: 404, message: 'No resource with this ID exists in your account.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support the method; see the Allow header.',
  },
  conflict: { status: 409, message: 'The request conflicts with the current state.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait the number of seconds in Retry-After.' },
  internal_error: {
    status: 500,
    message:
      'An error occurred on our side. Retry with exponential backoff, and include the request ID when you contact support.',
  },
  unavailable: { status: 503, message: 'The service is not ready. Wait the number of seconds in Retry-After.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>

interface ApiErrorOptions {
  /** One sentence for a person; never an internal detail. Undefined: the message of the code. */
  message?: string | undefined
  details?: ErrorDetail[]
  headers?: Record<string, string>
  cause?: unknown
}

/** The one error that becomes a response: its code decides the status; its message and details are public. */
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

/** "An ID that is unknown or not owned by the account yields 404 not_found" (INTERFACE.md §4, rule 3). */
export function notFound(): ApiError {
  return new ApiError('not_found')
}

/** A 400 that names one path, such as `body.url`, and what is expected there. */
export function invalidRequest(path: string, message: string): ApiError {
  return new ApiError('invalid_request', { message: `${path} ${message}`.slice(0, 500), details: [{ path, message }] })
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', { message })
}

/** 429 with a `Retry-After` after which a retry succeeds (INTERFACE.md §8, rule 2). */
export function rateLimited(policy: RateLimitPolicy, retryAfterSeconds = 1): ApiError {
  return new ApiError('rate_limited', {
    details: [{ path: `rate.${policy}`, message: `allows another request in ${retryAfterSeconds} s` }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** 429 when an address or a user has made too many sign-in attempts. */
export function tooManyLogins(retryAfterSeconds: number): ApiError {
  return new ApiError('rate_limited', {
    message: 'Too many sign-in attempts. Wait a moment, then try again.',
    details: [{ path: 'rate.sign_in', message: `allows another attempt in ${retryAfterSeconds} s` }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** 429 when an account, or somebody who is not signed in, has had too many emails sent. */
export function tooManyEmails(retryAfterSeconds: number): ApiError {
  return new ApiError('rate_limited', {
    message: 'Too many emails were requested. Wait, then try again.',
    details: [{ path: 'rate.emails', message: `allows another email in ${retryAfterSeconds} s` }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** 429 when too many deliveries of an endpoint or an account were resent in this hour. */
export function resendsUsedUp(
  { perEndpointMax, perAccountMax }: { perEndpointMax: number; perAccountMax: number },
  retryAfterSeconds: number,
): ApiError {
  return new ApiError('rate_limited', {
    message: 'Too many deliveries were resent in this hour.',
    details: [
      {
        path: 'rate.resends',
        message: `at most ${perEndpointMax} per endpoint and ${perAccountMax} per account; the next hour begins in ${retryAfterSeconds} s`,
      },
    ],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

export interface ExceededQuota {
  name: QuotaName
  used: number
  limit: number
  resets_at: string
  /** Whole seconds until then. */
  retry_after_s?: number
}

/** 429 for a metered action whose monthly quota is used up (docs/decisions/0021-quotas-per-calendar-month.md). */
export function quotaUsedUp({ name, used, limit, resets_at, retry_after_s = 1 }: ExceededQuota): ApiError {
  return new ApiError('rate_limited', {
    message: `The monthly quota of ${name.replace('_', ' ')} is used up.`,
    details: [{ path: `quota.${name}`, message: `${used} of ${limit} used this month; it resets at ${resets_at}` }],
    headers: { 'Retry-After': String(retry_after_s) },
  })
}

/** The time for which a caller should wait before it retries: the account has to remove records first. */
const capacityRetrySeconds = 3_600

/** 429 when the capacity of the plan for a kind of record, such as competitors, is reached. */
export function capacityReached(name: string, { used, limit }: { used: number; limit: number }): ApiError {
  return new ApiError('rate_limited', {
    message: `The plan does not allow more ${name}. Remove some, or change the plan.`,
    details: [{ path: `quota.${name}`, message: `${used} of ${limit} are in use` }],
    headers: { 'Retry-After': String(capacityRetrySeconds) },
  })
}

/**
 * 429 for a limit on uploads: those of the day (`quota.review_imports`) or those that run at once (`rate.uploads`).
 */
export function uploadsUsedUp(
  path: 'quota.review_imports' | 'rate.uploads',
  { message, detail, retryAfterSeconds }: { message: string; detail: string; retryAfterSeconds: number },
): ApiError {
  return new ApiError('rate_limited', {
    message,
    details: [{ path, message: detail }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** 503 with the seconds after which a retry makes sense. */
export function unavailable(retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}
