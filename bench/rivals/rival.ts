import type { Server } from 'node:net'
import { authenticate } from '@svc/credentials/authenticate'
import type { Caller } from '@svc/credentials/caller'
import { type Analysis, analysisColumns } from '@svc/db/analyses'
import { type Database, openDatabase, query } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import { beyondEveryId, type Owner, type Page, pageOf, selectList } from '@svc/db/records'
import { encodeCursor } from '@svc/http/cursor'
import { watchLimitSettings } from '@svc/limits/limit-settings'
import { createLimiter, type IpDecision, type Limiter } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { Decision } from '@svc/limits/window'
import { idBytes, newId } from '@svc/runtime/ids'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'

/** What every rival shares with the API that it is compared with: the same pool, the same keys, the same limiter. */
interface Surroundings {
  db: Database
  keyring: Keyring
  limiter: Limiter
}

export const basePath = '/api/public/v1'
export const pageSizeDefault = 25

export async function openSurroundings(): Promise<Surroundings> {
  const settings = readSettings(process.env, { purpose: 'api' })
  if (settings.databaseUrl === null) throw new Error('DATABASE_URL names the database of the benchmark.')
  const db = openDatabase({ url: settings.databaseUrl, applicationName: 'svc-bench-rival' })
  const limits = await watchLimitSettings({ read: () => readLimitSettings(db), logger: { warn: () => {} } })
  const limiter = createLimiter({ store: createMemoryStore(), limits: limits.limits })
  return { db, keyring: createKeyring(settings.secretKeys), limiter }
}

/** Reports the port of a listening server to the benchmark, and ends the process on SIGTERM. */
export function announce(server: Server): void {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.')
  process.on('SIGTERM', () => process.exit())
  process.send?.({ type: 'ready', port: address.port })
}

/** Thrown for a request that one of the checks refuses. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The credential check of the API: one statement, from no cache. */
export async function authenticateKey({ db, keyring }: Surroundings, key: string | undefined): Promise<Caller> {
  const result = await authenticate(db, keyring, { 'x-api-key': key })
  if (!('caller' in result)) throw new RefusedError(401, result.message ?? result.code)
  void result.upkeep?.()
  return result.caller
}

/** What the API checks in addition to the contract: the limits of the caller, plan, scope and ownership. */
export async function admit(
  { limiter }: Surroundings,
  ip: IpDecision,
  caller: Caller,
  businessId: string,
): Promise<Decision> {
  const decision = await limiter.checkCaller(ip, caller.account.id, caller.credential.id)
  if (!decision.allowed) throw new RefusedError(429, 'Too many requests.')
  if (!caller.account.entitled || !caller.scopes.has('businesses:read')) throw new RefusedError(403, 'Not entitled.')
  if (caller.business_id !== businessId) throw new RefusedError(404, 'Not found.')
  return decision
}

/** The API's own statement; a rival gets its rows as records and writes them as JSON by its own means. */
export async function listAnalyses({ db }: Surroundings, owner: Owner, limit: number): Promise<Page<Analysis>> {
  const rows = await query<Analysis>(
    db,
    {
      name: 'list_analyses',
      text: `
        select ${selectList(analysisColumns)} from analyses
        where business_id = $1 and id < $2
        order by business_id, id desc limit $3`,
    },
    [owner.business_id, beyondEveryId, limit + 1],
  )
  return pageOf(rows, limit)
}

/** Where the list continues, as the API says it. */
export function cursorOf({ next }: Page<unknown>): string | null {
  return next && encodeCursor({ rank: next.rank, idBytes: idBytes(next.id) })
}

/** Headers and `meta` of a response, as the API has them. */
export function envelope(caller: Caller, { policy, limit, remaining, reset_s }: Decision, page: object) {
  const requestId = newId('req')
  return {
    headers: {
      'X-Request-Id': requestId,
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset_s),
      'X-RateLimit-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-cache',
    },
    meta: { request_id: requestId, plan: caller.account.plan, rate_limit: { limit, remaining, reset_s }, page },
  }
}
