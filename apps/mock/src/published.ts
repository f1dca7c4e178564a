import { createHash } from 'node:crypto'
import { commonHeaders } from '@svc/http/exchange'
import express, { type RequestHandler } from 'express'
import { stringify } from 'yaml'
import { basePath, publishedDocument } from './documents.ts'
import { exchangeOf } from './exchange.ts'

/**
 * The published document, in JSON and YAML, with this mock as its server. Anyone may read it from any origin, so that a tool which loads
 * the document from here calls here.
 */
export function documents(origin: () => string): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(
    `${basePath}/openapi.json`,
    serve('application/json', () => JSON.stringify(publishedDocument(origin()), undefined, 2)),
  )
  router.get(
    `${basePath}/openapi.yaml`,
    serve('application/yaml', () => stringify(publishedDocument(origin()))),
  )
  return router
}

/** Serves a text that is made at the first request for it and never changes while the process runs. */
function serve(mediaType: string, make: () => string): RequestHandler {
  let made: { text: string; etag: string } | undefined
  return (request, response) => {
    if (!made) {
      const text = make()
      made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    }
    response.set({
      ...commonHeaders(exchangeOf(response)),
      ETag: made.etag,
      'Cache-Control': 'public, no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known?.includes(made.etag)) response.status(304).end()
    else response.type(mediaType).send(made.text)
  }
}
