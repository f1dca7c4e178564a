import type { Role } from '@generated/contract/enums'
import type { Id } from '@svc/runtime/ids'
import type { Database } from '../src/connection/database.ts'
import { type Owner, only } from '../src/connection/records.ts'
import { knexOf } from './testing.ts'

// Steps of tests about the replies of the business profile. They use the pool of the service, because tests of every
// operation take some of them thousands of times.

interface ApprovedText {
  business_id: Id<'biz'>
  /** The review at the upstream service. */
  source_id: string
  text_hash: Buffer
  /** The role of the person who has approved it. */
  role: Role
}

/** Every approval, with the review and the role of the person. */
export function listApprovedTexts(db: Database): Promise<ApprovedText[]> {
  const text = `
    select reply.business_id, reply.source_id, approval.text_hash, person.role
    from business_profile_approvals as approval
    join business_profile_replies as reply on reply.id = approval.reply_id
    join users as person on person.id = approval.user_id`
  return db.execute({ text })
}

/** Returns whether the reply is a draft of a connected location that has no approval of any reply. */
export async function isUnapprovedDraft(db: Database, id: Id<'bpr'>): Promise<boolean> {
  const text = `
    select from business_profile_replies as draft
    join business_profile_connections as connection on connection.id = draft.business_id
    where draft.id = $1 and draft.state = 'draft' and not exists (
      select from business_profile_approvals as approval
      join business_profile_replies as reply on reply.id = approval.reply_id
      where reply.business_id = draft.business_id
    )`
  return (await db.execute({ text, values: [id] })).length === 1
}

/** The number of replies that a worker still has to send or to read. */
export async function countUnfinishedReplies(db: Database): Promise<number> {
  const text = `select from business_profile_replies where state in ('approved', 'sending', 'uncertain')`
  return (await db.execute({ text })).length
}

/** Gives a worker the leases of the connection and the replies of a business, as a claim does. */
export async function leaseProfile(db: Database, { business_id }: Owner, workerId: string): Promise<void> {
  const values = [business_id, workerId]
  await db.execute({ text: 'update business_profile_connections set worker_id = $2 where id = $1', values })
  await db.execute({ text: 'update business_profile_replies set worker_id = $2 where business_id = $1', values })
}

/** Leaves only some synchronizations due: each reads all reviews of the double. */
export async function postponeProfileSyncs(db: Database, { except }: { except: number }): Promise<void> {
  const text = `
    update business_profile_connections set due_at = '2099-01-01'
    where id not in (select id from business_profile_connections order by id limit $1)`
  await db.execute({ text, values: [except] })
}

/** The session of a person who has one. */
export async function sessionIdOf(db: Database, userId: Id<'usr'>): Promise<Id<'ses'>> {
  const text = 'select id from sessions where user_id = $1'
  return only(await db.execute<{ id: Id<'ses'> }>({ text, values: [userId] })).id
}

/** Deletes all connections and all tokens that are still to be revoked. */
export async function deleteProfileConnections(db: Database): Promise<void> {
  await knexOf(db)('business_profile_connections').delete()
  await knexOf(db)('business_profile_revocations').delete()
}

interface StoredConnection {
  id: Id<'biz'>
  location: string
  refresh_token_key_id: string
  refresh_token_ciphertext: Buffer
}

/** Returns all connections as they are stored. */
export async function storedConnections(db: Database): Promise<StoredConnection[]> {
  return knexOf(db)('business_profile_connections').orderBy('id')
}

/** Returns the businesses whose tokens are still to be revoked. */
export async function listRevocations(db: Database): Promise<Id<'biz'>[]> {
  return knexOf(db)('business_profile_revocations').orderBy('id').pluck('id')
}

/** Makes the synchronization of all connections, or of one that no worker holds, due now. */
export async function makeProfileSyncsDue(db: Database, owner?: Owner): Promise<void> {
  const connections = knexOf(db)('business_profile_connections')
  if (owner !== undefined) connections.where({ id: owner.business_id, worker_id: null })
  await connections.update({ due_at: new Date(0) })
}

/** Ends the problem of all connections, so that a worker uses them again. */
export async function endConnectionProblems(db: Database): Promise<void> {
  await knexOf(db)('business_profile_connections').update({ problem: null })
}

/** Returns the sends of a reply in their order. */
export async function storedSends(
  db: Database,
  replyId: string,
): Promise<{ outcome: string | null; approval_id: string }[]> {
  return knexOf(db)('business_profile_sends').where({ reply_id: replyId }).orderBy('number')
}

/** Returns whether a reply has an approval. */
export async function isApproved(db: Database, replyId: string): Promise<boolean> {
  return (await knexOf(db)('business_profile_approvals').where({ reply_id: replyId })).length > 0
}
