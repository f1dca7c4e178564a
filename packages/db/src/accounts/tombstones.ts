import type { Source } from '@generated/contract/enums'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

/** The keyed hash that remains of an erased review or account. */
export interface Tombstone {
  /** The business of the review, or null for an account. */
  business_id: Id<'biz'> | null
  key_id: string
  /** 64 hexadecimal digits. */
  hash: string
  /** In ISO 8601. */
  erased_at: string
}

/** Returns all tombstones, the oldest first. */
export async function listTombstones(connection: Reader): Promise<Tombstone[]> {
  const text = `
    select null as business_id, key_id, encode(hash, 'hex') as hash, erased_at from erased_accounts
    union all
    select business_id, key_id, encode(hash, 'hex'), deleted_at from deleted_reviews
    order by erased_at, hash`
  return query(connection, { name: 'list_tombstones', text }, [])
}

/** Stores tombstones of another copy of the database. Those of businesses that do not exist are left out. */
export async function storeTombstones(transaction: Transaction, tombstones: readonly Tombstone[]): Promise<void> {
  const text = `
    with tombstone as (
      select business_id, key_id, decode(hash, 'hex') as hash, erased_at
      from json_to_recordset($1::json) as each (business_id text, key_id text, hash text, erased_at timestamptz)
    ), accounts as (
      insert into erased_accounts (hash, key_id, erased_at)
      select hash, key_id, erased_at from tombstone where business_id is null on conflict do nothing
    )
    insert into deleted_reviews (business_id, hash, key_id, deleted_at)
    select business_id, hash, key_id, erased_at from tombstone
    where exists (select from businesses where id = tombstone.business_id) on conflict do nothing`
  await query(transaction, { name: 'store_tombstones', text }, [JSON.stringify(tombstones)])
}

/** Returns the owners of those of the businesses that exist. */
export async function listOwners(connection: Reader, businessIds: readonly Id<'biz'>[]): Promise<Owner[]> {
  const text = 'select account_id, id as business_id from businesses where id = any ($1) order by id'
  return query(connection, { name: 'list_owners', text }, [businessIds])
}

interface IdentifiedReview {
  id: Id<'rev'>
  competitor_id: Id<'cmp'> | null
  source: Source
  source_id: string
}

const reviewsAtOnce = 5_000

/** Reads what identifies each review of a business, in several statements. */
export async function* readReviewIdentities(connection: Connection, owner: Owner): AsyncGenerator<IdentifiedReview> {
  const text = `
    select id, competitor_id, source, source_id from reviews
    where business_id = $1 and id > $2 order by id limit ${reviewsAtOnce}`
  let page: IdentifiedReview[]
  let lastId = ''
  do {
    page = await query(connection, { name: 'read_review_identities', text }, [owner.business_id, lastId])
    yield* page
    lastId = page.at(-1)?.id ?? lastId
  } while (page.length === reviewsAtOnce)
}
