import type { RequestListener } from 'node:http'
import type { RequestObserver } from '@svc/http/shell/finished-request'
import { isLoopback } from '@svc/runtime/origin'
import { credentials } from './accounts/credentials.ts'
import { runMock } from './mock.ts'
import { requireLimits } from './ports/limits.ts'
import type { Mock, MockOptions } from './public.ts'
import { isScenario, scenarioNames } from './scenarios.ts'
import { readForwardTo } from './webhooks/sender.ts'

/** Starts a mock, whose requests the observers count. `intercept` puts recorded responses in front of it. */
export async function startObservedMock(
  options: MockOptions,
  observers: readonly RequestObserver[],
  intercept?: (mock: RequestListener) => RequestListener,
): Promise<Mock> {
  const { port = 4010, host = '127.0.0.1', seed, forward_to, limits = {}, expose_controls = false } = options
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new RangeError('seed must be a whole number.')
  requireLimits(limits)
  const mock = await runMock({
    host,
    port,
    seed,
    limits,
    exposeControls: expose_controls,
    forwardTo: forward_to === undefined ? null : readForwardTo(forward_to),
    observers,
    intercept,
    onFailure: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  })
  if (!isLoopback(host)) process.emitWarning(networkWarning(host, expose_controls))
  const [{ api_key, oauth_client }] = credentials.accounts
  return {
    base_url: mock.baseUrl,
    auth_url: mock.origin,
    inbox_url: `${mock.origin}/__mock/inbox`,
    credentials,
    env: {
      SVC_BASE_URL: mock.baseUrl,
      SVC_AUTH_URL: mock.origin,
      SVC_API_KEY: api_key,
      SVC_CLIENT_ID: oauth_client.client_id,
      SVC_CLIENT_SECRET: oauth_client.client_secret,
    },
    inbox: mock.inbox.list,
    scenario(name) {
      if (name !== null && !isScenario(name))
        throw new RangeError(`A scenario must be one of ${scenarioNames.join(', ')}.`)
      mock.states.chooseScenario(name)
    },
    reset: mock.reset,
    close: mock.close,
  }
}

function networkWarning(host: string, exposesControls: boolean): string {
  const who = exposesControls ? 'and control it' : 'but not control it'
  return `The mock listens on ${host} over plain HTTP: other machines can call it with its published credentials, ${who}.`
}
