import type { Plan, ProfileScanKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import type { Id } from '@svc/runtime/ids'
import { flagIsOnSql } from '../accounts/flags.ts'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { type Lease, type Owner, only } from '../connection/records.ts'
import { recordChange, serviceActor } from '../platform/audit-log.ts'
import { type ClaimRequest, claim, enqueue, fence, held, type QueueTable } from '../queue/claim.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'
import { cancelRevocation, requestRevocation } from './profile-revocations.ts'

// Connections to the Business Profile APIs and the synchronization of their reviews: decision 0062.

/** While it is off, no process reads a credential of a connection or sends a request. */
export const profileFlag = 'business_profile_enabled'

/** Businesses whose connection can be used now. */
export const openProfiles = `
  select id, account_id, null::int as startable from business_profile_connections
  where problem is null and ${flagIsOnSql(`'${profileFlag}'`, 'business_profile_connections.account_id')}`

/** One row per connection, which becomes due again after each synchronization. */
export const profileConnectionQueue: QueueTable = {
  name: 'business_profile_connections',
  table: 'business_profile_connections',
  group: 'id',
  openGroups: openProfiles,
  exhausted: 'false',
}

/** The reason why a connection is not used until the account connects it again. */
type ConnectionProblem = NonNullable<Schemas['ProfileConnection']['problem']>

/**
 * Connects the location of the business, or replaces its connection. The reviews are read from the beginning. A token
 * that is replaced is not revoked, because that would end the new consent of the same person as well.
 */
export async function connectProfile(
  transaction: Transaction,
  owner: Owner,
  { location, title, refreshToken }: { location: string; title: string; refreshToken: SealedSecret },
): Promise<void> {
  await removeConnection(transaction, owner)
  await cancelRevocation(transaction, owner)
  const text = `
    insert into business_profile_connections
      (id, account_id, location, title, refresh_token_ciphertext, refresh_token_key_id)
    values ($1, $2, $3, $4, $5, $6)`
  const { ciphertext, key_id } = refreshToken
  const values = [owner.business_id, owner.account_id, location, title, ciphertext, key_id]
  await enqueue(transaction, profileConnectionQueue, { name: 'insert_profile_connection', text }, values)
}

/**
 * Deletes the connection of the business, and queues its token to be revoked. Approved replies become drafts again;
 * replies whose result is not known are stopped. False if there is no connection.
 */
export async function disconnectProfile(transaction: Transaction, owner: Owner): Promise<boolean> {
  const token = await removeConnection(transaction, owner)
  if (token) await requestRevocation(transaction, owner, token)
  return token !== undefined
}

/** Deletes the connection of the business, and returns its token. */
async function removeConnection(transaction: Transaction, owner: Owner): Promise<SealedSecret | undefined> {
  const text = `
    delete from business_profile_connections where id = $1
    returning refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id`
  const [removed] = await query<SealedSecret>(transaction, { name: 'delete_profile_connection', text }, [
    owner.business_id,
  ])
  if (removed === undefined) return undefined
  const reviews = 'delete from business_profile_reviews where business_id = $1'
  await query(transaction, { name: 'delete_profile_reviews', text: reviews }, [owner.business_id])
  const sends = `
    update business_profile_sends set outcome = 'unknown', ended_at = now()
    where outcome is null and reply_id in (select id from business_profile_replies where business_id = $1)`
  await query(transaction, { name: 'end_sends_of_profile', text: sends }, [owner.business_id])
  const drafts = `
    update business_profile_replies set state = 'draft', due_at = null, worker_id = null, updated_at = now()
    where business_id = $1 and state = 'approved'`
  await query(transaction, { name: 'return_approved_replies', text: drafts }, [owner.business_id])
  // A reply that was being sent has no known result.
  const unknown = `
    update business_profile_replies set state = 'uncertain', updated_at = now() where business_id = $1 and state = 'sending'`
  await query(transaction, { name: 'return_sending_replies', text: unknown }, [owner.business_id])
  const stop = `
    update business_profile_replies
    set state = 'stopped', stop_reason = 'disconnected', due_at = null, worker_id = null, updated_at = now()
    where business_id = $1 and state in ('uncertain', 'withdrawing')`
  await query(transaction, { name: 'stop_disconnected_replies', text: stop }, [owner.business_id])
  return removed
}

/** The connection of the business with the progress of its synchronization. */
export async function findProfileConnection(
  connection: Reader,
  owner: Owner,
): Promise<Schemas['ProfileConnection'] | undefined> {
  const text = `
    select location, title, problem, connected_at, synced_at, scan_kind as running_scan, scanned_count, review_total
    from business_profile_connections where id = $1`
  const [found] = await query<Schemas['ProfileConnection']>(connection, { name: 'find_profile_connection', text }, [
    owner.business_id,
  ])
  return found
}

/** The location of a business and the credential with which it is read. */
export interface ProfileAccess {
  owner: Owner
  /** Such as `accounts/1/locations/2`. */
  location: string
  refreshToken: SealedSecret
}

/** Returns the access to the location of the business, or undefined if it is not connected or cannot be used. */
export async function findProfileAccess(connection: Reader, owner: Owner): Promise<ProfileAccess | undefined> {
  const text = `
    select location, refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id
    from business_profile_connections
    where id = $1 and id in (select id from (${openProfiles}) as open)`
  const [found] = await query<SealedSecret & { location: string }>(connection, { name: 'find_profile_access', text }, [
    owner.business_id,
  ])
  if (found === undefined) return undefined
  const { location, ...refreshToken } = found
  return { owner, location, refreshToken }
}

/**
 * Makes the synchronization of a location due, for every account that has connected it. A scan that has begun keeps its
 * time, which may follow from a request of the upstream service to wait, and another one follows it.
 *
 * @param locationNumber the part of the name of the location that is unique without its account
 */
export async function notifyProfileLocation(connection: Connection, locationNumber: string): Promise<void> {
  const text = `
    update business_profile_connections
    set is_notified = true,
        due_at = case when scan_kind is null and worker_id is null then least(due_at, now()) else due_at end
    where split_part(location, '/', 4) = $1 and id in (select id from (${openProfiles}) as open)`
  await enqueue(connection, profileConnectionQueue, { name: 'notify_profile_location', text }, [locationNumber])
}

/** A claimed synchronization. Without `scan_kind`, a new scan begins. */
export interface ClaimedSync extends Lease<'biz'> {
  owner: Owner
  plan: Plan
  scan_kind: ProfileScanKind | null
  page_token: string | null
  /** All pages of the scan are stored. */
  pages_done: boolean
  /** The newest update that a completed scan has read. */
  synced_to: string | null
}

/** Claims connections that are due. One worker at a time reads a location. */
export async function claimProfileSyncs(connection: Connection, request: ClaimRequest): Promise<ClaimedSync[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, profileConnectionQueue, request)
    const text = `
      select id, worker_id, attempt_count as attempt, scan_kind, page_token, pages_done, wire_time(synced_to) as synced_to,
        (select plan from accounts where accounts.id = account_id) as plan,
        json_build_object('account_id', account_id, 'business_id', id) as owner
      from business_profile_connections where id = any ($1)`
    return query<ClaimedSync>(transaction, { name: 'read_claimed_syncs', text }, [claimed.map(({ id }) => id)])
  })
}

/**
 * Begins a scan: a full one if there was none within `fullScanMs`, otherwise one that ends at the newest known update.
 * Returns its kind, or undefined if the lease is lost.
 */
export async function beginScan(
  connection: Connection,
  lease: Lease<'biz'>,
  { fullScanMs }: { fullScanMs: number },
): Promise<ProfileScanKind | undefined> {
  const text = `
    update business_profile_connections
    set scan_kind = case when full_scan_at > now() - $4 * interval '1 millisecond' then 'incremental' else 'full' end,
        scan_number = scan_number + 1, page_token = null, pages_done = false, scanned_count = 0, newest_seen = null,
        is_notified = false
    where ${held} returning scan_kind`
  const [begun] = await query<{ scan_kind: ProfileScanKind }>(connection, { name: 'begin_profile_scan', text }, [
    ...fence(lease),
    fullScanMs,
  ])
  return begun?.scan_kind
}

/** The reply to a review at the upstream service. */
export interface VisibleReply {
  text: string
  /** Null if the upstream service does not state it. */
  moderation: Schemas['ProfileReplyModeration'] | null
}

/** A review of the location with its visible reply. */
interface ProfileReview {
  source_id: string
  updated_at: string
  /** Null if the owner has not replied. */
  reply: VisibleReply | null
}

/** Whether customers see the reply, or will once it is approved. */
export const isShown = (reply: VisibleReply | null) => reply !== null && reply.moderation?.state !== 'rejected'

interface ScanPage {
  reviews: readonly ProfileReview[]
  /** Null if no page follows that has to be read. */
  nextPageToken: string | null
  /** The number of all reviews of the location; null if the page does not state it. */
  reviewTotal: number | null
}

/**
 * Stores one page of a scan and the position after it, in the transaction that stores its reviews. False if the lease
 * is lost.
 */
export async function storeScanPage(transaction: Transaction, lease: Lease<'biz'>, page: ScanPage): Promise<boolean> {
  const { reviews, nextPageToken, reviewTotal } = page
  const progress = `
    update business_profile_connections
    set page_token = $4::text, pages_done = $4::text is null, scanned_count = scanned_count + $5, review_total = coalesce($6, review_total),
        newest_seen = greatest(newest_seen, (select max(updated_at) from unnest($7::timestamptz[]) as updated_at))
    where ${held} returning id`
  const rows = await query(transaction, { name: 'store_scan_progress', text: progress }, [
    ...fence(lease),
    nextPageToken,
    reviews.length,
    reviewTotal,
    reviews.map(({ updated_at }) => updated_at),
  ])
  if (rows.length === 0) return false
  await storeProfileReviews(transaction, lease.id, reviews)
  return true
}

/** Notes that a scan begins again at the first page, because the token of its next page has expired. */
export async function restartScan(connection: Connection, lease: Lease<'biz'>): Promise<boolean> {
  const text = `
    update business_profile_connections set page_token = null, scanned_count = 0 where ${held} returning id`
  return (await query(connection, { name: 'restart_profile_scan', text }, fence(lease))).length === 1
}

/** Stores what was read of these reviews, with the number of the running scan. The last of equal reviews counts. */
async function storeProfileReviews(
  transaction: Transaction,
  businessId: Id<'biz'>,
  reviews: readonly ProfileReview[],
): Promise<void> {
  const text = `
    insert into business_profile_reviews as known
      (business_id, source_id, reply, moderation_state, policy_violation, scan_number)
    select distinct on (read.source_id) $1, read.source_id, read.reply, read.state, read.violation, scan_number
    from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
      as read (source_id, reply, state, violation, position)
    cross join (select scan_number from business_profile_connections where id = $1) as scan
    order by read.source_id, position desc
    on conflict (business_id, source_id) do update
    set reply = excluded.reply, moderation_state = excluded.moderation_state,
        policy_violation = excluded.policy_violation, scan_number = excluded.scan_number`
  await query(transaction, { name: 'store_profile_reviews', text }, [
    businessId,
    reviews.map(({ source_id }) => source_id),
    reviews.map(({ reply }) => reply?.text ?? null),
    reviews.map(({ reply }) => reply?.moderation?.state ?? null),
    reviews.map(({ reply }) => reply?.moderation?.policy_violation ?? null),
  ])
}

/**
 * Returns up to `limit` reviews to look up after the pages of the running scan. After a full scan, these are reviews
 * that it has not read: they were deleted, or their page lacked them. After any scan, they are reviews whose published
 * reply is in moderation, because a decision does not change the time of the review.
 */
export async function listReviewsToLookUp(
  connection: Connection,
  lease: Lease<'biz'>,
  { limit }: { limit: number },
): Promise<string[]> {
  const text = `
    select review.source_id from business_profile_reviews as review
    join business_profile_connections as connection on connection.id = review.business_id
    where connection.id = $1 and connection.scan_kind = 'full' and review.scan_number < connection.scan_number
    union
    select review.source_id from business_profile_replies as sent
    join business_profile_reviews as review
      on review.business_id = sent.business_id and review.source_id = sent.source_id
    join business_profile_connections as connection on connection.id = sent.business_id
    where connection.id = $1 and sent.state = 'sent' and review.moderation_state = 'pending'
      and review.scan_number < connection.scan_number
    order by source_id limit $2`
  const rows = await query<{ source_id: string }>(connection, { name: 'list_reviews_to_look_up', text }, [
    lease.id,
    limit,
  ])
  return rows.map(({ source_id }) => source_id)
}

/**
 * Removes a review that no longer exists upstream: the retention of the stored review ends now, and a worker erases it
 * with everything that quotes it. It leaves no tombstone, because it may be published again.
 */
export async function removeProfileReview(
  transaction: Transaction,
  owner: Owner,
  sourceId: ProfileReview['source_id'],
): Promise<void> {
  const removal = 'delete from business_profile_reviews where business_id = $1 and source_id = $2'
  await query(transaction, { name: 'delete_profile_review', text: removal }, [owner.business_id, sourceId])
  const text = `
    update reviews set retain_until = now()
    where subject_id = $1 and source = 'google' and source_id = $2`
  await query(transaction, { name: 'end_review_retention', text }, [owner.business_id, sourceId])
}

interface FinishedScan {
  account_id: Id<'acc'>
  scan_kind: ProfileScanKind
  scanned_count: number
}

/**
 * Completes the scan; the next one is due after `intervalMs`, or at once if a notification arrived meanwhile. A full
 * scan leaves an entry in the audit log. False if the lease is lost.
 */
export async function finishScan(
  connection: Connection,
  lease: Lease<'biz'>,
  { intervalMs }: { intervalMs: number },
): Promise<boolean> {
  const text = `
    with scan as (select id, scan_kind from business_profile_connections where ${held} for update)
    update business_profile_connections as connection
    set synced_to = greatest(synced_to, newest_seen), synced_at = now(),
        full_scan_at = case when connection.scan_kind = 'full' then now() else full_scan_at end,
        scan_kind = null, page_token = null, worker_id = null,
        due_at = case when is_notified then now() else now() + $4 * interval '1 millisecond' end
    from scan where connection.id = scan.id
    returning account_id, scan.scan_kind, scanned_count`
  return connection.transaction(async (transaction) => {
    const [finished] = await query<FinishedScan>(transaction, { name: 'finish_profile_scan', text }, [
      ...fence(lease),
      intervalMs,
    ])
    if (finished?.scan_kind === 'full') {
      const { account_id, scanned_count } = finished
      const after = { review_count: scanned_count }
      await recordChange(transaction, serviceActor, { action: 'profile.synchronized', account_id, after })
    }
    return finished !== undefined
  })
}

/** Releases a claimed synchronization, which continues after `delayMs` where it was interrupted. */
export async function releaseProfileSync(
  connection: Connection,
  lease: Lease<'biz'>,
  { delayMs }: { delayMs: number },
): Promise<void> {
  const text = `
    update business_profile_connections set worker_id = null, due_at = now() + $4 * interval '1 millisecond'
    where ${held}`
  await query(connection, { name: 'release_profile_sync', text }, [...fence(lease), delayMs])
}

/**
 * Records why the connection cannot be used, with an entry in the audit log. Nothing is sent until the account connects
 * it again.
 */
export async function recordConnectionProblem(
  connection: Connection,
  owner: Owner,
  problem: ConnectionProblem,
): Promise<void> {
  await connection.transaction(async (transaction) => {
    const text = `
      update business_profile_connections set problem = $2 where id = $1 and problem is distinct from $2 returning id`
    const changed = await query(transaction, { name: 'record_connection_problem', text }, [owner.business_id, problem])
    if (changed.length === 0) return
    const { account_id } = owner
    await recordChange(transaction, serviceActor, { action: 'profile.interrupted', account_id, after: { problem } })
  })
}

/** Whether a request may be sent now. */
type RequestPermission = { allowed: true } | { allowed: false; isOn: boolean; retryAfterMs: number }

/**
 * Counts one request against the budget of the present minute, which all processes share. Not allowed once
 * `perMinuteMax` requests were counted, and while the flag is off for the account. Null counts a request that ends a
 * consent: it is sent while the flag is off as well.
 */
export async function takeProfileRequest(
  connection: Connection,
  accountId: Id<'acc'> | null,
  { perMinuteMax }: { perMinuteMax: number },
): Promise<RequestPermission> {
  const text = `
    with flag as materialized (select $1::text is null or ${flagIsOnSql(`'${profileFlag}'`, '$1')} as is_on),
    taken as (
      update business_profile_requests
      set minute = date_trunc('minute', now()),
          sent = case when minute = date_trunc('minute', now()) then sent + 1 else 1 end
      where (select is_on from flag) and (minute <> date_trunc('minute', now()) or sent < $2)
      returning 1
    )
    select is_on, exists (select from taken) as taken,
      extract(epoch from date_trunc('minute', now()) + interval '1 minute' - now())::float8 * 1000 as remaining_ms
    from flag`
  const { is_on, taken, remaining_ms } = only(
    await query<{ is_on: boolean; taken: boolean; remaining_ms: number }>(
      connection,
      { name: 'take_profile_request', text },
      [accountId, perMinuteMax],
    ),
  )
  return taken ? { allowed: true } : { allowed: false, isOn: is_on, retryAfterMs: Math.ceil(remaining_ms) }
}

/** A refresh token at one of the places where tokens are stored. */
interface StoredToken extends SealedSecret {
  id: Id<'biz'>
}

/** The tables with refresh tokens, and their columns with the id of the business. */
const tokenTables = {
  business_profile_connections: 'id',
  business_profile_consents: 'business_id',
  business_profile_revocations: 'id',
} as const

/** Lists up to `limit` refresh tokens that are encrypted under one of these keys, by the ids of their businesses. */
export async function listRefreshTokensToReseal(
  connection: Reader,
  keyIds: readonly SealedSecret['key_id'][],
  { limit }: { limit: number },
): Promise<StoredToken[]> {
  const tables = Object.entries(tokenTables).map(
    ([table, id]) => `
      select ${id} as id, refresh_token_ciphertext as ciphertext, refresh_token_key_id as key_id
      from ${table} where refresh_token_key_id = any ($1)`,
  )
  const text = `${tables.join(' union all ')} order by id limit $2`
  return query(connection, { name: 'list_refresh_tokens_to_reseal', text }, [keyIds, limit])
}

/** Stores the same token under a different key, where it is still stored. */
export async function resealRefreshToken(
  connection: Connection,
  stored: StoredToken,
  resealed: SealedSecret,
): Promise<void> {
  for (const [table, id] of Object.entries(tokenTables)) {
    const text = `
      update ${table} set refresh_token_ciphertext = $3, refresh_token_key_id = $4
      where ${id} = $1 and refresh_token_ciphertext = $2`
    const values = [stored.id, stored.ciphertext, resealed.ciphertext, resealed.key_id]
    await query(connection, { name: `reseal_token_of_${table}`, text }, values)
  }
}
