import { findCallerByKeyHash, type KeyCaller, type PepperedHash, rehashApiKey, touchApiKey } from '@svc/db/api-keys'
import type { Connection } from '@svc/db/database'
import { findCallerByToken } from '@svc/db/oauth-clients'
import { type Clock, systemClock } from '@svc/runtime/clock'
import type { Keyring } from '@svc/runtime/secrets'
import { type TokenIssuer, verifyAccessToken } from './access-tokens.ts'
import type { ApiCaller } from './caller.ts'
import { isEntitled } from './entitlement.ts'
import { scopesOfClient } from './oauth-clients.ts'
import {
  accessTokenRefusal,
  type CredentialHeaders,
  expiredKeyRefusal,
  type Refusal,
  readCredential,
  revokedKeyRefusal,
  unauthorized,
} from './sent-credential.ts'

interface Authenticated {
  readonly caller: ApiCaller
  /** Writes that the use of the credential requires: the response does not wait for them. Null when there are none. */
  readonly recordUse: (() => Promise<void>) | null
}

interface Refused extends Refusal {
  /** The caller of a known credential that is not, or no longer, accepted: its account sees it in the events. */
  readonly refusedCaller?: ApiCaller
}

interface AuthenticateOptions {
  /** The public origin of this instance, which signs access tokens; without it no access token is accepted. */
  issuer?: string
  /** The `aud` of tokens that are accepted here. Default: the REST API. */
  audience?: string
  clock?: Clock
}

/**
 * Finds the caller of a request by its credential, with one statement and without a cache, so that a revocation applies
 * to every request that starts after it. Rejects only when the database does.
 */
export async function authenticate(
  connection: Connection,
  keyring: Keyring,
  headers: CredentialHeaders,
  { issuer, audience = issuer, clock = systemClock }: AuthenticateOptions = {},
): Promise<Authenticated | Refused> {
  const credential = readCredential(headers)
  switch (credential.type) {
    case 'refusal':
      return credential.refusal
    case 'token':
      if (issuer === undefined || audience === undefined)
        return unauthorized('Access tokens are not accepted here. Send an API key.')
      return authenticateByToken(connection, { keyring, issuer, clock, audience }, credential.token)
    case 'api_key':
      return authenticateByKey(connection, keyring, credential.key, clock)
  }
}

async function authenticateByKey(
  connection: Connection,
  keyring: Keyring,
  key: string,
  clock: Clock,
): Promise<Authenticated | Refused> {
  const hashes = keyring.hmacAll('pepper', key)
  const found = await findCallerByKeyHash(
    connection,
    hashes.map(({ hash }) => hash),
  )
  const nowMs = clock.now()
  if (!found) return unauthorized('This API key is not known.')
  const caller = callerOf(found)
  if (found.revoked_at !== null) return { ...revokedKeyRefusal, refusedCaller: caller }
  if (found.expires_at !== null && Date.parse(found.expires_at) <= nowMs)
    return { ...expiredKeyRefusal, refusedCaller: caller }
  // "accepted only while the platform flag live_keys_enabled is on"
  if (found.kind === 'live' && !found.live_keys_enabled)
    return { ...unauthorized('Live API keys are not accepted at present.'), refusedCaller: caller }
  const rehashed = keyring.replacedAtMs(found.pepper_key_id) === undefined ? undefined : hashes[0]
  return { caller, recordUse: recordUseOf(connection, found, rehashed, nowMs) }
}

/** Every reason has the same message: in each case, the client needs a new token. */
async function authenticateByToken(
  connection: Connection,
  { audience, ...issuer }: TokenIssuer & { audience: string },
  token: string,
): Promise<Authenticated | Refused> {
  const claims = verifyAccessToken(token, issuer, [audience])
  if (!claims) return accessTokenRefusal
  const { client_id, jti: token_id, epoch, gid: grant_id = null } = claims
  const found = await findCallerByToken(connection, { client_id, token_id, epoch, grant_id })
  if (!found) return accessTokenRefusal
  const { account_id, business_id } = found
  const granted = new Set(claims.scope.split(' '))
  const caller: ApiCaller = {
    // "Live keys […] enforce full quotas" (INTERFACE.md §5), and so do clients.
    credential: {
      type: 'oauth_client',
      id: found.client_id,
      kind: 'live',
      label: found.name,
      name: found.name,
      expires_at: new Date(claims.exp * 1000).toISOString(),
    },
    account: accountOf(found),
    business_id,
    // "a token never exceeds the scopes granted to its client", as they are now.
    scopes: new Set(scopesOfClient(found).filter((scope) => granted.has(scope))),
    owner: { account_id, business_id },
  }
  return { caller, recordUse: null }
}

function callerOf(found: KeyCaller): ApiCaller {
  const { account_id, business_id } = found
  return {
    credential: {
      type: 'api_key',
      id: found.key_id,
      kind: found.kind,
      label: found.prefix,
      name: found.name,
      expires_at: found.expires_at,
    },
    account: accountOf(found),
    business_id,
    scopes: new Set(found.scopes),
    owner: { account_id, business_id },
  }
}

function accountOf({
  account_id,
  plan,
  api_demo,
  mcp_enabled,
}: Pick<KeyCaller, 'account_id' | 'plan' | 'api_demo' | 'mcp_enabled'>): ApiCaller['account'] {
  return { id: account_id, plan, entitled: isEntitled(plan, api_demo), mcpEnabled: mcp_enabled }
}

/** Precision of "last used". Most requests of a busy key write nothing. */
const lastUsedPrecisionMs = 60_000

/**
 * Updates "last used", and stores the hash under the current pepper if the stored one is under a former pepper: the key
 * itself is known only while it is used. A hash under a pepper that is not former is left alone: another process may
 * know already that it became the current one.
 */
function recordUseOf(
  connection: Connection,
  found: KeyCaller,
  rehashed: PepperedHash | undefined,
  nowMs: number,
): (() => Promise<void>) | null {
  const touched = found.last_used_at !== null && nowMs - Date.parse(found.last_used_at) < lastUsedPrecisionMs
  if (rehashed === undefined && touched) return null
  return async () => {
    if (rehashed !== undefined) await rehashApiKey(connection, found.key_id, rehashed)
    if (!touched) await touchApiKey(connection, found.key_id)
  }
}
