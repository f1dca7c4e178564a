import type { ErrorDetail } from '@generated/sdk/types'
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

const classes: Record<string, typeof ApiError> = {
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

/** Says what went wrong from the answer: the service's envelope, OAuth's form (RFC 6749 section 5.2), or no JSON at all. */
export function apiErrorOf(response: Response, text: string): ApiError {
  const body = parsed(text)
  const { error, meta } = body
  const isEnvelope = isObject(error)
  const code = isEnvelope ? textOf(error.code) : textOf(error)
  const message = isEnvelope ? textOf(error.message) : textOf(body.error_description)
  const details = isEnvelope && Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
  const { status, headers } = response
  const fields: ApiErrorFields = {
    status,
    code: code ?? `http_${status}`,
    message: message ?? `${response.statusText || 'no reason given'}; the answer is not from the API itself`,
    details,
    requestId: (isObject(meta) ? textOf(meta.request_id) : undefined) ?? headers.get('x-request-id'),
    headers,
    retryAfterMs: retryAfterMs(headers),
  }
  if (fields.code === 'rate_limited' && speaksOfQuota(details)) return new QuotaExceededError(fields)
  const Class = Object.hasOwn(classes, fields.code) ? classes[fields.code] : undefined
  return new (Class ?? ApiError)(fields)
}

/** Both 429s have one code; `details[].path` tells them apart: it is `quota.…` or `rate.…`. */
function speaksOfQuota(details: readonly ErrorDetail[]): boolean {
  return details.some(({ path }) => path?.startsWith('quota.'))
}

/** `Retry-After` is seconds or a date (RFC 9110 section 10.2.3); `retry-after-ms` is finer and wins. */
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
    // A proxy's page, or nothing: status and headers have to do.
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
