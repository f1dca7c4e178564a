import type { Id } from '@svc/runtime/ids'
import { findAccountWrite, recordAccountWrite } from '../accounts/account-writes.ts'
import { type Heartbeat, type ReplicaState, readReplicaState, writeHeartbeat } from '../platform/replica-heartbeat.ts'
import { type Database, openDatabase, type RequestDatabase, type Statement } from './database.ts'

// Lists from a replica: decision 0072 has the reasons.

/** The reason for which a statement of a list was read from the primary. */
type PrimaryReason = 'left_out' | 'own_write' | 'failed'

interface ListReplicaOptions {
  primary: Database
  /** Destroyed with the replica. */
  replica: Database
  logger: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** A monotonic clock in milliseconds. Default: that of the process. */
  now?: () => number
}

/** The interval of the polls, and of the heartbeat that the primary writes. */
const pollIntervalMs = 1_000

/** A replica that lacks more heartbeats, one per second, is left out. */
const missingHeartbeatsMax = 5

/** The result of a poll is valid for this long: a replica or a primary that does not respond is left out then. */
const pollAgeMaxMs = 3_000

/** Opens the replica of a database. Nothing is read from it before `start`. */
export function openListReplica({
  url,
  poolMax,
  acquireTimeoutMs,
  ...options
}: Omit<ListReplicaOptions, 'replica'> & { url: string; poolMax: number; acquireTimeoutMs: number }): ListReplica {
  const { isPooled } = options.primary
  const replica = openDatabase({ url, isPooled, applicationName: 'svc-api-lists', poolMax, acquireTimeoutMs })
  return new ListReplica({ ...options, replica })
}

/** A standby from which lists are read while it is not too far behind. */
export class ListReplica {
  readonly #primary: Database
  readonly #replica: Database
  readonly #logger: ListReplicaOptions['logger']
  readonly #now: () => number
  /** The statements of lists, by where and why they were read there. */
  readonly reads: Record<'replica' | PrimaryReason, number> = { replica: 0, left_out: 0, own_write: 0, failed: 0 }
  #heartbeat: Heartbeat | undefined
  #missingHeartbeats = Number.NaN
  #fault: string | undefined = 'not polled'
  #polledAtMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined

  constructor({ primary, replica, logger, now = () => performance.now() }: ListReplicaOptions) {
    this.#primary = primary
    this.#replica = replica
    this.#logger = logger
    this.#now = now
  }

  /** Whether lists may be read from the replica now. */
  get isUsable(): boolean {
    return this.#fault === undefined && this.#now() - this.#polledAtMs <= pollAgeMaxMs
  }

  /** The time by which the replica is behind, in whole seconds; NaN if that is unknown. */
  get lagSeconds(): number {
    return this.#now() - this.#polledAtMs <= pollAgeMaxMs ? this.#missingHeartbeats : Number.NaN
  }

  /** Polls at once and then every second. */
  start(): void {
    const poll = () => {
      this.#polling ??= this.poll().finally(() => {
        this.#polling = undefined
      })
    }
    poll()
    this.#timer = setInterval(poll, pollIntervalMs).unref()
  }

  /** Finds out whether the replica may be used. Logs a change; never rejects. */
  async poll(): Promise<void> {
    const expected = this.#heartbeat
    try {
      const state = await readReplicaState(this.#replica)
      const current = await writeHeartbeat(this.#primary)
      this.#heartbeat = current
      this.#missingHeartbeats = Math.max(0, (expected ?? current).number - state.number)
      this.#polledAtMs = this.#now()
      this.#setFault(faultOf(state, current, this.#missingHeartbeats))
    } catch (error) {
      this.#missingHeartbeats = Number.NaN
      this.#setFault('it or the primary cannot be read', error)
    }
  }

  /** The database of a request that is not a list. Each of its transactions is recorded as a write of the account. */
  writesOf(accountId: Id<'acc'>): RequestDatabase {
    const primary = this.#primary
    return {
      execute: (statement) => primary.execute(statement),
      transaction: (work) =>
        primary.transaction(async (transaction) => {
          const result = await work(transaction)
          await recordAccountWrite(transaction, accountId)
          return result
        }),
    }
  }

  /**
   * The database of a list. It reads the replica while that has the last write of the account, and the primary
   * otherwise, or if the replica fails. Once a statement was read from the primary, the following ones are as well.
   */
  listsOf(accountId: Id<'acc'>): RequestDatabase {
    let primaryReason: PrimaryReason | undefined
    let lastWrite: Promise<string | undefined> | undefined
    const read = async <Row extends object>(statement: Statement): Promise<Row[]> => {
      if (primaryReason === undefined) {
        if (this.isUsable) {
          lastWrite ??= findAccountWrite(this.#primary, accountId)
          const rows = await this.#readReplica<Row>(statement, { accountId, lastWrite: await lastWrite })
          if (typeof rows !== 'string') return rows
          primaryReason = rows
        } else primaryReason = 'left_out'
      }
      this.reads[primaryReason]++
      return this.#primary.execute<Row>(statement)
    }
    return { ...this.writesOf(accountId), execute: read }
  }

  /** Reads from the replica, or returns why the primary has to be read. */
  async #readReplica<Row extends object>(
    statement: Statement,
    { accountId, lastWrite }: { accountId: Id<'acc'>; lastWrite: string | undefined },
  ): Promise<Row[] | PrimaryReason> {
    try {
      // One transaction, because another connection may have another server at its end, for example behind a proxy.
      const rows = await this.#replica.transaction(async (transaction) => {
        const isCurrent = lastWrite === undefined || (await findAccountWrite(transaction, accountId)) === lastWrite
        return isCurrent ? transaction.execute<Row>(statement) : undefined
      })
      if (rows === undefined) return 'own_write'
      this.reads.replica++
      return rows
    } catch {
      // Such as a lost connection, or a statement that conflicted with recovery. If the statement itself is invalid, it
      // fails on the primary too.
      return 'failed'
    }
  }

  /** Ends the polls and closes the connections to the replica. The primary stays open. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#polling
    await this.#replica.destroy()
  }

  #setFault(fault: string | undefined, error?: unknown): void {
    if (fault === this.#fault) return
    this.#fault = fault
    if (fault === undefined) this.#logger.info({}, 'Lists are read from the replica (SVC_DATABASE_REPLICA_URL)')
    else
      this.#logger.warn(
        { reason: fault, ...(error !== undefined && { err: error }) },
        'Lists are read from the primary: the replica (SVC_DATABASE_REPLICA_URL) is left out',
      )
  }
}

/** The reason for which a replica in this state must not be read; undefined if it may be. */
function faultOf(state: ReplicaState, primary: Heartbeat, missing: number): string | undefined {
  if (!state.is_standby) return 'it is not a standby'
  if (state.database_id !== primary.database_id) return 'it has another database'
  if (missing > missingHeartbeatsMax) return 'it is too far behind'
  return undefined
}
