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
const classes = new Map<string, typeof ApiError>(
  Object.entries({
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
  } satisfies Partial<Record<ErrorCode, typeof ApiError>>),
)

/**
 * Makes an error from a response: with the service's envelope, OAuth's form (RFC 6749 section 5.2), or another body.
 */
export function apiErrorOf(response: Response, bodyText: string): ApiError {
  const body = parsed(bodyText)
  const { error } = body
  const isEnvelope = isObject(error)
  const { status, headers } = response
  const fields: ApiErrorFields = {
    status,
    code: stringOf(isEnvelope ? error.code : error) ?? `http_${status}`,
    message:
      stringOf(isEnvelope ? error.message : body.error_description) ??
      `${response.statusText || 'no reason given'}; the response is not from the API itself`,
    details: isEnvelope && Array.isArray(error.details) ? error.details.filter(isErrorDetail) : [],
    requestId: stringOf(Object(body.meta).request_id) ?? headers.get('x-request-id'),
    headers,
    retryAfterMs: retryAfterMs(headers),
  }
  const known = classes.get(fields.code) ?? ApiError
  // Both 429s have one code; the path of a detail distinguishes them: it is `quota.…` or `rate.…`.
  const isAboutQuota = known === RateLimitError && fields.details.some(({ path }) => path.startsWith('quota.'))
  return new (isAboutQuota ? QuotaExceededError : known)(fields)
}

/** `Retry-After` is seconds or a date (RFC 9110 section 10.2.3); `retry-after-ms` takes precedence. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after') ?? ''
  const milliseconds = numberIn(headers.get('retry-after-ms')) ?? numberIn(value, 1000)
  if (milliseconds !== null) return milliseconds
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

function numberIn(text: string | null, unit = 1): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) * unit : null
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

/** A response may come from a proxy, so each detail is checked. */
function isErrorDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
