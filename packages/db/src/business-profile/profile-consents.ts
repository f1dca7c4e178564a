import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'
import { cancelRevocation, requestRevocation } from './profile-revocations.ts'

// Consents that are given in the browser, each in one session, once and within ten minutes: decision 0063.

/** The time for which a begun consent, and one whose location is not chosen yet, is kept. */
const kept = "interval '10 minutes'"

/** The session in which a consent is given. */
interface ConsentSession extends Owner {
  /** The id of the session. */
  id: Id<'ses'>
}

/** Begins a consent in place of an unfinished one of the session. Returns the time at which it expires. */
export async function beginProfileConsent(
  transaction: Transaction,
  session: ConsentSession,
  { stateHash, verifier, redirectUri }: { stateHash: Buffer; verifier: SealedSecret; redirectUri: string },
): Promise<string> {
  await dropConsents(transaction, { condition: 'session_id = $1', values: [session.id], name: 'of_session' })
  const text = `
    insert into business_profile_consents
      (session_id, account_id, business_id, state_hash, verifier_ciphertext, verifier_key_id, redirect_uri, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, now() + ${kept}) returning expires_at`
  const { id, account_id, business_id } = session
  const values = [id, account_id, business_id, stateHash, verifier.ciphertext, verifier.key_id, redirectUri]
  const rows = await query<{ expires_at: string }>(transaction, { name: 'insert_profile_consent', text }, values)
  return rows.map(({ expires_at }) => expires_at).join()
}

/** The secret and the page with which the code of a consent is redeemed. */
interface RedeemedConsent {
  verifier: SealedSecret
  /** The page that the browser was returned to: the code is redeemed with the same (RFC 6749, section 4.1.3). */
  redirectUri: string
}

/**
 * Uses up the consent of this session with one of these hashes of its state, one per listed secret key. Returns
 * undefined if the session has begun no such consent, or it was used or has expired.
 */
export async function redeemProfileConsent(
  transaction: Transaction,
  session: ConsentSession,
  stateHashes: readonly Buffer[],
): Promise<RedeemedConsent | undefined> {
  const text = `
    delete from business_profile_consents where session_id = $1 and state_hash = any ($2) and expires_at > now()
      and redirect_uri is not null
    returning verifier_ciphertext as ciphertext, verifier_key_id as key_id, redirect_uri`
  const values = [session.id, stateHashes]
  const [used] = await query<SealedSecret & { redirect_uri: string }>(
    transaction,
    { name: 'redeem_profile_consent', text },
    values,
  )
  if (used === undefined) return undefined
  const { redirect_uri: redirectUri, ...verifier } = used
  return { verifier, redirectUri }
}

/** Stores the token of a consent until a location is chosen. Returns the time until which it can be. */
export async function storeProfileConsent(
  transaction: Transaction,
  session: ConsentSession,
  refreshToken: SealedSecret,
): Promise<string> {
  await dropConsents(transaction, { condition: 'session_id = $1', values: [session.id], name: 'of_session' })
  await cancelRevocation(transaction, session)
  const text = `
    insert into business_profile_consents
      (session_id, account_id, business_id, refresh_token_ciphertext, refresh_token_key_id, expires_at)
    values ($1, $2, $3, $4, $5, now() + ${kept}) returning expires_at`
  const values = [session.id, session.account_id, session.business_id, refreshToken.ciphertext, refreshToken.key_id]
  const rows = await query<{ expires_at: string }>(transaction, { name: 'store_profile_consent', text }, values)
  return rows.map(({ expires_at }) => expires_at).join()
}

/** The token of a consent of this session whose location is not chosen yet. */
export async function findProfileConsent(
  connection: Reader,
  session: ConsentSession,
): Promise<SealedSecret | undefined> {
  const text = `
    select refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id from business_profile_consents
    where session_id = $1 and business_id = $2 and refresh_token_ciphertext is not null and expires_at > now()`
  const values = [session.id, session.business_id]
  const [found] = await query<SealedSecret>(connection, { name: 'find_profile_consent', text }, values)
  return found
}

/** Takes the token of a consent, to connect a location with it. Undefined if it was taken or has expired. */
export async function takeProfileConsent(
  transaction: Transaction,
  session: ConsentSession,
): Promise<SealedSecret | undefined> {
  const text = `
    delete from business_profile_consents
    where session_id = $1 and business_id = $2 and refresh_token_ciphertext is not null and expires_at > now()
    returning refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id`
  const values = [session.id, session.business_id]
  const [taken] = await query<SealedSecret>(transaction, { name: 'take_profile_consent', text }, values)
  return taken
}

/** Deletes up to `limit` consents that have expired, and returns their number. */
export function purgeProfileConsents(connection: Connection, { limit }: { limit: number }): Promise<number> {
  const condition = `
    session_id in (select session_id from business_profile_consents where expires_at <= now() order by expires_at limit $1)`
  return connection.transaction((transaction) =>
    dropConsents(transaction, { condition, values: [limit], name: 'expired' }),
  )
}

/**
 * Deletes consents that led to no connection. Their tokens are revoked unless the business is connected: revoking one
 * token of a person ends all of their consents to this client.
 */
async function dropConsents(
  transaction: Transaction,
  { condition, values, name }: { condition: string; values: readonly unknown[]; name: string },
): Promise<number> {
  const text = `
    delete from business_profile_consents as consent where ${condition}
    returning account_id, business_id, refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id,
      exists (select from business_profile_connections where id = consent.business_id) as is_connected`
  const dropped = await query<Owner & { is_connected: boolean } & (SealedSecret | { ciphertext: null; key_id: null })>(
    transaction,
    { name: `drop_profile_consents_${name}`, text },
    values,
  )
  for (const { account_id, business_id, is_connected, ...token } of dropped)
    if (token.ciphertext !== null && !is_connected)
      await requestRevocation(transaction, { account_id, business_id }, token)
  return dropped.length
}
