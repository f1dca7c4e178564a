import * as bounds from '@generated/contract/bounds'
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
  reason?: 'path_parameters'
  cause?: unknown
}

/** The one error that becomes a response: its code decides the status; its message and details are public. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>
  /** Set on `not_found` if path parameters do not have their documented form. It is not part of the response. */
  readonly reason: 'path_parameters' | undefined

  constructor(code: ErrorCode, { message, details = [], headers = {}, reason, cause }: ApiErrorOptions = {}) {
    super(message ?? errorTable[code].message, { cause })
    this.code = code
    this.status = errorTable[code].status
    this.details = details
    this.headers = headers
    this.reason = reason
  }
}

/** "An ID that is unknown or not owned by the account yields 404 not_found" (INTERFACE.md §4, rule 3). */
export function notFound(): ApiError {
  return new ApiError('not_found')
}

/** A 400 that names one path, such as `body.url`, and what is expected there. */
export function invalidRequest(path: string, message: string): ApiError {
  return new ApiError('invalid_request', {
    message: `${path} ${message}`.slice(0, bounds.Error.message.maxLength),
    details: [{ path, message }],
  })
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', { message })
}

interface ExceededLimit {
  /** One sentence for a person. Undefined: the message of `rate_limited`. */
  message?: string
  /** Names the limit, such as `rate.account` or `quota.analyses`. */
  path: string
  /** The limit and its use. */
  detail: string
  retryAfterSeconds: number
}

/** 429 with a `Retry-After` after which a retry succeeds (INTERFACE.md §8, rule 2). */
export function limitExceeded({ message, path, detail, retryAfterSeconds }: ExceededLimit): ApiError {
  return new ApiError('rate_limited', {
    message,
    details: [{ path, message: detail }],
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** 429 for requests per minute. */
export function rateLimited(policy: RateLimitPolicy, retryAfterSeconds = 1): ApiError {
  const detail = `retry in ${retryAfterSeconds} s`
  return limitExceeded({ path: `rate.${policy}`, detail, retryAfterSeconds })
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
  return limitExceeded({
    message: `The monthly quota of ${name.replace('_', ' ')} is used up.`,
    path: `quota.${name}`,
    detail: `${used} of ${limit} used this month; it resets at ${resets_at}`,
    retryAfterSeconds: retry_after_s,
  })
}

/** 503 with the seconds after which a retry makes sense. */
export function unavailable(retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}
