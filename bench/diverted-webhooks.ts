import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '@svc/webhooks/testing'
import type { BenchDatabase } from './database.ts'

/**
 * The environment variables of a service on this database that sends every webhook to a receiver on a port of this
 * machine, and trusts its authority.
 */
export function divertWebhooks(
  { environment, dataDir }: Pick<BenchDatabase, 'environment' | 'dataDir'>,
  { authority, port }: { authority: Authority; port: number },
): Record<string, string> {
  const caFile = join(dataDir, 'receiver-ca.pem')
  writeFileSync(caFile, authority.ca)
  return {
    ...environment,
    // Webhooks cannot be diverted in production.
    SVC_MODE: 'development',
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_CONNECT_TO: `*=127.0.0.1:${port}`,
  }
}
