import { createHash } from 'node:crypto'
import type { Input } from './contract/contract.ts'
import { type ApiError, conflict } from './errors.ts'

// What `Idempotency-Key` means (design decision 27), wherever the answers are kept.

/** What makes two requests the same: where they went and what they asked, whatever the order in which the fields were written. */
export function hashOf({ path, query, body }: Input): Buffer {
  const canonical = JSON.stringify({ path, query, body }, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  )
  return createHash('sha256').update(canonical).digest()
}

/** The webhook endpoint that an answer speaks of: deleting it forgets the answer. */
export function resourceOf(data: unknown): string | null {
  const { webhook_id: webhookId, id } = (data ?? {}) as { webhook_id?: unknown; id?: unknown }
  return typeof webhookId === 'string' ? webhookId : typeof id === 'string' ? id : null
}

export function stillRunning(): ApiError {
  return conflict('A request with this Idempotency-Key is still running; repeat it when that one has been answered.')
}

export function otherRequest(): ApiError {
  return conflict('This Idempotency-Key was used with another request; use a new key for a new request.')
}
