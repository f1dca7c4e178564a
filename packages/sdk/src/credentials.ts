import { abortOf } from './attempt.ts'
import { readVariable } from './environment.ts'
import { SdkError } from './errors.ts'

/** Authenticates the caller. */
export interface Credential {
  /** The value of `Authorization`, which may have to be requested first. */
  authorization(signal: AbortSignal): string | Promise<string>
  /** Discards an `Authorization` that was refused. Returns whether another one is available. */
  renew(refused: string): boolean
}

/** An access token as the token endpoint returns it (INTERFACE.md §4). */
export interface TokenResponse {
  access_token: string
  /** Seconds. */
  expires_in: number
}

export interface CredentialOptions {
  /** An API key, or a function that returns the current one. Default: `SVC_API_KEY`. */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /** The OAuth client for tokens by client credentials. Default: `SVC_CLIENT_ID` and `SVC_CLIENT_SECRET`. */
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** Scopes to request, separated by spaces. Default: all scopes of the client. */
  scope?: string | undefined
}

/** A token is renewed this long before it expires, or after nine tenths of a shorter lifetime. */
const renewEarlyMs = 60_000

/**
 * The credential in the options or the environment. Options take precedence over the environment, an API key over an
 * OAuth client.
 *
 * @param requestToken sends a request to the token endpoint, with retries
 * @throws SdkError when there is none
 */
export function createCredential(
  options: CredentialOptions,
  requestToken: (form: Record<string, string>) => Promise<TokenResponse>,
): Credential {
  let { apiKey, clientId, clientSecret } = options
  if ((apiKey ?? clientId ?? clientSecret) === undefined) {
    apiKey = readVariable('SVC_API_KEY')
    clientId = readVariable('SVC_CLIENT_ID')
    clientSecret = readVariable('SVC_CLIENT_SECRET')
  }
  if (apiKey !== undefined) {
    const key = apiKey
    return {
      authorization: typeof key === 'string' ? () => `Bearer ${key}` : async () => `Bearer ${await key()}`,
      renew: () => false,
    }
  }
  if (clientId && clientSecret) {
    const scope = options.scope && { scope: options.scope }
    return tokenCredential(requestToken, { client_id: clientId, client_secret: clientSecret, ...scope })
  }
  throw new SdkError(
    'No credential: pass apiKey or set SVC_API_KEY, or pass clientId and clientSecret, which are needed together, ' +
      'or set SVC_CLIENT_ID and SVC_CLIENT_SECRET.',
  )
}

/**
 * Tokens by client credentials. "A new token is requested on or shortly before expiry" and "handle a 401 by
 * re-authenticating once, not in a tight loop" (INTERFACE.md §5). Calls that need a token at the same time share one
 * request.
 */
function tokenCredential(
  requestToken: (form: Record<string, string>) => Promise<TokenResponse>,
  client: Record<string, string>,
): Credential {
  let token: string | undefined
  let renewAt = 0
  let expiresAt = 0
  let pending: Promise<string> | undefined

  async function request(): Promise<string> {
    const requestedAt = Date.now()
    const { access_token: value, expires_in: seconds } = await requestToken({
      grant_type: 'client_credentials',
      ...client,
    })
    const life = (Number.isFinite(seconds) ? seconds : 0) * 1000
    expiresAt = requestedAt + life
    renewAt = expiresAt - Math.min(renewEarlyMs, life / 10)
    token = `Bearer ${value}`
    return token
  }

  return {
    async authorization(signal) {
      if (token && Date.now() < renewAt) return token
      pending ??= request().finally(() => {
        pending = undefined
      })
      const old = token
      try {
        // The request continues after an abort, because other calls wait for it too.
        return await Promise.race([pending, abortOf(signal).then(() => Promise.reject(signal.reason))])
      } catch (error) {
        // Renewing early leaves room for a failure of the token endpoint: the old token still works.
        if (old && Date.now() < expiresAt && old === token && !signal.aborted) return old
        throw error
      }
    },
    renew(refused) {
      // Another call may have renewed the token already; its new token is kept.
      if (token === refused) token = undefined
      return true
    },
  }
}
