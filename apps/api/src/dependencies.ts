import type { Connection } from '@svc/db/database'
import type { ListReplica } from '@svc/db/list-replica'
import type { RedisStore } from '@svc/limits/redis-store'
import type { Chat } from '@svc/llm/chat'
import type { Clock } from '@svc/runtime/clock'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Challenge } from '@svc/webhooks/challenge'
import type { Publisher } from '@svc/webhooks/publish'
import type { FeedWatcher } from './feed-watcher.ts'

/** The resources that every part of one API process shares. */
export interface Dependencies {
  /** The connection pool. Handlers use the connection of their request instead: see `RequestContext`. */
  db: Connection
  /** The replica for lists; null if none is configured. */
  replica: Pick<ListReplica, 'listsOf' | 'writesOf'> | null
  keyring: Keyring
  clock: Clock
  publisher: Publisher
  settings: Settings
  /** The language model that rephrases drafts; null if none is configured: the built-in engine writes the text. */
  chat: Chat | null
  /** Asks receivers to confirm the URLs of new endpoints; null if the installation does not ask. */
  challenge: Challenge | null
  /** Counts requests for several processes; null where this process counts alone. */
  redis: Pick<RedisStore, 'isReachable' | 'fallbackCount'> | null
  /** Scheme, host and port by which callers reach the service. */
  publicUrl: string
  /** Aborted when the process begins to stop: handlers that wait return immediately. */
  draining: AbortSignal
  /** Wakes requests that wait for webhook events. */
  feeds: FeedWatcher
  /** Runs work that no response waits for; a failure is logged. */
  background(work: () => Promise<void>): void
}
