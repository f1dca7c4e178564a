import { findLocalPostgres } from '@svc/local-postgres'
import type { Settings } from '@svc/runtime/settings'

/**
 * Returns `DATABASE_URL`, or the URL of the PostgreSQL that a running `svc start` has in `SVC_DATA_DIR`, or undefined
 * if there is neither.
 */
export async function findDatabaseUrl({ databaseUrl, dataDir }: Settings): Promise<string | undefined> {
  return databaseUrl ?? (await findLocalPostgres(dataDir))?.url
}
