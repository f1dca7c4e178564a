import { CodeChallengeParam } from '@generated/contract/bounds'
import { isEntitled } from '@svc/credentials/entitlement'
import { exchangeOf, showRateLimit } from '@svc/http/shell/exchange'
import { planWithoutApi } from '@svc/rules/messages'
import { type Client, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'

/**
 * Checks a token or an authorization request once its client is known and before the library checks its scopes. Sets
 * the scopes of a request without any to everything that was granted to the client.
 */
export async function checkRequest(ctx: KoaContextWithOIDC, client: Client): Promise<void> {
  const { params, route } = ctx.oidc
  const isAuthorization = route === 'authorization'
  if (!params || !(isAuthorization || params.grant_type === 'client_credentials')) return
  if (isAuthorization) requireAuthorizationRequest(params, client)
  else await admit(ctx, client)
  // The library drops `offline_access`; nothing but that must not mean everything.
  if (isAuthorization && params.scope === undefined && ctx.query.scope) throw notGranted()
  params.scope ??= client.scope
  const granted = new Set(client.scope?.split(' '))
  // An error, instead of silently granting fewer scopes.
  if (
    !String(params.scope)
      .split(' ')
      .every((scope) => granted.has(scope))
  )
    throw notGranted()
}

function notGranted(): Error {
  return new errors.InvalidScope('requested scope is not allowed', '')
}

const codeChallenge = new RegExp(CodeChallengeParam.pattern)

function requireAuthorizationRequest(params: Record<string, unknown>, client: Client): void {
  requireFlow(client)
  // "A random single-use state value is sent and verified" (INTERFACE.md §5).
  if (!params.state) throw new errors.InvalidRequest("missing required parameter 'state'")
  // A SHA-256 in base64url (RFC 7636 section 4.2); the library would accept anything from 43 to 128 characters.
  if (!codeChallenge.test(String(params.code_challenge)))
    throw new errors.InvalidRequest('code_challenge is not a SHA-256 in base64url')
}

/** Checks the client's plan and counts the request against its rate limits, before a code or token is used up. */
export async function admit(ctx: KoaContextWithOIDC, client: Client): Promise<void> {
  const { account_id, plan, api_demo } = client
  if (!isEntitled(plan, api_demo)) throw notEntitled()
  const exchange = exchangeOf(ctx.res)
  const subject = { account: { id: account_id }, credential: { id: client.clientId } }
  const decision = await exchange.ipDecision.checkCaller(subject)
  showRateLimit(exchange, decision)
  if (!decision.allowed) {
    ctx.set('Retry-After', String(decision.retry_after_s ?? 1))
    throw new RateLimitedError()
  }
}

/** Refuses a client whose account has the authorization code flow off. The flag of the platform was checked before. */
export function requireFlow(client: Client): void {
  if (!client.authcode_enabled) throw new errors.UnauthorizedClient()
}

/** One prompt, whose only check is whether the consent page has completed this request. */
export function askEveryTime() {
  const policy = interactionPolicy.base()
  policy.clear()
  const check = new interactionPolicy.Check(
    'consent_every_time',
    'the person has to be asked',
    'consent_required',
    (ctx) => !ctx.oidc.result?.consent,
  )
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }, check))
  return policy
}

/** 429 as the library's errors can express it. */
class RateLimitedError extends errors.CustomOIDCProviderError {
  constructor() {
    super('rate_limited', 'too many requests')
  }
}

function notEntitled(): Error {
  const error = new errors.UnauthorizedClient()
  error.error_description = planWithoutApi
  return error
}
