import * as bounds from '@generated/contract/bounds'
import { type Source, sources } from '@generated/contract/enums'
import type { Id } from '@svc/runtime/ids'
import { type Connection, type Database, query } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'
import { enqueue } from '../queue/claim.ts'
import { lockReviewCount } from './review-erasure.ts'
import { lockReviewImport, retainUntil } from './reviews.ts'

// The retention of reviews: decision 0023.

/** Named in the notifications of workers when the rule of an account has changed. */
export const changedRetentionQueue = { name: 'changed_retentions' } as const

/** The longest retention that a rule can set. Without a rule, reviews are kept indefinitely. */
export const retentionDaysMax = bounds.Account.review_retention_days.maximum

/** Returns the number of days for which reviews of each source may be stored, or null if there is no rule. */
export async function listSourceRetention(
  connection: Connection,
): Promise<{ source: Source; retention_days: number | null }[]> {
  const text = 'select source, retention_days from review_sources'
  const rules = await query<{ source: string; retention_days: number }>(
    connection,
    { name: 'list_source_retention', text },
    [],
  )
  const daysOf = new Map(rules.map(({ source, retention_days }) => [source, retention_days]))
  return sources.map((source) => ({ source, retention_days: daysOf.get(source) ?? null }))
}

/**
 * Sets the number of days for which reviews of a source may be stored, counted from when they were stored. Null removes
 * the rule.
 */
export async function setSourceRetention(db: Database, source: Source, days: number | null): Promise<void> {
  const text = `
    with removed as (delete from review_sources where source = $1 and $2::int is null)
    insert into review_sources (source, retention_days) select $1, $2 where $2::int is not null
    on conflict (source) do update set retention_days = excluded.retention_days`
  await query(db, { name: 'set_source_retention', text }, [source, days])
  const owners = await query<Owner>(
    db,
    { name: 'list_owners', text: 'select account_id, id as business_id from businesses order by id' },
    [],
  )
  for (const owner of owners) await applyRetention(db, owner)
}

/**
 * Sets how long an account keeps reviews after they were posted. Null keeps them. The rule applies to new reviews
 * immediately, and to stored reviews when a worker calls `applyChangedRetention`. Returns false if the account does not
 * exist.
 */
export async function setAccountRetention(
  connection: Connection,
  accountId: Id<'acc'>,
  days: number | null,
): Promise<boolean> {
  const text = `
    update accounts set review_retention_days = $2, retention_changed_at = clock_timestamp() where id = $1 returning id`
  const statement = { name: 'set_account_retention', text }
  return (await enqueue(connection, changedRetentionQueue, statement, [accountId, days])).length === 1
}

/**
 * Updates the stored reviews of an account to its changed rule. Returns false if no account has changed its rule. If a
 * call is interrupted, or the rule changes in the meantime, the next call processes the account again.
 */
export async function applyChangedRetention(db: Database): Promise<boolean> {
  const text = `
    select accounts.id as account_id, businesses.id as business_id, retention_changed_at as changed_at
    from accounts left join businesses on businesses.account_id = accounts.id
    where retention_changed_at is not null order by retention_changed_at limit 1`
  const [changed] = await query<{ account_id: Id<'acc'>; business_id: Id<'biz'> | null; changed_at: string }>(
    db,
    { name: 'find_changed_retention', text },
    [],
  )
  if (changed === undefined) return false
  const { account_id, business_id, changed_at } = changed
  if (business_id !== null) await applyRetention(db, { account_id, business_id })
  const done = 'update accounts set retention_changed_at = null where id = $1 and retention_changed_at = $2'
  await query(db, { name: 'record_applied_retention', text: done }, [account_id, changed_at])
  return true
}

/**
 * The number of reviews that one statement updates. It takes a fraction of a second, during which imports of the
 * business wait.
 */
const updatedAtOnce = 10_000

/** A review in the order in which reviews are brought in line. */
interface Reached {
  posted: string
  id: Id<'rev'> | ''
}

/** Brings `retain_until` of the stored reviews of a business in line with the rules, in short transactions. */
async function applyRetention(db: Database, owner: Owner): Promise<void> {
  let reached: Reached | undefined = { posted: '-infinity', id: '' }
  while (reached !== undefined) {
    const after: Reached = reached
    reached = await db.transaction(async (transaction) => {
      await lockReviewImport(transaction, owner)
      await lockReviewCount(transaction, owner)
      return applyRetentionBehind(transaction, owner, after)
    })
  }
}

/** Updates the next reviews after `after`, oldest first. Returns the last of them, or undefined at the end. */
async function applyRetentionBehind(
  transaction: Connection,
  owner: Owner,
  { posted, id }: Reached,
): Promise<Reached | undefined> {
  const [last] = await query<Reached>(
    transaction,
    {
      name: 'apply_retention',
      text: `
        with chunk as (
          select id, source, published_at, created_at, coalesce(published_at, created_at) as posted from reviews
          where business_id = $1 and (coalesce(published_at, created_at), id) > ($2, $3)
          order by coalesce(published_at, created_at), id limit $4
        ),
        ruled as (
          select chunk.id, ${retainUntil({ published_at: 'published_at', created_at: 'chunk.created_at' })} as retain_until
          from chunk join accounts on accounts.id = $5 left join review_sources using (source)
        ),
        updated as (
          update reviews set retain_until = ruled.retain_until from ruled
          where reviews.id = ruled.id and reviews.retain_until is distinct from ruled.retain_until
        )
        select posted, id from chunk order by posted desc, id desc limit 1`,
    },
    [owner.business_id, posted, id, updatedAtOnce, owner.account_id],
  )
  return last
}
