import type { scenarios } from './scenarios.ts'

// What users of the package see. Types alone: their declarations are published as they stand here.

export type ScenarioName = keyof typeof scenarios

/** Figures that can be chosen: requests per minute, actions per month, webhook endpoints per account. */
export type LimitName = 'ip' | 'account' | 'key' | 'analyses' | 'reply_drafts' | 'webhooks'

/** `starter` does not include the API. */
export type Plan = 'starter' | 'growth' | 'scale'

export interface MockOptions {
  /** 4010 unless told; 0 takes a free one. */
  port?: number
  /** 127.0.0.1 unless told. */
  host?: string
  /** A whole number: the same sequence of calls is given the same ids and secrets again. */
  seed?: number
  /** Where signed webhooks go besides the inbox, such as `http://localhost:3000/webhooks`. This machine only. */
  forward_to?: string
  /** Figures that replace those of the service, up to 1 000 000: requests per minute, actions per month, endpoints per account. */
  limits?: Partial<Record<LimitName, number>>
}

export interface Mock {
  /** Such as `http://127.0.0.1:4010/api/public/v1`. */
  base_url: string
  /** Where the OAuth endpoints are: scheme, host and port. */
  auth_url: string
  /** The page that shows the webhooks. */
  inbox_url: string
  credentials: MockCredentials
  /** The variables that clients read, for the first account. */
  env: Record<'SVC_BASE_URL' | 'SVC_AUTH_URL' | 'SVC_API_KEY' | 'SVC_CLIENT_ID' | 'SVC_CLIENT_SECRET', string>
  /** The webhooks that were sent, newest first. */
  inbox(): Sent[]
  /** What goes wrong from now on, for everybody; null: nothing. Throws a RangeError for a name that is none. */
  scenario(name: ScenarioName | null): void
  /** Back to the state after the start: no webhooks, no analyses of its own, fresh limits. */
  reset(): void
  close(): Promise<void>
}

export interface OAuthClientCredentials {
  client_id: string
  client_secret: string
  scope: string
}

/** What a test or a partner uses, in the words of `ready.json`. */
export interface MockCredentials {
  accounts: [AccountCredentials, AccountCredentials]
  /** Has the scope businesses:read and no other. */
  read_only_key: string
  read_only_client: OAuthClientCredentials
  revoked_key: string
  expired_key: string
  /** Five requests a minute. */
  five_per_minute_key: string
  /** Of an account whose plan does not include the API. */
  without_api_key: string
  /** A key and a client per scenario, each of an account of its own. */
  scenarios: Record<ScenarioName, { api_key: string; oauth_client: OAuthClientCredentials }>
}

export interface AccountCredentials {
  name: string
  plan: Plan
  business_id: string
  api_key: string
  oauth_client: OAuthClientCredentials
}

/** A signed request as the mock sent it. */
export interface Sent {
  /** When, in ISO 8601. */
  sent_at: string
  account: string
  webhook_id: string
  /** The address that was registered. It is never contacted. */
  registered_url: string
  attempt: number
  headers: Record<string, string>
  /** The exact bytes, as text. */
  body: string
  /** Where it went besides this inbox, and what that answered; neither status nor error while it has not. */
  forwarded: { url: string; http_status: number | null; error: string | null } | null
}
