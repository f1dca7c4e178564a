import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../src/local-postgres.ts'

export interface TemporaryPostgres {
  url: string
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** No test needs its data after a power failure. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** A PostgreSQL in a new temporary directory. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  // When started as root, PostgreSQL runs under another user, who must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startLocalPostgres({ dataDir, logger: silent, settings: fastSettings })
  return {
    url: postgres.url,
    async remove() {
      await postgres.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
