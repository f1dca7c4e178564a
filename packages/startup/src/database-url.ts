import type { DatabaseAddress } from '@svc/db/database'
import { findLocalPostgres } from '@svc/local-postgres'
import type { Settings } from '@svc/runtime/settings'

/**
 * Returns `DATABASE_URL`, or the URL of the PostgreSQL that a running `svc start` has in `SVC_DATA_DIR`, or undefined
 * if there is neither.
 */
export async function findDatabaseUrl({ databaseUrl, dataDir }: Settings): Promise<string | undefined> {
  return databaseUrl ?? (await findLocalPostgres(dataDir))?.url
}

/** The address of the database with this URL, with `SVC_DATABASE_POOLER` and `SVC_DATABASE_DIRECT_URL`. */
export function addressOf(url: string, { databasePooler, databaseDirectUrl }: Settings): DatabaseAddress {
  return { url, isPooled: databasePooler === 'transaction', directUrl: databaseDirectUrl }
}
