import { setTimeout as sleep } from 'node:timers/promises'
import type { Phase } from './schemathesis.ts'
import { ample, type Service } from './service.ts'
import type { Tally } from './tally.ts'

/** One way to look at the service. Lanes run one after the other on the same service. */
export interface Lane {
  name: string
  about: string
  phases: readonly Phase[]
  /** Cases per operation while fuzzing, and sequences along links: in the fast run, in the full one and at night. */
  examples: { fast: number; full: number; nightly: number }
  /** Set where the lane needs the operator's hand on the service, which a deployed one does not give. */
  operated?: true
  /** Prepares the service; gives what hooks.py shall know. */
  before?(service: Service, signal: AbortSignal): Promise<Record<string, string>>
  /** Takes back what `before` changed. */
  after?(service: Service, signal: AbortSignal): Promise<void>
  /** What must be true of the counts, beyond no failure: the sentences that are not. */
  expect?(tally: Tally, operationIds: readonly string[]): string[]
}

export const lanes: readonly Lane[] = [
  {
    name: 'main',
    about: 'every operation with an API key, valid and invalid data, and sequences along the links',
    phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
    examples: { fast: 10, full: 850, nightly: 3_000 },
  },
  {
    name: 'auth',
    about: 'every combination of good, bad, revoked and two credentials, on every operation',
    phases: ['examples'],
    examples: { fast: 1, full: 1, nightly: 1 },
    operated: true,
    async before(service) {
      return { SVC_REVOKED_KEY: await issueRevokedKey(service), SVC_API_KEY_2: service.accounts[1].api_key }
    },
  },
  {
    name: 'isolation',
    about: 'what the first account can see and do, asked for by the second account',
    phases: ['examples', 'stateful'],
    examples: { fast: 15, full: 150, nightly: 500 },
    async before({ accounts }) {
      return { SVC_API_KEY_2: accounts[1].api_key }
    },
  },
  {
    name: 'limits',
    about: 'a limit of one request per minute: 429 on every operation, with a true Retry-After',
    phases: ['examples'],
    examples: { fast: 1, full: 1, nightly: 1 },
    operated: true,
    async before(service, signal) {
      await setKeyLimit(service, 1, signal)
      return {}
    },
    after: (service, signal) => setKeyLimit(service, ample, signal),
    expect: (tally, operationIds) =>
      operationIds
        .filter((name) => !tally.answers.has(`${name} 429`))
        .map((name) => `${name} was never limited: 429 is missing`),
  },
]

async function issueRevokedKey(service: Service): Promise<string> {
  const account = ['--account', service.accounts[0].name]
  const issued = (await service.svc('key', 'issue', ...account, '--kind', 'test', '--name', 'revoked')) as {
    id: string
    key: string
  }
  await service.svc('key', 'revoke', issued.id, ...account)
  return issued.key
}

/** Limits are effective within five seconds: waits until the answers show the new one. */
async function setKeyLimit(
  { svc, baseUrl, accounts: [first] }: Service,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  await svc('limits', 'set', `key=${limit}`)
  for (;;) {
    const answer = await fetch(`${baseUrl}/businesses`, { headers: { 'X-API-Key': first.api_key }, signal })
    await answer.body?.cancel()
    if (answer.headers.get('X-RateLimit-Limit') === String(limit)) return
    await sleep(200, undefined, { signal })
  }
}
