import type { SigningSecret } from '@svc/webhooks/secrets'
import type { DemoAccount } from './credentials.ts'
import type { Schemas } from './examples.ts'
import type { ScenarioName } from './public.ts'

/** What one account has done since the mock was started or reset. */
export interface World {
  readonly account: DemoAccount
  /** By id, in the order in which they were made. */
  readonly webhooks: Map<string, StoredWebhook>
  readonly deliveries: Map<string, StoredDelivery>
  readonly feed: FeedEntry[]
  readonly analyses: Map<string, StartedAnalysis>
  /** Null until an analysis has changed those of the examples. */
  recommendations: Schemas['Recommendation'][] | null
  readonly usage: Schemas['UsageEvent'][]
  readonly idempotency: Map<string, IdempotentAnswer>
  /** Metered actions, per quota and kind of credential. */
  readonly quotas: Map<string, number>
  /** Aborted by a reset: what was under way must change nothing any more. */
  readonly ended: AbortController
}

export interface StoredWebhook {
  wire: Schemas['Webhook']
  secret: SigningSecret
}

export interface StoredEvent {
  payload: Schemas['WebhookDelivery']['payload']
  /** The exact text that is signed and sent. */
  text: string
}

export interface StoredDelivery {
  event: StoredEvent
  /** Without the payload, which many deliveries share. */
  wire: Omit<Schemas['WebhookDelivery'], 'payload'>
}

export interface FeedEntry {
  position: Schemas['WebhookEventId']
  /** When it happened, by the clock: a position that is not in the feed stands for a moment. */
  atMs: number
  event: StoredEvent
  resend_of: Schemas['WebhookDeliveryId'] | null
}

export type StartedAnalysis = Pick<
  Schemas['Analysis'],
  'id' | 'status' | 'created_at' | 'started_at' | 'finished_at' | 'previous_analysis_id' | 'report_id'
>

export interface IdempotentAnswer {
  /** What makes two requests the same. */
  request: string
  /** Undefined while the first request runs. */
  data: unknown
  /** The webhook endpoint that the answer speaks of. */
  resourceId: string | null
}

export interface Worlds {
  of(account: DemoAccount): World
  /** What goes wrong for this account now: what was chosen, else what its credentials stand for. */
  scenarioOf(account: DemoAccount): ScenarioName | null
  /** What was chosen for everybody. */
  readonly chosen: ScenarioName | null
  /** For everybody, or for one account. Null: nothing goes wrong. */
  choose(scenario: ScenarioName | null, account?: DemoAccount): void
  /** Forgets everything that was done and chosen. */
  reset(): void
}

export function createWorlds(): Worlds {
  const worlds = new Map<string, World>()
  const chosenFor = new Map<string, ScenarioName | null>()
  let chosen: ScenarioName | null = null

  return {
    of(account) {
      const known = worlds.get(account.id)
      if (known) return known
      const world = newWorld(account)
      worlds.set(account.id, world)
      return world
    },
    scenarioOf(account) {
      const own = chosenFor.get(account.id)
      return own !== undefined ? own : (chosen ?? account.scenario)
    },
    get chosen() {
      return chosen
    },
    choose(scenario, account) {
      if (account) chosenFor.set(account.id, scenario)
      else chosen = scenario
    },
    reset() {
      for (const { ended } of worlds.values()) ended.abort()
      worlds.clear()
      chosenFor.clear()
      chosen = null
    },
  }
}

function newWorld(account: DemoAccount): World {
  return {
    account,
    webhooks: new Map(),
    deliveries: new Map(),
    feed: [],
    analyses: new Map(),
    recommendations: null,
    usage: [],
    idempotency: new Map(),
    quotas: new Map(),
    ended: new AbortController(),
  }
}

/**
 * Leaves the newest so many entries of a map, set or list: a mock that runs for weeks must not fill the memory. Of a map,
 * what may not go yet stays besides.
 */
export function keepNewest<Entry>(
  kept: Map<string, Entry> | Set<Entry> | Entry[],
  max: number,
  mayGo: (entry: Entry) => boolean = () => true,
): void {
  if (Array.isArray(kept)) {
    if (kept.length > max) kept.splice(0, kept.length - max)
    return
  }
  for (const [key, entry] of kept.entries() as Iterable<[never, Entry]>) {
    if (kept.size <= max) return
    if (mayGo(entry)) kept.delete(key)
  }
}
