import type { Connection } from '@svc/db/database'
import type { QuotaName } from '@svc/limits/plans'
import type { Chat } from '@svc/llm/chat'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Publisher } from '@svc/webhooks/publish'
import type { ApiCaller } from './caller.ts'
import type { Progress } from './idempotency.ts'

/** What operations work with. Each process has one. */
export interface Service {
  /** The pool; inside a request with an idempotency key, the transaction in which its answer is kept, unless its work is long. */
  db: Connection
  /** Inside a request with an idempotency key. */
  progress?: Progress
  keyring: Keyring
  publisher: Publisher
  settings: Settings
  /** The language model for the wording of drafts; null: the embedded engine has the word. */
  chat: Chat | null
  /** Scheme, host and port by which callers reach the service. */
  publicUrl: string
  /** Aborted when the process starts to stop: requests that wait for something answer at once. */
  draining: AbortSignal
  /** Does something that no answer waits for; a failure is logged. */
  background(work: () => Promise<void>): void
  /** Counts a metered action; throws 429 when the month's quota is used up. In a transaction the count goes with it. */
  takeQuota(connection: Connection, caller: ApiCaller, name: QuotaName): Promise<void>
}
