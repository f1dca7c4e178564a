import { createHash } from 'node:crypto'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Lease,
  type NoOtherFields,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
} from '../connection/records.ts'
import { type AuditActor, recordChange } from '../platform/audit-log.ts'
import { type ClaimRequest, claim, enqueue, fence, held, type QueueTable } from '../queue/claim.ts'
import { requestReviewMaintenance } from '../reviews/review-maintenance.ts'
import { isShown, openProfiles, type VisibleReply } from './profile-connections.ts'

// Replies that are published at the upstream service: the state machine of docs/operations/business-profile.md.
// Triggers of the database (migration 0054) refuse every other transition, and every send without an approval.

export type ProfileReply = Schemas['ProfileReply']

/** The queue of replies that are to be sent, read or withdrawn. */
export const profileReplyQueue: QueueTable = {
  name: 'business_profile_replies',
  table: 'business_profile_replies',
  group: 'business_id',
  openGroups: openProfiles,
  exhausted: 'false',
}

const select = `
  select reply.id, reply.review_id,
    json_build_object(
      'rating', written.rating, 'text', written.text, 'language', written.language,
      'published_at', wire_time(written.published_at)
    ) as review,
    case when draft.id is not null then
      json_build_object('warnings', draft.warnings, 'claims', draft.variants -> 0 -> 'claims')
    end as draft,
    reply.text, reply.state, reply.stop_reason, review.reply as visible_text,
    case when review.moderation_state is not null then
      json_build_object('state', review.moderation_state, 'policy_violation', review.policy_violation)
    end as moderation,
    approval.approved_at, reply.sent_at, reply.created_at, reply.updated_at
  from business_profile_replies as reply
  join reviews as written on written.id = reply.review_id
  left join reply_drafts as draft on draft.id = reply.draft_id
  left join business_profile_reviews as review
    on review.business_id = reply.business_id and review.source_id = reply.source_id
  left join business_profile_approvals as approval on approval.id = reply.approval_id`

/** Lists the replies of the business, newest first. With `state`, lists only replies in this state. */
export async function listProfileReplies(
  connection: Reader,
  owner: Owner,
  { limit, after, state }: PageRequest & { state?: ProfileReply['state'] | undefined },
): Promise<Page<ProfileReply>> {
  const text = `
    ${select} where reply.business_id = $1 and reply.id < $2 and ($4::text is null or reply.state = $4)
    order by reply.id desc limit $3`
  const values = [owner.business_id, after?.id ?? beyondEveryId, limit + 1, state ?? null]
  return pageOfRows(await query<ProfileReply>(connection, { name: 'list_profile_replies', text }, values), limit)
}

/** The time by which reviews are sorted: those without a time come last. */
const publishedAt = (review: string) => `coalesce(${review}.published_at, '-infinity')`

/** Lists reviews of the connected location without a reply, the latest first. */
export async function listUnansweredReviews(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Schemas['UnansweredReview']>> {
  const text = `
    select review.id, review.rating, review.text, review.language, review.published_at
    from business_profile_reviews as known
    join reviews as review
      on review.subject_id = known.business_id and review.source = 'google' and review.source_id = known.source_id
    where known.business_id = $1 and known.reply is null and not exists (
      select from business_profile_replies as reply
      where reply.review_id = review.id and reply.state not in ('stopped', 'withdrawn')
    ) and (
      $2::text is null or (${publishedAt('review')}, review.id) < (
        select ${publishedAt('last')}, last.id from reviews as last where last.id = $2
      )
    )
    order by ${publishedAt('review')} desc, review.id desc limit $3`
  const values = [owner.business_id, after?.id ?? null, limit + 1]
  const rows = await query<Schemas['UnansweredReview']>(connection, { name: 'list_unanswered_reviews', text }, values)
  return pageOfRows(rows, limit)
}

async function findProfileReply(connection: Reader, owner: Owner, id: Id<'bpr'>): Promise<ProfileReply | undefined> {
  const text = `${select} where reply.business_id = $1 and reply.id = $2`
  const [reply] = await query<ProfileReply>(connection, { name: 'find_profile_reply', text }, [owner.business_id, id])
  return reply
}

/**
 * Stores a draft. `unknown_review` if the connected location has no such review or the business no such draft of the
 * engine, `exists` if the review has a reply that is not stopped or withdrawn.
 */
export async function createProfileReply(
  transaction: Transaction,
  owner: Owner,
  { review_id, text: draft, draft_id, ...rest }: Schemas['NewProfileReply'],
): Promise<ProfileReply | 'unknown_review' | 'exists'> {
  rest satisfies NoOtherFields
  const find = `
    select review.source_id, exists (
      select from business_profile_replies
      where review_id = review.id and state not in ('stopped', 'withdrawn')
    ) as has_reply
    from reviews as review
    join business_profile_reviews as known on known.business_id = $1 and known.source_id = review.source_id
    where review.subject_id = $1 and review.source = 'google' and review.id = $2
      and ($3::text is null or exists (select from reply_drafts where business_id = $1 and id = $3))
    for update of review`
  const [review] = await query<{ source_id: string; has_reply: boolean }>(
    transaction,
    { name: 'find_review_to_reply', text: find },
    [owner.business_id, review_id, draft_id ?? null],
  )
  if (review === undefined) return 'unknown_review'
  if (review.has_reply) return 'exists'
  const id = newId('bpr')
  const insert = `
    insert into business_profile_replies (id, account_id, business_id, review_id, source_id, text, draft_id)
    values ($1, $2, $3, $4, $5, $6, $7)`
  await query(transaction, { name: 'insert_profile_reply', text: insert }, [
    id,
    owner.account_id,
    owner.business_id,
    review_id,
    review.source_id,
    draft,
    draft_id ?? null,
  ])
  return present(await findProfileReply(transaction, owner, id))
}

/**
 * Sets the text of a reply that is not being sent, which makes it a draft: an approval is for one text. `state` if the
 * reply can no longer be edited.
 */
export async function editProfileReply(
  transaction: Transaction,
  owner: Owner,
  id: Id<'bpr'>,
  { text: draft, ...rest }: Schemas['ProfileReplyText'],
): Promise<ProfileReply | 'unknown' | 'state'> {
  rest satisfies NoOtherFields
  const reply = await lockReply(transaction, owner, id)
  if (reply === undefined) return 'unknown'
  if (!['draft', 'approved', 'stopped'].includes(reply.state) || reply.is_replaced) return 'state'
  const text = `
    update business_profile_replies
    set state = 'draft', text = $2, stop_reason = null, due_at = null, worker_id = null, updated_at = now()
    where id = $1`
  await query(transaction, { name: 'edit_profile_reply', text }, [id, draft])
  return present(await findProfileReply(transaction, owner, id))
}

/** The session of the person who approves. */
interface Approver {
  actor: AuditActor & { id: Id<'usr'> }
  sessionId: Id<'ses'>
}

/**
 * Records that a person approves exactly this text, and queues the reply. `text` if the draft has another text, `state`
 * if it is not a draft. The database refuses the approval (42501) unless the session belongs to an owner or developer
 * of the account who has confirmed the password within ten minutes.
 */
export async function approveProfileReply(
  transaction: Transaction,
  owner: Owner,
  id: Id<'bpr'>,
  { text: seen, approver }: { text: string; approver: Approver },
): Promise<ProfileReply | 'unknown' | 'state' | 'text'> {
  const reply = await lockReply(transaction, owner, id)
  if (reply === undefined) return 'unknown'
  if (reply.state !== 'draft') return 'state'
  if (reply.text !== seen) return 'text'
  const approvalId = newId('bpa')
  const insert = `
    insert into business_profile_approvals (id, reply_id, user_id, session_id, text_hash) values ($1, $2, $3, $4, $5)`
  const hash = createHash('sha256').update(seen, 'utf8').digest()
  const values = [approvalId, id, approver.actor.id, approver.sessionId, hash]
  await query(transaction, { name: 'insert_profile_approval', text: insert }, values)
  const text = `
    update business_profile_replies
    set state = 'approved', approval_id = $2, due_at = now(), updated_at = now() where id = $1`
  await enqueue(transaction, profileReplyQueue, { name: 'approve_profile_reply', text }, [id, approvalId])
  await recordReplyChange(transaction, approver.actor, owner, { action: 'reply.approved', id: reply.id })
  return present(await findProfileReply(transaction, owner, id))
}

/**
 * Withdraws a reply: one that was sent is removed upstream by a worker, any other one is not sent. `state` while it is
 * being sent, or if it is withdrawn already.
 */
export async function withdrawProfileReply(
  transaction: Transaction,
  owner: Owner,
  id: Id<'bpr'>,
  actor: AuditActor,
): Promise<ProfileReply | 'unknown' | 'state'> {
  const reply = await lockReply(transaction, owner, id)
  if (reply === undefined) return 'unknown'
  if (!['draft', 'approved', 'stopped', 'sent'].includes(reply.state)) return 'state'
  const text =
    reply.state === 'sent'
      ? `update business_profile_replies set state = 'withdrawing', due_at = now(), updated_at = now() where id = $1`
      : `update business_profile_replies
         set state = 'withdrawn', stop_reason = null, due_at = null, worker_id = null, updated_at = now() where id = $1`
  const name = reply.state === 'sent' ? 'withdraw_sent_reply' : 'withdraw_unsent_reply'
  await enqueue(transaction, profileReplyQueue, { name, text }, [id])
  await recordReplyChange(transaction, actor, owner, { action: 'reply.withdrawn', id: reply.id })
  return present(await findProfileReply(transaction, owner, id))
}

interface LockedReply {
  id: Id<'bpr'>
  state: ProfileReply['state']
  text: string
  /** The review has another reply. */
  is_replaced: boolean
}

async function lockReply(transaction: Transaction, owner: Owner, id: Id<'bpr'>): Promise<LockedReply | undefined> {
  const text = `
    select id, state, text, exists (
      select from business_profile_replies as other
      where other.review_id = reply.review_id and other.id <> reply.id and other.state not in ('stopped', 'withdrawn')
    ) as is_replaced
    from business_profile_replies as reply where business_id = $1 and id = $2 for update`
  const [reply] = await query<LockedReply>(transaction, { name: 'lock_profile_reply', text }, [owner.business_id, id])
  return reply
}

function present<Value>(value: Value | undefined): Value {
  return only(value === undefined ? [] : [value])
}

export interface ClaimedReply extends Lease<'bpr'> {
  owner: Owner
  source_id: string
  text: string
  state: 'approved' | 'sending' | 'uncertain' | 'withdrawing'
}

/** Claims replies that are due, at most one per business at a time. */
export async function claimProfileReplies(connection: Connection, request: ClaimRequest): Promise<ClaimedReply[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, profileReplyQueue, request)
    const text = `
      select id, worker_id, attempt_count as attempt, source_id, text, state,
        json_build_object('account_id', account_id, 'business_id', business_id) as owner
      from business_profile_replies where id = any ($1)`
    return query<ClaimedReply>(transaction, { name: 'read_claimed_replies', text }, [claimed.map(({ id }) => id)])
  })
}

/**
 * Records a send before its request, under the approval of the reply. False if the lease is lost, for example because
 * the reply was edited or withdrawn.
 */
export async function beginSend(connection: Connection, lease: Lease<'bpr'>): Promise<boolean> {
  return connection.transaction(async (transaction) => {
    const begin = `
      update business_profile_replies set state = 'sending', updated_at = now()
      where ${held} and state in ('approved', 'uncertain') returning id`
    const begun = await query(transaction, { name: 'begin_profile_send', text: begin }, fence(lease))
    if (begun.length === 0) return false
    const text = `
      insert into business_profile_sends (reply_id, number, approval_id, text_hash)
      select id, 1 + (select count(*) from business_profile_sends where reply_id = $1), approval_id, text_hash
      from business_profile_replies where id = $1`
    await query(transaction, { name: 'insert_profile_send', text }, [lease.id])
    return true
  })
}

/** The result of a claimed reply, and the time of its next attempt. */
export type ReplyResult =
  | ({ state: 'sent' } & Pick<VisibleReply, 'moderation'>)
  | { state: 'withdrawn' }
  | { state: 'approved' | 'uncertain' | 'withdrawing'; delayMs: number }
  | { state: 'stopped'; reason: NonNullable<ProfileReply['stop_reason']> }

/**
 * Records the result of a claimed reply and releases it, with an entry in the audit log for the member who has approved
 * it. False if the lease is lost.
 */
export async function finishReply(
  connection: Connection,
  claimed: ClaimedReply,
  result: ReplyResult,
): Promise<boolean> {
  return connection.transaction(async (transaction) => {
    const delayMs = 'delayMs' in result ? result.delayMs : null
    const reason = 'reason' in result ? result.reason : null
    const text = `
      update business_profile_replies as reply
      set state = $4, due_at = now() + $5::int * interval '1 millisecond', stop_reason = $6, worker_id = null,
          sent_at = case when $4 = 'sent' then now() else sent_at end, updated_at = now()
      where ${held}
      returning (select user_id from business_profile_approvals where id = reply.approval_id) as user_id`
    const values = [...fence(claimed), result.state, delayMs, reason]
    const [finished] = await query<{ user_id: Id<'usr'> }>(transaction, { name: 'finish_profile_reply', text }, values)
    if (finished === undefined) return false
    await endSends(transaction, claimed.id, result.state)
    if (result.state === 'sent' || result.state === 'stopped') {
      const actor: AuditActor = { type: 'member', id: finished.user_id, request_id: null }
      await recordReplyChange(transaction, actor, claimed.owner, { action: `reply.${result.state}`, id: claimed.id })
    }
    if (result.state === 'sent') await showReply(transaction, claimed, { ...result, text: claimed.text })
    if (result.state === 'withdrawn') await showReply(transaction, claimed, null)
    return true
  })
}

/** Records the outcome of a send that has none. */
async function endSends(transaction: Transaction, replyId: Id<'bpr'>, state: ReplyResult['state']): Promise<void> {
  const outcomes: Partial<Record<ReplyResult['state'], string>> = { sent: 'sent', uncertain: 'unknown' }
  const text = `
    update business_profile_sends set outcome = $2, ended_at = now() where reply_id = $1 and outcome is null`
  await query(transaction, { name: 'end_profile_sends', text }, [replyId, outcomes[state] ?? 'not_sent'])
}

/** Updates the visible reply until the next synchronization reads it. */
async function showReply(
  transaction: Transaction,
  { owner, source_id }: ClaimedReply,
  reply: VisibleReply | null,
): Promise<void> {
  const { business_id } = owner
  const visible = `
    update business_profile_reviews set reply = $3, moderation_state = $4, policy_violation = $5
    where business_id = $1 and source_id = $2`
  await query(transaction, { name: 'show_profile_reply', text: visible }, [
    business_id,
    source_id,
    reply?.text ?? null,
    reply?.moderation?.state ?? null,
    reply?.moderation?.policy_violation ?? null,
  ])
  const replied = `
    update reviews set owner_replied = $3 where subject_id = $1 and source = 'google' and source_id = $2`
  await query(transaction, { name: 'set_owner_replied', text: replied }, [business_id, source_id, isShown(reply)])
  await requestReviewMaintenance(transaction, owner)
}

async function recordReplyChange(
  transaction: Transaction,
  actor: AuditActor,
  owner: Owner,
  { action, id }: { action: 'reply.approved' | 'reply.sent' | 'reply.stopped' | 'reply.withdrawn'; id: Id<'bpr'> },
): Promise<void> {
  await recordChange(transaction, actor, { action, account_id: owner.account_id, subject_id: id })
}
