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
  const { code = body.error, message = body.error_description, details } = Object(body.error)
  const { status, headers } = response
  const fields: ApiErrorFields = {
    status,
    code: stringOf(code) ?? `http_${status}`,
    message:
      stringOf(message) ?? `${response.statusText || 'no reason given'}; the response is not from the API itself`,
    details: Array.isArray(details) ? details.filter(isErrorDetail) : [],
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
  const milliseconds = headers.get('retry-after-ms') ?? ''
  const value = headers.get('retry-after') ?? ''
  if (decimal.test(milliseconds)) return Number(milliseconds)
  if (decimal.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

const decimal = /^\d+(\.\d+)?$/

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    // The page of a proxy, or nothing: only status and headers are used.
    return {}
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A response may come from a proxy, so each detail is checked. */
function isErrorDetail(value: unknown): value is ErrorDetail {
  const { path, message } = Object(value)
  return typeof path === 'string' && typeof message === 'string'
}
