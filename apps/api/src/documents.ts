import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { commonHeaders } from '@svc/http/exchange'
import express, { type RequestHandler } from 'express'
import { stringify } from 'yaml'
import { exchangeOf } from './server.ts'

/** The path under which the API lives; `{base_url}` is the public origin followed by it. */
export const basePath = '/api/public/v1'

/** What the contract says of `npm start`, in its servers and its token endpoint. An instance puts its own origin there. */
const developmentOrigin = 'http://127.0.0.1:3000'

/** The strict bundle, which the server validates against. */
export function readContract(): { webhooks: Record<string, object> } {
  return JSON.parse(readGenerated('contract/openapi.strict.json'))
}

/**
 * The published document, in JSON and YAML, and the reference pages made from the contract. Anyone may read them from any origin;
 * `servers` names this instance, so that a tool which loads the document from here calls here.
 */
export function documents({ publicUrl }: { publicUrl: string }): RequestHandler {
  const document = () => ({
    ...JSON.parse(readGenerated('contract/openapi.published.json').replaceAll(developmentOrigin, publicUrl)),
    servers: [{ url: `${publicUrl}${basePath}`, description: 'This instance.' }],
  })
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(
    `${basePath}/openapi.json`,
    serve('application/json', () => JSON.stringify(document(), undefined, 2)),
  )
  router.get(
    `${basePath}/openapi.yaml`,
    serve('application/yaml', () => stringify(document())),
  )
  router.get(
    '/docs',
    serve('text/html', () => readGenerated('docs/reference.html').replaceAll(developmentOrigin, publicUrl), {
      'Content-Security-Policy': pagePolicy,
    }),
  )
  return router
}

/** The reference page brings its styles and its script along, and searches in a worker of its own; it may not fetch anything. */
const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves a text that is made at the first request for it and never changes while the process runs. */
function serve(mediaType: string, make: () => string, headers: Record<string, string> = {}): RequestHandler {
  let made: { text: string; etag: string } | undefined
  return (request, response) => {
    if (!made) {
      const text = make()
      made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    }
    response.set({
      ...commonHeaders(exchangeOf(response)),
      ...headers,
      ETag: made.etag,
      'Cache-Control': 'public, no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    const isKnown = request.headers['if-none-match']
      ?.split(',')
      .some((tag) => tag.trim().replace(/^W\//, '') === made?.etag)
    if (isKnown) response.status(304).end()
    else response.type(mediaType).send(made.text)
  }
}

function readGenerated(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.resolve('@generated/contract/openapi.strict.json')), 'utf8')
}
