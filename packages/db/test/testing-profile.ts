import type { Role } from '@generated/contract/enums'
import type { Id } from '@svc/runtime/ids'
import type { Database } from '../src/connection/database.ts'
import { type Owner, only } from '../src/connection/records.ts'

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
