import type { Scope } from '@generated/contract/enums'
import { type CredentialHeaders, type Refusal, readCredential, unauthorized } from '@svc/credentials/sent-credential'
import type { Id } from '@svc/runtime/ids'
import type { DemoAccount } from './credentials.ts'
import { demoKeys } from './credentials.ts'
import type { Tokens } from './tokens.ts'

/** Who sent a request, and what the credential allows. */
export interface MockCaller {
  account: DemoAccount
  credential: {
    type: 'api_key' | 'oauth_client'
    id: Id<'key'> | Id<'cli'>
    /** Test keys have an allowance of their own; clients draw on the plan's. */
    kind: 'test' | 'live'
    /** The visible prefix of a key or the name of a client. */
    label: string
  }
  scopes: ReadonlySet<Scope>
  /** Requests per minute, where the key has a limit of its own. */
  limit?: number
  /** Set when the operation counted a metered action; the usage event of the request shows it. */
  quota: { name: 'analyses' | 'reply_drafts'; used: number; limit: number } | null
}

export interface Refused extends Refusal {
  /** Whose credential it was, where it is known but not accepted. */
  readonly holder?: MockCaller
}

/** The caller of a request by its credential: the demo credentials and the tokens that they were traded for, and nobody else. */
export async function identify(headers: CredentialHeaders, tokens: Tokens): Promise<MockCaller | Refused> {
  const credential = readCredential(headers)
  switch (credential.type) {
    case 'refusal':
      return credential.refusal
    case 'token':
      return tokens.identify(credential.token)
    case 'api_key':
      return identifyByKey(credential.key)
  }
}

function identifyByKey(text: string): MockCaller | Refused {
  const found = demoKeys.find(({ key }) => key === text)
  if (!found) return unauthorized('This API key is not known. The mock accepts the demo keys that its README lists.')
  const { account, id, scopes, limit, state } = found
  const caller: MockCaller = {
    account,
    credential: { type: 'api_key', id, kind: 'test', label: text.slice(0, 12) },
    scopes: new Set(scopes),
    quota: null,
    ...(limit !== undefined && { limit }),
  }
  if (state === 'revoked') return { code: 'invalid_api_key', message: 'This API key has been revoked.', holder: caller }
  if (state === 'expired') return { ...unauthorized('This API key has expired.'), holder: caller }
  return caller
}
