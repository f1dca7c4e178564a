import type { ProfileApi } from '@svc/business-profile/profile-api'
import { ProfileError } from '@svc/business-profile/profile-error'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import {
  type ClaimedRevocation,
  claimProfileRevocations,
  finishRevocation,
  postponeRevocation,
} from '@svc/db/profile-revocations'
import type { Keyring } from '@svc/runtime/secrets'
import type { Loop } from '../loop.ts'
import { type QueueLoopOptions, startQueueLoop } from '../queue-loop.ts'

interface ProfileRevocationsOptions extends QueueLoopOptions {
  keyring: Keyring
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
  return startQueueLoop('business profile revocations', options, {
    queue: 'business_profile_revocations',
    claim: claimProfileRevocations,
    pollMs,
    run: (claimed) => revoke(claimed, options),
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
