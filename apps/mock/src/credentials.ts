import { scopes as allScopes, type Scope } from '@generated/contract/enums'
import { isEntitled } from '@svc/credentials/entitlement'
import type { Id } from '@svc/runtime/ids'
import { brightside, type Cast, rosso } from './cast.ts'
import { fixedId } from './ids.ts'
import type { AccountCredentials, MockCredentials, OAuthClientCredentials, Plan, ScenarioName } from './public.ts'
import { scenarioNames } from './scenarios.ts'

// Published on purpose: they open this mock and nothing else. README.md lists them, and a test compares.

export interface DemoAccount {
  id: Id<'acc'>
  name: string
  plan: Plan
  entitled: boolean
  cast: Cast
  /** What goes wrong for this account unless somebody chooses otherwise. */
  scenario: ScenarioName | null
}

export interface DemoKey {
  id: Id<'key'>
  key: string
  account: DemoAccount
  scopes: readonly Scope[]
  state: 'active' | 'revoked' | 'expired'
  /** Requests per minute; the limit of all keys unless told. */
  limit?: number
}

export interface DemoClient {
  client_id: Id<'cli'>
  client_secret: string
  name: string
  account: DemoAccount
  scopes: readonly Scope[]
}

const account = (name: string, plan: Plan, cast: Cast, scenario: ScenarioName | null = null): DemoAccount => ({
  ...{ id: fixedId('acc', name), name, plan, entitled: isEntitled(plan, false), cast, scenario },
})

/** `svc_test_` and 43 base64url characters, of which the first say what the key is for. */
const key = (name: string, owner: DemoAccount, more: Partial<DemoKey> = {}): DemoKey => ({
  id: fixedId('key', name),
  key: `svc_test_${`mock-${name}-`.padEnd(43, '0')}`,
  account: owner,
  scopes: allScopes,
  state: 'active',
  ...more,
})

const client = (name: string, owner: DemoAccount, scopes: readonly Scope[] = allScopes): DemoClient => ({
  client_id: fixedId('cli', name),
  client_secret: `mock-${name}-secret-`.padEnd(43, '0'),
  name,
  account: owner,
  scopes,
})

const first = account('Rosso Trattoria', 'growth', rosso)
const second = account('Brightside Dental', 'scale', brightside)
const withoutApi = account('Osteria Senza API', 'starter', rosso)
const ofScenarios = scenarioNames.map((name) => account(`Scenario ${name}`, 'growth', rosso, name))

export const demoAccounts: readonly DemoAccount[] = [first, second, withoutApi, ...ofScenarios]

/** The two accounts of the cast, with everything that they may have. */
const main = [
  { key: key('rosso-trattoria', first), client: client('rosso-trattoria', first) },
  { key: key('brightside-dental', second), client: client('brightside-dental', second) },
] as const

/** Keys for what a client has to cope with; all but the last belong to the first account. */
const special = {
  read_only: key('read-only', first, { scopes: ['businesses:read'] }),
  revoked: key('revoked', first, { state: 'revoked' }),
  expired: key('expired', first, { state: 'expired' }),
  /** Five requests a minute. */
  five_per_minute: key('five-per-minute', first, { limit: 5 }),
  without_api: key('without-api', withoutApi),
}

const narrowClient = client('read-only', first, ['businesses:read'])
const withoutApiClient = client('without-api', withoutApi)

const scenarioCredentials = ofScenarios.map((owner) => {
  const name = owner.scenario as ScenarioName
  return { name, key: key(name, owner), client: client(name, owner) }
})

export const demoKeys: readonly DemoKey[] = [
  ...main.map((each) => each.key),
  ...Object.values(special),
  ...scenarioCredentials.map((each) => each.key),
]

export const demoClients: readonly DemoClient[] = [
  ...main.map((each) => each.client),
  narrowClient,
  withoutApiClient,
  ...scenarioCredentials.map((each) => each.client),
]

const clientCredentials = ({ client_id, client_secret, scopes }: DemoClient): OAuthClientCredentials => ({
  ...{ client_id, client_secret, scope: scopes.join(' ') },
})

const accountCredentials = ({ key, client }: (typeof main)[number]): AccountCredentials => ({
  name: key.account.name,
  plan: key.account.plan,
  business_id: key.account.cast.businessId,
  api_key: key.key,
  oauth_client: clientCredentials(client),
})

export const credentials: MockCredentials = {
  accounts: [accountCredentials(main[0]), accountCredentials(main[1])],
  read_only_key: special.read_only.key,
  read_only_client: clientCredentials(narrowClient),
  revoked_key: special.revoked.key,
  expired_key: special.expired.key,
  five_per_minute_key: special.five_per_minute.key,
  without_api_key: special.without_api.key,
  scenarios: Object.fromEntries(
    scenarioCredentials.map(({ name, key, client }) => [
      name,
      { api_key: key.key, oauth_client: clientCredentials(client) },
    ]),
  ) as MockCredentials['scenarios'],
}
