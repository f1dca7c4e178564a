import type { Database } from '@svc/db/database'
import { createLogger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import { startWorker, type Worker, type WorkerOptions } from '../src/worker.ts'

/**
 * Starts a worker that logs nothing. `environment` contains the settings that differ from the defaults. The caller
 * stops it before it closes the database.
 */
export function startTestWorker(
  { db, keyring }: { db: Database; keyring: Keyring },
  environment: Record<string, string> = {},
  options: Partial<WorkerOptions> = {},
): Worker {
  return startWorker({
    settings: readSettings(environment, { purpose: 'worker' }),
    logger: createLogger({ name: 'worker', level: 'silent' }),
    db,
    keyring,
    ...options,
  })
}
