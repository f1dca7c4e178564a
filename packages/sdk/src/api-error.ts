import type { ErrorCode, ErrorDetail } from '@generated/sdk/types'
import {
  ApiError,
  type ApiErrorFields,
  ConflictError,
  ForbiddenError,
  InternalServerError,
  InvalidApiKeyError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotFoundError,
  QuotaExceededError,
  RateLimitError,
  UnauthorizedError,
  UnavailableError,
} from './errors.ts'

/** A code without its own class is an ApiError, so new codes of the contract need no change here. */
const classes: Partial<Record<ErrorCode, typeof ApiError>> = {
  invalid_request: InvalidRequestError,
  unauthorized: UnauthorizedError,
  invalid_api_key: InvalidApiKeyError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  conflict: ConflictError,
  rate_limited: RateLimitError,
  internal_error: InternalServerError,
  unavailable: UnavailableError,
}

/**
 * Makes an error from a response: with the service's envelope, OAuth's form (RFC 6749 section 5.2), or another body.
 */
export function apiErrorOf(response: Response, bodyText: string): ApiError {
  const body = parsed(bodyText)
  const { error, meta } = body
  const isEnvelope = isObject(error)
  const code = isEnvelope ? stringOf(error.code) : stringOf(error)
  const message = isEnvelope ? stringOf(error.message) : stringOf(body.error_description)
  const details = isEnvelope && Array.isArray(error.details) ? error.details.filter(isErrorDetail) : []
  const { status, headers } = response
  const fields: ApiErrorFields = {
    status,
    code: code ?? `http_${status}`,
    message: message ?? `${response.statusText || 'no reason given'}; the response is not from the API itself`,
    details,
    requestId: (isObject(meta) ? stringOf(meta.request_id) : undefined) ?? headers.get('x-request-id'),
    headers,
    retryAfterMs: retryAfterMs(headers),
  }
  if (fields.code === 'rate_limited' && isAboutQuota(details)) return new QuotaExceededError(fields)
  const Class = isKnownCode(fields.code) ? classes[fields.code] : undefined
  return new (Class ?? ApiError)(fields)
}

/** Both 429s have one code; `details[].path` distinguishes them: it is `quota.…` or `rate.…`. */
function isAboutQuota(details: readonly ErrorDetail[]): boolean {
  return details.some(({ path }) => path.startsWith('quota.'))
}

/** `Retry-After` is seconds or a date (RFC 9110 section 10.2.3); `retry-after-ms` takes precedence. */
function retryAfterMs(headers: Headers): number | null {
  const milliseconds = headers.get('retry-after-ms')
  if (milliseconds !== null && isNumeric(milliseconds)) return Number(milliseconds)
  const value = headers.get('retry-after')
  if (value === null) return null
  if (isNumeric(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function isNumeric(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text.trim())
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    // The page of a proxy, or nothing: only status and headers are used.
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isKnownCode(code: string): code is keyof typeof classes {
  return Object.hasOwn(classes, code)
}

/** A response may come from a proxy, so each detail is checked. */
function isErrorDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
