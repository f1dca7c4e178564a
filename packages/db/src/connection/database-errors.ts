import { errorCode } from '@svc/runtime/error-code'
import pg from 'pg'

/**
 * Returns whether the error means that the database is unreachable or does not accept work now (503 `unavailable`), and
 * not that the statement is invalid. The statement may have run although its response was lost.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  const code = errorCode(error) ?? ''
  return (
    unavailableCodes.has(code) ||
    code.startsWith(connectionExceptionClass) ||
    isServerFailure(error) ||
    error.name === 'KnexTimeoutError' ||
    unavailableMessages.some((message) => driverMessageOf(error).startsWith(message))
  )
}

/**
 * Returns whether the connection of the statement must not be used again. A server whose disk is full can still read,
 * but may not accept new connections, so that those it has are kept.
 */
export function isUnusableAfter(error: unknown): boolean {
  return isUnavailable(error) && errorCode(error) !== diskFull
}

/**
 * Returns whether the server ended the session, or refused to begin it, because of a problem of its own: for example,
 * it cannot write a file because its disk is full.
 */
function isServerFailure(error: Error): boolean {
  const endsSession = error instanceof pg.DatabaseError && /^(?:FATAL|PANIC)$/.test(error.severity ?? '')
  return endsSession && (errorCode(error) ?? '').startsWith(internalErrorClass)
}

/**
 * Returns whether a connection that was open has ended. Another one may work at once, which is not so when the server
 * refuses connections or does not respond in time.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    lostConnectionCodes.has(errorCode(error) ?? '') ||
    lostConnectionMessages.some((text) => error.message.startsWith(text))
  )
}

/**
 * Returns whether the server canceled the statement because it ran for longer than `statementTimeoutMs`, for example
 * because it waited for a lock or because the database is overloaded (503 `unavailable`). Nothing of the statement was
 * executed, and its connection can still be used.
 */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === queryCanceled
}

/** Returns whether a statement waited for a lock for longer than `lock_timeout`. It was not executed. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === lockNotAvailable
}

/** PostgreSQL, appendix A. */
const lockNotAvailable = '55P03'

/** PostgreSQL, appendix A. Nothing else cancels statements of the service. */
const queryCanceled = '57014'

/** The message of the driver, which Knex prefixes with the statement and a dash. */
export function driverMessageOf(error: Error): string {
  return error.message.split(' - ').at(-1) ?? ''
}

/** PostgreSQL, appendix A: class 08 is "Connection Exception". */
const connectionExceptionClass = '08'

/** PostgreSQL, appendix A: class XX is "Internal Error". */
const internalErrorClass = 'XX'

/** PostgreSQL, appendix A. */
const diskFull = '53100'

const unavailableCodes = new Set([
  diskFull,
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up, shutting down or in recovery
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a primary that has become a replica
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

const lostConnectionCodes = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])

/**
 * Messages of errors that node-postgres throws without a code when a connection has ended.
 * `test/database-errors.test.ts` causes each of them and those below.
 */
const lostConnectionMessages = [
  'Connection terminated unexpectedly',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

/** Messages of errors that node-postgres throws without a code. */
const unavailableMessages = [
  ...lostConnectionMessages,
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  // No connection became free, or none could be opened, within the timeout of the pool.
  'timeout exceeded when trying to connect',
]
