import { setTimeout as sleep } from 'node:timers/promises'
import { type Lane, operatorOf } from '../lane.ts'
import { portalPath } from '../portal-browser.ts'
import type { Reply } from '../prober.ts'
import { highLimit, type Service } from '../service.ts'

export const main: Lane = {
  name: 'main',
  description: 'every operation with an API key, valid and invalid data, and sequences along the links',
  fuzz: {
    phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
    examples: { fast: 6, full: 200, nightly: 3_000 },
  },
}

export const auth: Lane = {
  name: 'auth',
  description: 'every combination of valid, invalid, revoked and two credentials, on every operation',
  operated: true,
  fuzz: {
    phases: ['examples'],
    examples: { fast: 1, full: 1, nightly: 1 },
    async before(service) {
      return { SVC_REVOKED_KEY: await issueRevokedKey(service), SVC_API_KEY_2: service.accounts[1].api_key }
    },
  },
}

export const isolation: Lane = {
  name: 'isolation',
  description: 'the second account requests everything that the first one can see and do',
  fuzz: {
    phases: ['examples', 'stateful'],
    examples: { fast: 10, full: 150, nightly: 500 },
    async before({ accounts }) {
      return { SVC_API_KEY_2: accounts[1].api_key }
    },
  },
}

export const limits: Lane = {
  name: 'limits',
  description: 'a limit of one request per minute: 429 on every operation, with a correct Retry-After',
  operated: true,
  fuzz: {
    phases: ['examples'],
    examples: { fast: 1, full: 1, nightly: 1 },
    async before(service, signal) {
      await setKeyLimit(service, 1, signal)
      return {}
    },
    after: (service, signal) => setKeyLimit(service, highLimit, signal),
  },
  // The OAuth endpoints and the portal have no API key, so they are limited by IP address.
  async script({ service, authUrl, proberAt, wants, signal }) {
    const { svc } = operatorOf(service)
    const probers = [proberAt('oauth', authUrl), proberAt('portal', `${authUrl}${portalPath}`)]
    const wanted = probers.flatMap((prober) =>
      prober.operations.flatMap(({ operationId }) => (wants(operationId) ? [{ prober, operationId }] : [])),
    )
    if (wanted.length === 0) return
    await svc('limits', 'set', 'ip=1')
    try {
      await untilLimitIs(1, service, signal)
      for (const { prober, operationId } of wanted) {
        const check = ({ headers }: Reply) =>
          /^[1-9][0-9]*$/.test(headers.get('retry-after') ?? '') ? undefined : 'Retry-After is missing.'
        await prober.send({
          operationId,
          because: 'a limit of one request',
          id: 'unread',
          isAnonymous: true,
          expect: [429],
          check,
          retriesLimited: false,
        })
      }
    } finally {
      if (!signal.aborted) {
        await svc('limits', 'set', `ip=${highLimit}`)
        await untilLimitIs(highLimit, service, signal)
      }
    }
  },
  expect: (tally, operationIds) =>
    operationIds
      .filter((name) => !tally.statusCounts.has(`${name} 429`))
      .map((name) => `${name} was never limited: 429 is missing`),
}

async function issueRevokedKey(service: Service): Promise<string> {
  const { svc } = operatorOf(service)
  const account = ['--account', service.accounts[0].name]
  const issued = (await svc('key', 'issue', ...account, '--kind', 'test', '--name', 'revoked')) as {
    id: string
    key: string
  }
  await svc('key', 'revoke', issued.id, ...account)
  return issued.key
}

/** Sets a limit and waits until responses show it. */
async function setKeyLimit(service: Service, limit: number, signal: AbortSignal): Promise<void> {
  await operatorOf(service).svc('limits', 'set', `key=${limit}`)
  await untilLimitIs(limit, service, signal)
}

async function untilLimitIs(limit: number, { baseUrl, accounts }: Service, signal: AbortSignal): Promise<void> {
  for (;;) {
    const response = await fetch(`${baseUrl}/businesses`, { headers: { 'X-API-Key': accounts[0].api_key }, signal })
    await response.body?.cancel()
    if (response.headers.get('X-RateLimit-Limit') === String(limit)) return
    await sleep(200, undefined, { signal })
  }
}
