import pg from 'pg'

/** Longer than an idle server on the same machine ever needs. */
const timeoutMs = 2_000

/**
 * Returns whether the server accepts queries now. False if it is unreachable, starting, stopping or has no free
 * connection. Any other error, such as an incorrect password, is thrown.
 */
export async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'svc-ready',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // The error also rejects the promise below; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if (isTemporary(error)) return false
    throw error
  } finally {
    // Not awaited: a server that has just died never confirms the end of the connection.
    client.end().catch(() => {})
  }
}

/** PostgreSQL, appendix A: connection exception, insufficient resources, operator intervention. */
const temporaryClasses = ['08', '53', '57']

/** Errors of the driver and of the network have no SQLSTATE. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true
  return temporaryClasses.some((sqlstateClass) => error.code?.startsWith(sqlstateClass))
}
