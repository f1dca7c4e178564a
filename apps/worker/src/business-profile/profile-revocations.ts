import type { ProfileApi } from '@svc/business-profile/profile-api'
import { ProfileError } from '@svc/business-profile/profile-error'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import type { Database } from '@svc/db/database'
import {
  type ClaimedRevocation,
  claimProfileRevocations,
  finishRevocation,
  postponeRevocation,
  profileRevocationQueue,
} from '@svc/db/profile-revocations'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import { withLease } from '../lease.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { WorkerMetrics } from '../metrics.ts'
import type { WorkWaiter } from '../work-waiters.ts'

interface ProfileRevocationsOptions {
  db: Database
  metrics: WorkerMetrics
  workerId: string
  work: WorkWaiter
  keyring: Keyring
  logger: Logger
  leaseMs: number
  api: ProfileApi
}

const pollMs = 500

/** The wait before the next attempt if the upstream service states none. */
const retryMs = 60_000

/**
 * Revokes the consents of ended connections and of deleted accounts, even while the flag is off, and deletes their
 * tokens.
 */
export function startProfileRevocations(options: ProfileRevocationsOptions): Loop {
  const { db, metrics, workerId, work, logger, leaseMs } = options
  return startLoop('business profile revocations', {
    logger,
    metrics,
    async iterate(context) {
      if (!(await work.isDue(context))) return
      const request = { workerId, limit: 1, leaseMs, perGroupMax: 1, perAccountMax: 1 }
      const [claimed] = await claimProfileRevocations(db, request)
      if (claimed === undefined) return context.pause(pollMs)
      await withLease(db, profileRevocationQueue, { lease: claimed, leaseMs }, () => revoke(claimed, options))
    },
  })
}

async function revoke(
  claimed: ClaimedRevocation,
  { db, keyring, api, logger }: ProfileRevocationsOptions,
): Promise<void> {
  const { id, token } = claimed
  try {
    await api.revoke(keyring.decrypt(token.key_id, token.ciphertext, refreshTokenContext(id)).toString('utf8'))
    await finishRevocation(db, claimed)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    logger.warn({ kind: error.kind, business_id: id }, 'Consent not revoked yet')
    await postponeRevocation(db, claimed, { delayMs: error.retryAfterMs ?? retryMs })
  }
}
