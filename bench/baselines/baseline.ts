import type { Server } from 'node:net'
import { authenticate } from '@svc/credentials/authenticate'
import type { ApiCaller } from '@svc/credentials/caller'
import { type Analysis, analysisColumns } from '@svc/db/analyses'
import { type Database, openDatabase, query } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import { beyondEveryId, type Owner, type Page, pageOfRows, selectList } from '@svc/db/records'
import { encodeCursor } from '@svc/http/cursor'
import { watchLimitSettings } from '@svc/limits/limit-settings'
import { createLimiter, type IpDecision, type Limiter } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { Decision } from '@svc/limits/window'
import { idBytes, newId } from '@svc/runtime/ids'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'

/** The parts that every baseline has in common with the API: pool, keys and limiter. */
interface SharedParts {
  db: Database
  keyring: Keyring
  limiter: Limiter
}

export const basePath = '/api/public/v1'
export const pageSizeDefault = 25

export async function openSharedParts(): Promise<SharedParts> {
  const settings = readSettings(process.env, { purpose: 'api' })
  if (settings.databaseUrl === null) throw new Error('DATABASE_URL must be the URL of the benchmark database.')
  const db = openDatabase({ url: settings.databaseUrl, applicationName: 'svc-bench-baseline' })
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

/** A request that one of the checks refuses. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The credential check of the API: one statement, without a cache. */
export async function authenticateKey({ db, keyring }: SharedParts, key: string | undefined): Promise<ApiCaller> {
  const result = await authenticate(db, keyring, { 'x-api-key': key })
  if (!('caller' in result)) throw new RefusedError(401, result.message ?? result.code)
  void result.recordUse?.()
  return result.caller
}

/** The checks of the API in addition to the contract: the limits of the caller, plan, scope and ownership. */
async function admit(
  { limiter }: SharedParts,
  ip: IpDecision,
  caller: ApiCaller,
  businessId: string,
): Promise<Decision> {
  const decision = await limiter.checkCaller(ip, caller.account.id, caller.credential.id)
  if (!decision.allowed) throw new RefusedError(429, 'Too many requests.')
  if (!caller.account.entitled || !caller.scopes.has('businesses:read')) throw new RefusedError(403, 'Not entitled.')
  if (caller.business_id !== businessId) throw new RefusedError(404, 'Not found.')
  return decision
}

/** The API's statement. A baseline gets its rows as records and serializes them itself. */
export async function listAnalyses({ db }: SharedParts, owner: Owner, limit: number): Promise<Page<Analysis>> {
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
  return pageOfRows(rows, limit)
}

/** The cursor of the next page, as in the API. */
function cursorOf({ next }: Page<unknown>): string | null {
  return next && encodeCursor({ rank: next.rank, idBytes: idBytes(next.id) })
}

/** Headers and `meta` of a response, as in the API. */
function envelope(caller: ApiCaller, { policy, limit, remaining, reset_s }: Decision, page: object) {
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

/** A request after the checks that precede its handler. */
export interface CheckedRequest {
  ipDecision: IpDecision
  caller: ApiCaller
}

/** The analyses of a business, with the checks and the envelope of the API. Rejects with a RefusedError. */
export async function analysesResponse(
  shared: SharedParts,
  { ipDecision, caller }: CheckedRequest,
  { businessId, limit }: { businessId: string; limit: number },
) {
  const decision = await admit(shared, ipDecision, caller, businessId)
  const page = await listAnalyses(shared, caller.owner, limit)
  const { headers, meta } = envelope(caller, decision, { limit, next_cursor: cursorOf(page) })
  return { headers, body: { data: page.items, meta } }
}
