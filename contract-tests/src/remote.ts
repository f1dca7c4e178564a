import { CannotRunError } from './cannot-run-error.ts'
import type { Account, Service } from './service.ts'

/**
 * Connects to a deployed service, with the credentials of the environment. Throws CannotRunError if something is
 * missing or invalid: with an invalid key every operation would return 401, which is documented, and a run without
 * failures would prove nothing.
 */
export async function connect(
  baseUrl: string,
  { env, signal, print }: { env: NodeJS.ProcessEnv; signal: AbortSignal; print: (line: string) => void },
): Promise<Service> {
  const [first, second] = [
    await accountOf(baseUrl, 'SVC_API_KEY', env, signal),
    await accountOf(baseUrl, 'SVC_API_KEY_2', env, signal),
  ]
  if (first.business_id === second.business_id)
    throw new CannotRunError(
      'SVC_API_KEY and SVC_API_KEY_2 are keys of the same account; the lane isolation requires two accounts.',
    )
  const { SVC_CLIENT_ID: client_id, SVC_CLIENT_SECRET: client_secret } = env
  const webhookUrl = env.SVC_WEBHOOK_URL || 'https://example.com'
  if (!/^https:\/\/[^/]+$/.test(webhookUrl))
    throw new CannotRunError('SVC_WEBHOOK_URL is an origin, such as https://hooks.example.com.')
  if (first.limit < usefulLimit)
    print(
      `The service allows ${first.limit} requests per minute, so the tests take long. Its operator can raise the limit.`,
    )
  return {
    baseUrl,
    authUrl: env.SVC_AUTH_URL || new URL(baseUrl).origin,
    webhookUrl,
    requestsPerMinute: first.limit < usefulLimit ? Math.max(1, Math.floor(first.limit * shareOfLimit)) : null,
    accounts: [
      { ...first, oauth_client: client_id && client_secret ? { client_id, client_secret } : null },
      { ...second, oauth_client: null },
    ],
    stop: async () => {},
  }
}

/** The requests per minute above which no request of the tests is refused. */
const usefulLimit = 50_000

/** Checks send further requests that Schemathesis does not count. */
const shareOfLimit = 0.5

async function accountOf(
  baseUrl: string,
  variable: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Account & { limit: number }> {
  const key = env[variable]
  if (!key)
    throw new CannotRunError(`${variable} is not set. A deployed service is tested with the keys of two accounts.`)
  const response = await fetch(`${baseUrl}/businesses`, {
    headers: { 'X-API-Key': key },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
  }).catch((error: Error) => {
    signal.throwIfAborted()
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new CannotRunError(`${baseUrl} does not respond: ${reason}.`)
  })
  const text = await response.text()
  if (response.status === 401)
    throw new CannotRunError(`The service refuses the key in ${variable}: ${text.slice(0, 200)}`)
  if (response.status === 403)
    throw new CannotRunError(`The plan or the scopes of ${variable} are not sufficient: ${text.slice(0, 200)}`)
  if (response.status !== 200)
    throw new CannotRunError(
      `GET ${baseUrl}/businesses returns ${response.status}. Does --base-url include the base path (/api/public/v1)? The response is: ${text.slice(0, 200)}`,
    )
  const { data } = parsed(text)
  const [business] = data ?? []
  if (!business)
    throw new CannotRunError(
      `The account of ${variable} has no business, or this is not the service: ${text.slice(0, 200)}`,
    )
  const limit = Number(response.headers.get('X-RateLimit-Limit') ?? 0)
  return { name: business.name, business_id: business.id, api_key: key, oauth_client: null, limit }
}

function parsed(text: string): { data?: { id: string; name: string }[] } {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports a response without a business, with the beginning of its text.
    return {}
  }
}
