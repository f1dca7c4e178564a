import type { ScenarioName } from './scenarios.ts'

// The types that users of the package see. They are published as they are here.

export type { ScenarioName }

/** Limits that can be changed: requests per minute, actions per month, webhook endpoints per account. */
export type LimitName = 'ip' | 'account' | 'key' | 'analyses' | 'reply_drafts' | 'webhooks'

export interface MockOptions {
  /** 4010 by default; 0 takes a free port. */
  port?: number
  /** 127.0.0.1 by default. */
  host?: string
  /** Whether other machines may use `/__mock/…`, where `host` lets them call the mock. False by default. */
  expose_controls?: boolean
  /** A whole number: the same sequence of requests gets the same ids and secrets again. */
  seed?: number
  /** A URL that also receives signed webhooks, such as `http://localhost:3000/webhooks`. This machine only. */
  forward_to?: string
  /** Limits that replace those of the service, up to 1,000,000. */
  limits?: Partial<Record<LimitName, number>>
}

export interface Mock {
  /** Such as `http://127.0.0.1:4010/api/public/v1`. */
  base_url: string
  /** Origin of the OAuth endpoints. */
  auth_url: string
  /** URL of the page that shows the webhooks. */
  inbox_url: string
  credentials: MockCredentials
  /** The variables that clients read, for the first account. */
  env: Record<'SVC_BASE_URL' | 'SVC_AUTH_URL' | 'SVC_API_KEY' | 'SVC_CLIENT_ID' | 'SVC_CLIENT_SECRET', string>
  /** The webhooks that were sent, newest first. */
  inbox(): SentWebhook[]
  /** Chooses a scenario for every account; null for none. Throws a RangeError for an unknown name. */
  scenario(name: ScenarioName | null): void
  /** Back to the state after the start: no webhooks, no started analyses, unused limits. */
  reset(): void
  close(): Promise<void>
}

export interface OAuthClientCredentials {
  client_id: string
  client_secret: string
  scope: string
}

/** The credentials for tests and partners, with the field names of `ready.json`. */
export interface MockCredentials {
  accounts: [AccountCredentials, AccountCredentials]
  /** Has the scope businesses:read and no other. */
  read_only_key: string
  read_only_client: OAuthClientCredentials
  revoked_key: string
  expired_key: string
  /** Five requests a minute. */
  five_per_minute_key: string
  /** The key of an account whose plan does not include the API. */
  without_api_key: string
  /** A key and a client per scenario, each of a separate account. */
  scenarios: Record<ScenarioName, { api_key: string; oauth_client: OAuthClientCredentials }>
}

export interface AccountCredentials {
  name: string
  plan: string
  business_id: string
  api_key: string
  oauth_client: OAuthClientCredentials
}

/** A signed webhook request as the mock sent it. */
export interface SentWebhook {
  /** The time, in ISO 8601. */
  sent_at: string
  account: string
  webhook_id: string
  /** The URL that was registered. The mock never connects to it. */
  registered_url: string
  attempt: number
  headers: Record<string, string>
  /** The exact body that was signed. */
  body: string
  /** The URL to which it was forwarded, and the response; neither status nor error before there is one. */
  forwarded: { url: string; http_status: number | null; error: string | null } | null
}
