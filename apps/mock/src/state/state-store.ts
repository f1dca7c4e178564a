import type { Schemas } from '@generated/contract/server-types'
import type { Failing } from '@svc/webhooks/delivery-rules'
import type { SigningSecret } from '@svc/webhooks/secrets'
import type { DemoAccount } from '../accounts/credentials.ts'
import type { ScenarioName } from '../public.ts'
import type { StoredDelivery, StoredEvent } from '../webhooks/delivery-state.ts'

/** The changes of one account since the mock was started or reset. */
export interface AccountState {
  readonly account: DemoAccount
  /** By id, in the order of creation, as are the deliveries and analyses. */
  readonly webhooks: Map<string, StoredWebhook>
  readonly deliveries: Map<string, StoredDelivery>
  readonly feed: FeedEntry[]
  readonly analyses: Map<string, StartedAnalysis>
  /** Null until the account changes those of the examples. */
  competitors: readonly Schemas['Competitor'][] | null
  /** Null until a completed analysis has changed those of the examples. */
  recommendations: Schemas['Recommendation'][] | null
  /** Null until the account sets one. */
  schedule: Pick<Schemas['AnalysisSchedule'], 'frequency' | 'weekday' | 'hour'> | null
  readonly drafts: Map<string, Schemas['ReplyDraft']>
  readonly usage: Schemas['UsageEvent'][]
  readonly idempotency: Map<string, IdempotentRequest>
  /** Metered actions in a month, by quota and kind of credential. */
  readonly quotas: Map<string, number>
  /** Aborted by a reset: work in progress must not change anything after it. */
  readonly ended: AbortController
}

export interface StoredWebhook {
  record: Schemas['Webhook']
  secret: SigningSecret
  /** Failed attempts since the last success; null when there is none. */
  failing: Failing | null
  /** The one before it, which signs as well until `previous_secret_expires_at`. */
  previousSecret?: SigningSecret
}

/** Returns whether deliveries are still signed with the previous secret. */
export function keepsPreviousSecret({ record: { previous_secret_expires_at: expiresAt } }: StoredWebhook): boolean {
  return expiresAt !== null && Date.parse(expiresAt) > Date.now()
}

export interface FeedEntry {
  position: Schemas['WebhookEventId']
  /** The time of the event, in milliseconds since the epoch. */
  atMs: number
  event: StoredEvent
  /** The delivery that was repeated, for a resend. */
  resend_of: Schemas['WebhookDeliveryId'] | null
}

export type StartedAnalysis = Pick<
  Schemas['Analysis'],
  'id' | 'status' | 'created_at' | 'started_at' | 'finished_at' | 'follow_up' | 'previous_analysis_id' | 'report_id'
>

interface IdempotentRequest {
  /** The fingerprint that two requests with one key must have in common. */
  requestHash: string
  /** Undefined while the first request runs. */
  data: unknown
  /** The webhook endpoint that the response is about. */
  resourceId: string | null
}

export interface StateStore {
  of(account: DemoAccount): AccountState
  /** The scenario of an account: the chosen one, or the one of its credentials. */
  scenarioOf(account: DemoAccount): ScenarioName | null
  /** The scenario that was chosen for every account. */
  readonly scenario: ScenarioName | null
  /** For one account, or for every account. Null: nothing goes wrong. */
  chooseScenario(scenario: ScenarioName | null, account?: DemoAccount): void
  /** Back to the state after the start. */
  reset(): void
}

export function createStateStore(): StateStore {
  const states = new Map<string, AccountState>()
  const scenarios = new Map<string, ScenarioName | null>()
  let scenario: ScenarioName | null = null

  return {
    of(account) {
      const known = states.get(account.id)
      if (known) return known
      const state = newState(account)
      states.set(account.id, state)
      return state
    },
    scenarioOf(account) {
      const own = scenarios.get(account.id)
      return own !== undefined ? own : (scenario ?? account.scenario)
    },
    get scenario() {
      return scenario
    },
    chooseScenario(chosen, account) {
      if (account) scenarios.set(account.id, chosen)
      else scenario = chosen
    },
    reset() {
      for (const { ended } of states.values()) ended.abort()
      states.clear()
      scenarios.clear()
      scenario = null
    },
  }
}

/** Returns whether the account made a record with this id. */
export function hasRecord({ webhooks, deliveries, analyses }: AccountState, id: string): boolean {
  return [webhooks, deliveries, analyses].some((records) => records.has(id))
}

function newState(account: DemoAccount): AccountState {
  return {
    account,
    webhooks: new Map(),
    deliveries: new Map(),
    feed: [],
    analyses: new Map(),
    competitors: null,
    recommendations: null,
    schedule: null,
    drafts: new Map(),
    usage: [],
    idempotency: new Map(),
    quotas: new Map(),
    ended: new AbortController(),
  }
}
