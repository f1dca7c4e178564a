import {
  type CredentialHeaders,
  expiredKeyRefusal,
  readCredential,
  revokedKeyRefusal,
  unauthorized,
  visiblePrefix,
} from '@svc/credentials/sent-credential'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { MockCaller } from './caller.ts'
import { type DemoKey, demoKeys } from './credentials.ts'
import type { Tokens } from './tokens.ts'

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
  if (found.state === 'revoked') return { ...revokedKeyRefusal, refusedCaller: caller }
  if (found.state === 'expired') return { ...expiredKeyRefusal, refusedCaller: caller }
  return caller
}

function callerOf({ account, id, name, key, scopes }: DemoKey): MockCaller {
  return {
    account,
    credential: { type: 'api_key', id, kind: 'test', label: visiblePrefix(key), name },
    scopes: new Set(scopes),
  }
}
