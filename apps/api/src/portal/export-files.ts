import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SessionRow } from '@svc/credentials/sessions'
import { exportPartContext, findCompletedExport, readExportPart } from '@svc/db/account-exports'
import type { Connection } from '@svc/db/database'
import { ApiError } from '@svc/http/errors'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import { type Id, isId } from '@svc/runtime/ids'
import { partBytes } from '@svc/runtime/parts'
import type { Keyring } from '@svc/runtime/secrets'
import express, { type RequestHandler } from 'express'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { isSignedLink, signLink } from '../signed-link.ts'

/** The path of the links: outside the portal's API, because a browser saves the file by itself. */
const filesPath = '/account-exports'

/** The time for which a link is valid: as long as a confirmed password. */
const linkMs = 10 * 60_000

/** A link contains the ID of its session and is valid only in that session. */
const textOf = (session: SessionRow, id: string, expiresMs: number) => `account-export ${session.id} ${id} ${expiresMs}`

/** The path of the file for this session. The caller has checked that the export is the account's. */
export function exportLink(
  { keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>,
  session: SessionRow,
  id: string,
): { path: string; expires_at: string } {
  const expiresMs = clock.now() + linkMs
  const signature = signLink(keyring, textOf(session, id, expiresMs))
  return {
    path: `${filesPath}/${id}.ndjson.gz?expires=${expiresMs}&signature=${signature}`,
    expires_at: new Date(expiresMs).toISOString(),
  }
}

/**
 * Serves the file of an `exportLink`, part by part at the rate at which the client takes it. A download that was
 * interrupted continues with `Range`. Without the session of the link, and after its end, the response is 404.
 */
export function exportFiles(
  { db, keyring, clock }: Pick<Dependencies, 'db' | 'keyring' | 'clock'>,
  sessions: BrowserSessions,
): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(`${filesPath}/:id.ndjson.gz`, async (request, response) => {
    const { id = '' } = request.params
    const { expires, signature } = request.query
    const session = await sessions.find(request)
    const expiresMs = Number(expires)
    const isValid =
      session && expiresMs > clock.now() && isSignedLink(keyring, textOf(session, id, expiresMs), String(signature))
    const file = isValid && isId('exp', id) && (await findCompletedExport(db, session.account_id, id))
    if (!file) throw new ApiError('not_found', { message: linkExpired })
    const etag = `"${file.id}"`
    const range = request.range(file.size_bytes)
    const isCurrent = (request.headers['if-range'] ?? etag) === etag
    const chosen = Array.isArray(range) && range.length === 1 && isCurrent ? range[0] : undefined
    const { start, end } = chosen ?? { start: 0, end: file.size_bytes - 1 }
    response.status(chosen ? 206 : 200).set({
      ...commonHeaders(exchangeOf(response)),
      ...(chosen && { 'Content-Range': `bytes ${start}-${end}/${file.size_bytes}` }),
      'Content-Type': 'application/gzip',
      'Content-Length': String(end - start + 1),
      'Content-Disposition': `attachment; filename="export-${file.created_at.slice(0, 10)}.ndjson.gz"`,
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Cache-Control': 'private, no-store',
    })
    const bytes = readFile({ db, keyring, accountId: session.account_id, id: file.id }, start, end + 1)
    await pipeline(Readable.from(bytes), response)
  })
  return router
}

const linkExpired =
  'This link is invalid or expired, or belongs to another session. Download the export from the portal.'

interface StoredFile {
  db: Connection
  keyring: Keyring
  accountId: Id<'acc'>
  id: Id<'exp'>
}

/** The bytes of a file from `start` to `end`, which is not included. */
async function* readFile({ db, keyring, accountId, id }: StoredFile, start: number, end: number) {
  for (let number = Math.floor(start / partBytes); number * partBytes < end; number++) {
    const part = await readExportPart(db, accountId, id, number)
    if (part === undefined) throw new Error(`Part ${number} of the export ${id} is missing.`)
    const bytes = keyring.decrypt(part.key_id, part.ciphertext, exportPartContext(id, number))
    const offset = number * partBytes
    yield bytes.subarray(Math.max(0, start - offset), end - offset)
  }
}
