import type { Scope } from '@generated/contract/enums'
import { type CredentialHeaders, readCredential, unauthorized } from '@svc/credentials/sent-credential'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { BaseCaller } from '@svc/http/shell/exchange'
import type { Id } from '@svc/runtime/ids'
import { type DemoAccount, type DemoKey, demoKeys } from './credentials.ts'
import type { Tokens } from './tokens.ts'

/** Who sent a request, and what the credential allows. */
export interface MockCaller extends BaseCaller {
  account: DemoAccount
  credential: {
    type: 'api_key' | 'oauth_client'
    id: Id<'key'> | Id<'cli'>
    /** Test keys have an allowance of their own; clients use that of the plan. */
    kind: 'test' | 'live'
    /** The visible prefix of a key, or the name of a client. */
    label: string
  }
  scopes: ReadonlySet<Scope>
  /** Requests per minute, if the key has a limit of its own. */
  limit?: number
}

/** The caller of a request: an owner of a demo credential, or of a token issued for one. */
export async function authenticate(
  headers: CredentialHeaders,
  tokens: Tokens,
): Promise<MockCaller | RefusedCredential<MockCaller>> {
  const credential = readCredential(headers)
  switch (credential.type) {
    case 'refusal':
      return credential.refusal
    case 'token':
      return tokens.authenticate(credential.token)
    case 'api_key':
      return authenticateKey(credential.key)
  }
}

function authenticateKey(key: string): MockCaller | RefusedCredential<MockCaller> {
  const found = demoKeys.find((each) => each.key === key)
  if (!found) return unauthorized('This API key is not known. The mock accepts the demo keys that its README lists.')
  const caller = callerOf(found)
  if (found.state === 'revoked')
    return { code: 'invalid_api_key', message: 'This API key has been revoked.', holder: caller }
  if (found.state === 'expired') return { ...unauthorized('This API key has expired.'), holder: caller }
  return caller
}

function callerOf({ account, id, key, scopes, limit }: DemoKey): MockCaller {
  return {
    account,
    credential: { type: 'api_key', id, kind: 'test', label: key.slice(0, 12) },
    scopes: new Set(scopes),
    ...(limit !== undefined && { limit }),
  }
}
