import * as bounds from '@generated/contract/bounds'
import { ApiError, type ErrorDetail } from '../errors.ts'

/** One thing that is wrong with an input. */
export interface ValidationProblem {
  /** The location, such as `/body/event_types/1`. */
  path: string
  /** The validator's text. */
  message: string
  /** The keyword that failed, as `required.openapi.validation`. */
  errorCode?: string
  /** Explains why a value does not have its named format. */
  formatMessage?: string | undefined
}

/** The format that a value does not have; undefined for other problems. */
export function formatOf({ errorCode, message }: ValidationProblem): string | undefined {
  return errorCode === 'format.openapi.validation' ? /"(.+)"/.exec(message)?.[1] : undefined
}

const percentEncodingMessage = 'The URL is not valid percent-encoding.'

/**
 * Turns problems of one request into the error that the contract has for them: 404 when only path parameters are
 * invalid, because an id that does not match its pattern is an unknown id, and 400 otherwise.
 *
 * @param isCursor whether a query parameter is the cursor of a list
 */
export function validationError(
  problems: readonly ValidationProblem[],
  { cause, isCursor = () => false }: { cause?: unknown; isCursor?: (name: string) => boolean } = {},
): ApiError {
  if (problems.some((problem) => problem.message === "malformed uri'")) {
    return new ApiError('invalid_request', {
      message: percentEncodingMessage,
      details: [{ path: 'path', message: 'must be percent-encoded UTF-8' }],
      cause,
    })
  }
  const details = oneForEachPath(problems, isCursor)
  const [first] = details
  if (first === undefined) return new ApiError('invalid_request', { message: percentEncodingMessage, cause })
  if (details.every((detail) => detail.path.startsWith('path')))
    return new ApiError('not_found', { reason: 'path_parameters' })
  return new ApiError('invalid_request', {
    message: `${first.path} ${first.message}`.slice(0, bounds.Error.message.maxLength),
    details: details.slice(0, bounds.Error.details.maxItems),
    cause,
  })
}

/** The first segment of a problem's path, and of the path that a caller sees. */
const locations: Readonly<Record<string, string>> = {
  params: 'path',
  path: 'path',
  query: 'query',
  headers: 'header',
  cookies: 'header.cookie',
  body: 'body',
}

/**
 * Messages for the most frequent keywords; an empty one leaves the wording to `rephrase`. Of several problems at one
 * path only the one that is listed first here is reported: a URL that is too short has no scheme either, and the better
 * message is about the scheme.
 */
const keywordMessages: Readonly<Record<string, string>> = {
  unknown: 'is not a parameter of this operation',
  empty: 'must not be empty',
  integer: 'must be a whole number',
  cursor: 'must be the meta.page.next_cursor of the previous page, unchanged; omit it for the first page',
  required: 'is required',
  additionalProperties: 'is not a field of this request; remove it',
  type: '',
  format: '',
  enum: '',
  uniqueItems: 'must not list the same value twice',
  minProperties: 'must have at least one field',
  'format.date-time': 'must be an RFC 3339 instant, such as 2026-11-16T06:00:00Z',
  pattern: '',
}

const keywordOrder = Object.keys(keywordMessages)

/** Phrases of the validator, and plainer ones. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/ 1 (item|character)s$/, ' 1 $1'],
  [/^must be equal to one of the allowed values: /, 'must be one of '],
  [/^must match pattern "(.*)"$/, 'must match the pattern $1'],
]

function oneForEachPath(problems: readonly ValidationProblem[], isCursor: (name: string) => boolean): ErrorDetail[] {
  const ranked = problems
    .map((problem) => ({ problem, keyword: keywordOf(problem, isCursor) }))
    .toSorted((a, b) => rankOf(a.keyword) - rankOf(b.keyword))
  const byPath = new Map<string, ErrorDetail>()
  for (const { problem, keyword } of ranked) {
    const detail = detailOf(problem, keyword)
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail)
  }
  return [...byPath.values()]
}

function rankOf(keyword: string): number {
  const index = keywordOrder.indexOf(keyword)
  return index === -1 ? keywordOrder.length : index
}

function keywordOf(problem: ValidationProblem, isCursor: (name: string) => boolean): string {
  const { path, errorCode = '', formatMessage } = problem
  const keyword = errorCode.replace('.openapi.validation', '')
  const [, parameter] = /^\/query\/(.+)$/.exec(path) ?? []
  // A cursor that violates any rule was not taken from a response.
  if (parameter !== undefined && isCursor(parameter) && keyword !== 'unknown') return 'cursor'
  return keyword === 'format' && formatMessage === undefined ? `format.${formatOf(problem)}` : keyword
}

function detailOf({ path, message, formatMessage }: ValidationProblem, keyword: string): ErrorDetail {
  const [location = '', ...segments] = path.split('/').filter((segment) => segment !== '')
  const sentence = formatMessage ?? (keywordMessages[keyword] || rephrase(message))
  return { path: detailPath(locations[location] ?? 'body', segments), message: shorten(sentence) || 'is invalid' }
}

const sentenceLengthMax = bounds.ErrorDetail.message.maxLength

/** A long list of values is cut after a value, with an ellipsis. */
function shorten(sentence: string): string {
  if (sentence.length <= sentenceLengthMax) return sentence
  const cut = sentence.slice(0, sentenceLengthMax - 2)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(','), 1))}, …`
}

function rephrase(message: string): string {
  return phrases.reduce((sentence, [phrase, plainer]) => sentence.replace(phrase, plainer), message)
}

const { maxLength: pathLengthMax, pattern } = bounds.ErrorDetail.path
const pathPattern = new RegExp(pattern)

/**
 * `body.event_types.1`; it ends before the first name that the contract does not permit in a path, such as one that a
 * caller made up, so that no input is repeated unchecked.
 */
function detailPath(location: string, segments: readonly string[]): string {
  let path = location
  for (const segment of segments) {
    const longer = `${path}.${segment}`
    if (segment.includes('.') || longer.length > pathLengthMax || !pathPattern.test(longer)) break
    path = longer
  }
  return path
}
