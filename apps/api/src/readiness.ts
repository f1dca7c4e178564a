import { type DatabaseAddress, openDatabase } from '@svc/db/database'
import { pendingMigrations } from '@svc/db/migrate'
import type { Keyring } from '@svc/runtime/secrets'

export interface Readiness {
  /**
   * Rejects while the service cannot work: the database does not respond, or a migration or a secret key is missing.
   */
  check(): Promise<void>
  close(): Promise<void>
}

/** The current secret key of the database is not listed. The id of a key is not secret: every access token shows it. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'

  constructor(id: string) {
    super(`the secret key "${id}" is not listed`)
  }
}

/** Checks that arrive while a result is younger get that result. */
const resultLifetimeMs = 1_000

/** The time that the database may take to respond. */
const probeTimeoutMs = 500

/**
 * Probes the database over a separate connection, at most once per second: neither do health checks take
 * connections from requests, nor does a busy pool make the process unready.
 *
 * @param nowMs replaced in tests
 */
export function createReadiness({ address, keyring, nowMs = () => performance.now() }: ReadinessOptions): Readiness {
  const db = openDatabase({ ...address, applicationName: 'svc-ready', poolMax: 1, statementTimeoutMs: probeTimeoutMs })
  let migrated = false
  let last: { atMs: number; result: Promise<void> } | undefined

  async function probe(): Promise<void> {
    if (keyring.missingId !== null) throw new MissingKeyError(keyring.missingId)
    await db.execute({ text: 'select 1' })
    // Until all have run: migrations are never reverted.
    if (migrated) return
    const pending = await pendingMigrations(db)
    if (pending.length > 0) throw new Error(`Migrations are missing: ${pending.join(', ')}`)
    migrated = true
  }

  return {
    check() {
      const atMs = nowMs()
      if (last === undefined || atMs - last.atMs >= resultLifetimeMs) last = { atMs, result: inTime(probe()) }
      return last.result
    },
    close: () => db.destroy(),
  }
}

interface ReadinessOptions {
  /** The database that requests use. */
  address: DatabaseAddress
  keyring: Pick<Keyring, 'missingId'>
  nowMs?: () => number
}

async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const reject = () => late.reject(new Error(`The database did not respond within ${probeTimeoutMs} ms`))
  // After the responses that have arrived: the process may have been busy, and not the database.
  const timer = setTimeout(() => setImmediate(reject), probeTimeoutMs)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
