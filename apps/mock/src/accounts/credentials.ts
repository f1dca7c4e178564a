import { scopes as allScopes, type KeyStatus, type Plan, type Scope } from '@generated/contract/enums'
import { isEntitled } from '@svc/credentials/entitlement'
import type { Id } from '@svc/runtime/ids'
import type { AccountCredentials, MockCredentials, OAuthClientCredentials, ScenarioName } from '../public.ts'
import { scenarioNames } from '../scenarios.ts'
import { fixedId } from '../state/id-source.ts'
import { brightside, type ExamplePersona, rosso } from './persona.ts'

// Published on purpose: they open this mock and nothing else. A test compares them with the README, which lists them.

export interface DemoAccount {
  id: Id<'acc'>
  name: string
  plan: Plan
  entitled: boolean
  persona: ExamplePersona
  /** The scenario of this account if no other one is chosen. */
  scenario: ScenarioName | null
}

export interface DemoKey {
  id: Id<'key'>
  name: string
  key: string
  account: DemoAccount
  scopes: readonly Scope[]
  state: KeyStatus
  /** Requests per minute; the limit of all keys if omitted. */
  limit?: number
}

export interface DemoClient {
  client_id: Id<'cli'>
  client_secret: string
  name: string
  account: DemoAccount
  scopes: readonly Scope[]
}

const newAccount = (
  name: string,
  plan: Plan,
  persona: ExamplePersona,
  scenario: ScenarioName | null = null,
): DemoAccount => ({
  id: fixedId('acc', name),
  name,
  plan,
  entitled: isEntitled(plan, false),
  persona,
  scenario,
})

/** `svc_test_` and 43 base64url characters, of which the first say what the key is for. */
const newKey = (name: string, account: DemoAccount, options: Partial<DemoKey> = {}): DemoKey => ({
  id: fixedId('key', name),
  name,
  key: `svc_test_${`mock-${name}-`.padEnd(43, '0')}`,
  account,
  scopes: allScopes,
  state: 'active',
  ...options,
})

const newClient = (name: string, account: DemoAccount, scopes: readonly Scope[] = allScopes): DemoClient => ({
  client_id: fixedId('cli', name),
  client_secret: `mock-${name}-secret-`.padEnd(43, '0'),
  name,
  account,
  scopes,
})

const rossoAccount = newAccount('Rosso Trattoria', 'growth', rosso)
const brightsideAccount = newAccount('Brightside Dental', 'scale', brightside)
const accountWithoutApi = newAccount('Osteria Senza API', 'starter', rosso)

/** The two accounts with all scopes. */
const mainCredentials = [
  { key: newKey('rosso-trattoria', rossoAccount), client: newClient('rosso-trattoria', rossoAccount) },
  { key: newKey('brightside-dental', brightsideAccount), client: newClient('brightside-dental', brightsideAccount) },
] as const

/** Keys for what a client must handle; all but the last belong to the first account. */
const specialKeys = {
  read_only: newKey('read-only', rossoAccount, { scopes: ['businesses:read'] }),
  revoked: newKey('revoked', rossoAccount, { state: 'revoked' }),
  expired: newKey('expired', rossoAccount, { state: 'expired' }),
  /** Five requests a minute. */
  five_per_minute: newKey('five-per-minute', rossoAccount, { limit: 5 }),
  without_api: newKey('without-api', accountWithoutApi),
}

const readOnlyClient = newClient('read-only', rossoAccount, ['businesses:read'])
const clientWithoutApi = newClient('without-api', accountWithoutApi)

const scenarioCredentials = scenarioNames.map((name) => {
  const account = newAccount(`Scenario ${name}`, 'growth', rosso, name)
  return { name, key: newKey(name, account), client: newClient(name, account) }
})

export const demoKeys: readonly DemoKey[] = [
  ...mainCredentials.map(({ key }) => key),
  ...Object.values(specialKeys),
  ...scenarioCredentials.map(({ key }) => key),
]

/** The limits of keys that do not have the general one, by id. */
export const limitsOfDemoKeys: ReadonlyMap<string, number> = new Map(
  demoKeys.flatMap(({ id, limit }) => (limit === undefined ? [] : [[id, limit]])),
)

export const demoClients: readonly DemoClient[] = [
  ...mainCredentials.map(({ client }) => client),
  readOnlyClient,
  clientWithoutApi,
  ...scenarioCredentials.map(({ client }) => client),
]

const clientCredentials = ({ client_id, client_secret, scopes }: DemoClient): OAuthClientCredentials => ({
  client_id,
  client_secret,
  scope: scopes.join(' '),
})

const accountCredentials = ({ key, client }: (typeof mainCredentials)[number]): AccountCredentials => ({
  name: key.account.name,
  plan: key.account.plan,
  business_id: key.account.persona.businessId,
  api_key: key.key,
  oauth_client: clientCredentials(client),
})

export const credentials: MockCredentials = {
  accounts: [accountCredentials(mainCredentials[0]), accountCredentials(mainCredentials[1])],
  read_only_key: specialKeys.read_only.key,
  read_only_client: clientCredentials(readOnlyClient),
  revoked_key: specialKeys.revoked.key,
  expired_key: specialKeys.expired.key,
  five_per_minute_key: specialKeys.five_per_minute.key,
  without_api_key: specialKeys.without_api.key,
  scenarios: Object.fromEntries(
    scenarioCredentials.map(({ name, key, client }) => [
      name,
      { api_key: key.key, oauth_client: clientCredentials(client) },
    ]),
  ) as MockCredentials['scenarios'],
}
