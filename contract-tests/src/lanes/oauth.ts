import { CannotRunError } from '../cannot-run-error.ts'
import { scopeOf } from '../contract.ts'
import type { Lane, ScriptContext } from '../lane.ts'
import type { Reply } from '../prober.ts'
import type { Service } from '../service.ts'
import { hasCode, keptIdOf } from './statuses.ts'

/** Access tokens instead of keys, with each scope. */
export const oauth: Lane = {
  name: 'oauth',
  description:
    'every operation with an access token of the client-credentials flow; 403 without its scope; 401 after revocation',
  needsClient: true,
  fuzz: {
    phases: ['examples', 'coverage', 'fuzzing'],
    fastPhases: ['examples'],
    examples: { fast: 1, full: 40, nightly: 500 },
    credentials: { scheme: 'oauth2', setting: 'bearer', variable: 'SVC_ACCESS_TOKEN' },
    async before(service, signal) {
      return { SVC_ACCESS_TOKEN: await requestToken(service, service.authUrl, undefined, signal) }
    },
  },
  async script(context) {
    const { prober, wants } = context
    const scopes = [...new Set(prober.operations.map(scopeOf).filter((scope) => scope !== undefined))]
    const only = new Map<string, string>()
    const without = new Map<string, string>()
    for (const scope of scopes) {
      only.set(scope, await tokenFor(context, scope))
      without.set(scope, await tokenFor(context, scopes.filter((other) => other !== scope).join(' ')))
    }
    const revoked = await tokenFor(context, undefined)
    await revoke(context, revoked)
    for (const operation of prober.operations) {
      const { operationId } = operation
      const scope = scopeOf(operation)
      if (!wants(operationId) || scope === undefined) continue
      if (context.safe && operation['x-quota'] !== undefined) continue
      // A refused deletion must not use up a record.
      const target = keptIdOf(operation, context.fixtures)
      await prober.send({
        operationId,
        because: `a token with only ${scope}`,
        headers: bearer(only.get(scope)),
        expect: Object.keys(operation.responses)
          .filter((status) => status.startsWith('2'))
          .map(Number),
        checkName: 'scope_suffices',
      })
      await prober.send({
        operationId,
        because: `a token with all scopes except ${scope}`,
        headers: bearer(without.get(scope)),
        ...target,
        expect: [403],
        check: (reply) => hasCode('forbidden')(reply) ?? insufficientScopeProblem(reply),
        checkName: 'scope_required',
      })
      await prober.send({
        operationId,
        because: 'a revoked token',
        headers: bearer(revoked),
        ...target,
        expect: [401],
        check: hasCode('unauthorized'),
        checkName: 'revoked_is_refused',
      })
      await prober.send({
        operationId,
        because: 'a token in X-API-Key',
        headers: { 'x-api-key': only.get(scope) ?? '' },
        ...target,
        expect: [401],
        check: hasCode('unauthorized'),
        checkName: 'token_is_not_a_key',
      })
      const tampered = `${only.get(scope)?.slice(0, -6)}AAAAAA`
      await prober.send({
        operationId,
        because: 'a token with another signature',
        headers: bearer(tampered),
        ...target,
        expect: [401],
        check: hasCode('unauthorized'),
        checkName: 'signature_is_checked',
      })
    }
  },
}

function bearer(token: string | undefined): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** RFC 6750 section 3.1: `WWW-Authenticate: Bearer error="insufficient_scope"`. */
function insufficientScopeProblem({ headers }: Reply): string | undefined {
  const challenge = headers.get('www-authenticate') ?? ''
  return /^Bearer .*error="insufficient_scope"/.test(challenge) ? undefined : `WWW-Authenticate is "${challenge}".`
}

function tokenFor({ service, authUrl, signal }: ScriptContext, scope: string | undefined): Promise<string> {
  return requestToken(service, authUrl, scope, signal)
}

/** Requests an access token for the client of the first account. Throws CannotRunError if there is none. */
export async function requestToken(
  { accounts: [first] }: Service,
  authUrl: string,
  scope: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!first.oauth_client)
    throw new CannotRunError(
      'This lane requires an OAuth client: set SVC_CLIENT_ID and SVC_CLIENT_SECRET, or omit the lane.',
    )
  const { client_id, client_secret } = first.oauth_client
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  const body = new URLSearchParams(scope === undefined ? grant : { ...grant, scope })
  const response = await fetch(`${authUrl}/api/oauth/token`, { method: 'POST', body, signal })
  const text = await response.text()
  if (!response.ok) throw new CannotRunError(`The token endpoint returned ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text).access_token
}

async function revoke({ service, authUrl, signal }: ScriptContext, token: string): Promise<void> {
  const { client_id = '', client_secret = '' } = service.accounts[0].oauth_client ?? {}
  const body = new URLSearchParams({ token, client_id, client_secret })
  await fetch(`${authUrl}/api/oauth/revoke`, { method: 'POST', body, signal })
}
