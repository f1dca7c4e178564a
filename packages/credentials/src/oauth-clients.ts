import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import { scopes as allScopes, type Scope } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import type { Connection } from '@svc/db/database'
import {
  changeOAuthClient,
  insertOAuthClient,
  type OAuthClient,
  type RegisteredClient,
  rehashClientSecret,
  replaceClientSecret,
} from '@svc/db/oauth-clients'
import type { NoOtherFields } from '@svc/db/records'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { businessCreation, type PrivateScope } from './caller.ts'
import { InvalidInputError } from './invalid-input-error.ts'

export { deleteOAuthClient, listOAuthClients, type OAuthClient, setCreatesBusiness } from '@svc/db/oauth-clients'

type CreateClientRequest = Schemas['CreateClientRequest']

/** By default a client with every scope, for client credentials, with a secret. */
export type NewClient = Pick<CreateClientRequest, 'name'> & Partial<CreateClientRequest>

/** Every scope that the tokens of a client may have, in the order of the contract. */
export function scopesOfClient({
  scopes,
  creates_business,
}: Pick<OAuthClient, 'scopes' | 'creates_business'>): (Scope | PrivateScope)[] {
  const granted = allScopes.filter((scope) => scopes.includes(scope))
  return creates_business ? [...granted, businessCreation] : granted
}

/** A client that was registered. The secret exists only here; a public client has none. */
export interface CreatedClient {
  client_id: Id<'cli'>
  client_secret: string | null
  record: OAuthClient
}

/**
 * Registers a client; `createClient` in credential-changes.ts records that as well. Throws an InvalidInputError that
 * states the mistake in a redirect URI or the scopes, or that a public client has no redirect URI.
 */
export async function createOAuthClient(
  connection: Connection,
  keyring: Keyring,
  accountId: Id<'acc'>,
  { name, scopes = [...allScopes], redirect_uris = [], is_public = false, ...rest }: NewClient,
): Promise<CreatedClient> {
  rest satisfies NoOtherFields
  if (scopes.length === 0) throw new InvalidInputError('A client needs at least one scope.')
  if (is_public && redirect_uris.length === 0) throw new InvalidInputError('A public client needs a redirect URI.')
  for (const uri of redirect_uris) requireRedirectUri(uri)
  const secret = is_public ? null : newSecret()
  const record = await insertOAuthClient(connection, accountId, {
    name,
    scopes,
    redirect_uris: [...new Set(redirect_uris)],
    secret: secret === null ? null : keyring.hmac('pepper', secret),
  })
  return { client_id: record.id, client_secret: secret, record }
}

/**
 * Changes the name or the redirect URIs of a client; a missing field stays as it is. A client with redirect URIs
 * asks people for consent and one without does not, so that neither becomes the other. Throws an InvalidInputError that
 * states the mistake. Undefined when the account has no such client.
 */
export async function updateOAuthClient(
  connection: Connection,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
  change: Schemas['UpdateClientRequest'],
): Promise<OAuthClient | undefined> {
  const { redirect_uris } = change
  for (const uri of redirect_uris ?? []) requireRedirectUri(uri)
  const updated = await changeOAuthClient(connection, accountId, id, {
    ...change,
    ...(redirect_uris && { redirect_uris: [...new Set(redirect_uris)] }),
  })
  if (updated === 'other_kind')
    throw new InvalidInputError(
      'A client for client credentials has no redirect URIs, and every other client has at least one.',
    )
  return updated
}

/**
 * Replaces the secret of a client. The old one and every token of the client become invalid: "rotating or deleting a
 * client secret invalidates its tokens" (INTERFACE.md §5). Undefined when the account has no such client with a secret.
 */
export async function rotateClientSecret(
  connection: Connection,
  keyring: Keyring,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
): Promise<{ client_secret: string; record: OAuthClient } | undefined> {
  const secret = newSecret()
  const record = await replaceClientSecret(connection, accountId, id, keyring.hmac('pepper', secret))
  return record && { client_secret: secret, record }
}

/**
 * Returns whether this is the client's secret, compared in constant time with the hash under the pepper it was made
 * with. A hash under a former pepper is replaced by one under the current pepper, because only now the secret is known.
 */
export async function checkClientSecret(
  connection: Connection,
  keyring: Keyring,
  client: Pick<RegisteredClient, 'id' | 'secret_hash' | 'pepper_key_id'>,
  presented: string,
): Promise<boolean> {
  const { id, secret_hash: stored, pepper_key_id: keyId } = client
  if (stored === null) return false
  const hashes = keyring.hmacAll('pepper', presented)
  const match = hashes.find(({ key_id }) => key_id === keyId)
  if (!match || !timingSafeEqual(match.hash, stored)) return false
  const [current] = hashes
  if (current && keyring.replacedAtMs(match.key_id) !== undefined)
    await rehashClientSecret(connection, id, { from: stored, to: current })
  return true
}

/**
 * INTERFACE.md §5: "matched exactly (no wildcards, no prefix matching); HTTPS required; fragments not allowed". Throws
 * an InvalidInputError with the reason. The URI is stored as given, because it is compared character by character.
 */
export function requireRedirectUri(uri: string): void {
  const mistake = mistakeIn(uri)
  if (mistake)
    throw new InvalidInputError(`The redirect URI ${mistake}. One like https://app.example.com/callback is accepted.`)
}

function mistakeIn(uri: string): string | undefined {
  if (uri.length > redirectUriLengthMax) return `has more than ${redirectUriLengthMax} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'has characters outside printable ASCII; percent-encode them'
  if (!URL.canParse(uri)) return 'is not an absolute URL'
  const url = new URL(uri)
  if (url.protocol !== 'https:' || !uri.startsWith('https://')) return 'does not begin with https://'
  if (uri.includes('#')) return 'has a fragment'
  if (/[*\\]/.test(uri)) return 'has a wildcard or a backslash'
  if (uri.slice('https://'.length).split(/[/?]/, 1)[0]?.includes('@')) return 'names a user'
  // Parts that one parser would change may be read differently by another: capitals in the host, :443, /../, a missing
  // slash.
  if (url.href !== uri) return `is not in its normal form, ${url.href}`
  return undefined
}

const redirectUriLengthMax = bounds.RedirectUri.maxLength

/**
 * 256 bits of letters, digits, - and _: unchanged by the form encoding that RFC 6749, section 2.3.1, requires for
 * Basic.
 */
function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
