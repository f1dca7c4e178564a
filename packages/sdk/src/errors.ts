import type { ErrorDetail } from '@generated/sdk/types'

/** Everything that this package throws. */
export class SdkError extends Error {
  override readonly name: string = 'SdkError'
  /** Whether the same call may succeed later without a change of the request. */
  readonly isRetryable: boolean = false
}

/** The signal of the caller ended the call. The signal's reason is the `cause`. */
export class AbortError extends SdkError {
  // The platform's name for it, so that `error.name === 'AbortError'` means what it means elsewhere.
  override readonly name = 'AbortError'
}

/** No response: refused, reset, no such host, or cut off in the middle. */
export class ConnectionError extends SdkError {
  override readonly name: string = 'ConnectionError'
  override readonly isRetryable = true
}

/** No complete response in time. `limit` names the timeout: that of one attempt or that of the whole call. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
  declare readonly limit: 'timeout' | 'totalTimeout'

  constructor(message: string, limit: 'timeout' | 'totalTimeout', options?: ErrorOptions) {
    super(message, options)
    this.limit = limit
  }
}

/** A success whose body is not valid JSON: truncated, or written by a proxy. */
export class ParseError extends ConnectionError {
  override readonly name = 'ParseError'
}

/** A list that cannot be read further: the service returned a cursor a second time, or there is no next page. */
export class PaginationError extends SdkError {
  override readonly name = 'PaginationError'
}

export interface ApiErrorFields {
  status: number
  /** `error.code`: the only field to branch on. It may be newer than this version of the SDK. */
  code: string
  message: string
  details: ErrorDetail[]
  requestId: string | null
  headers: Headers
  /** The value of `Retry-After` or `retry-after-ms`, in milliseconds. */
  retryAfterMs: number | null
}

/** The service returned an error. There is a class for each `error.code` of the contract. */
export class ApiError extends SdkError {
  override readonly name: string = 'ApiError'
  declare readonly status: number
  declare readonly code: string
  declare readonly details: ErrorDetail[]
  /** Quote it when asking for help. */
  declare readonly requestId: string | null
  declare readonly headers: Headers
  declare readonly retryAfterMs: number | null

  constructor({ message, ...fields }: ApiErrorFields) {
    const { status, code, requestId } = fields
    super(`${status} ${code}: ${message}${requestId === null ? '' : ` (request ${requestId})`}`)
    Object.assign(this, fields, { isRetryable: status === 408 || status === 429 || status >= 500 })
  }
}

/** 400: `details` names what to change. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the credential is missing, malformed, unknown or expired. */
export class UnauthorizedError extends ApiError {
  override readonly name: string = 'UnauthorizedError'
}

/** 401: the API key was revoked. */
export class InvalidApiKeyError extends UnauthorizedError {
  override readonly name = 'InvalidApiKeyError'
}

/** 403: the plan or the scopes of the credential do not allow the operation. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError'
}

/** 404: unknown, or not of this account. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 405: the path exists, the method does not. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError'
}

/** 409: the request is valid but conflicts with the current state. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 429: too many requests. Thrown when the retries are used up or the wait would be too long. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError'
}

/**
 * 429: the quota of the plan is used up. Thrown immediately: `retryAfterMs` lasts until the end of the period.
 */
export class QuotaExceededError extends RateLimitError {
  override readonly name = 'QuotaExceededError'
  override readonly isRetryable = false

  /** The name of the quota, such as `analyses`. */
  get quota(): string {
    const { path = '' } = this.details.find(({ path }) => path.startsWith('quota.')) ?? {}
    return path.slice('quota.'.length)
  }
}

/** 500: something failed at the service. */
export class InternalServerError extends ApiError {
  override readonly name = 'InternalServerError'
}

/** 503: the service is not ready. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError'
}
