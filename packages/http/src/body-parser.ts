import { isRecord } from '@svc/runtime/json'
import type { RequestHandler } from 'express'
import { type ApiError, invalidRequest } from './errors.ts'

/** A body parser of Express whose errors `refusalOf` converts; undefined passes an error on as it is. */
export function bodyParser(
  parse: RequestHandler,
  refusalOf: (thrown: unknown) => ApiError | undefined = invalidBody,
): RequestHandler {
  return (request, response, next) =>
    parse(request, response, (thrown?: unknown) => next(thrown && (refusalOf(thrown) ?? thrown)))
}

function invalidBody(thrown: unknown): ApiError | undefined {
  const { type, limit } = isRecord(thrown) ? thrown : {}
  if (type === 'entity.too.large') return invalidRequest('body', `is larger than ${Number(limit) / 1024} KB`)
  const message = typeof type === 'string' ? messages[type] : undefined
  return message === undefined ? undefined : invalidRequest('body', message)
}

/** Of a body with a `Content-Encoding`: none is decompressed. */
export const compressedBody = 'must be sent without Content-Encoding'

const messages: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'is not valid JSON',
  'encoding.unsupported': compressedBody,
  'charset.unsupported': 'must be UTF-8',
  'request.size.invalid': 'does not have the length that Content-Length states',
}
