import type { Trade } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'
import { noReviews } from '../reviews/reviews.ts'

export type Business = Schemas['Business']

export const businessColumns: Columns<Business> = {
  id: 'text',
  name: 'text',
  trade: 'text',
  city: 'text?',
  country: 'text',
  timezone: 'text',
  website: 'text?',
  review_stats: 'json',
  unanswered_count: 'integer?',
  competitor_count: 'integer',
  latest_analysis_id: 'text?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const columns = selectList(businessColumns)

interface NewBusiness {
  id?: Id<'biz'>
  name: string
  trade: Trade
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  /** IANA name, such as Europe/Amsterdam. */
  timezone: string
  website: string | null
  created_at?: string
}

/** Creates the business of a new account, which cannot be changed later. */
export async function createBusiness(
  connection: Connection,
  accountId: Id<'acc'>,
  business: NewBusiness,
): Promise<Business> {
  const created = await createBusinessOnce(connection, accountId, business)
  if (!created) throw new Error(`The account ${accountId} already has a business.`)
  return created
}

/** Creates the business of an account, or returns undefined if the account already has one. */
export async function createBusinessOnce(
  connection: Connection,
  accountId: Id<'acc'>,
  business: NewBusiness,
): Promise<Business | undefined> {
  const [created] = await query<Business>(
    connection,
    {
      name: 'create_business',
      text: `
        insert into businesses
          (id, account_id, name, trade, city, country, timezone, website, review_stats, unanswered_count,
           created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null,
          coalesce($10::timestamptz, now()), coalesce($10::timestamptz, now()))
        on conflict (account_id) do nothing
        returning ${columns}`,
    },
    [
      business.id ?? newId('biz'),
      accountId,
      business.name,
      business.trade,
      business.city,
      business.country,
      business.timezone,
      business.website,
      JSON.stringify(noReviews),
      business.created_at ?? null,
    ],
  )
  return created
}

/** Returns the ISO 3166-1 alpha-2 code in capitals, or undefined if there is no such country. */
export function knownCountry(value: string): string | undefined {
  const code = value.toUpperCase()
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined ? code : undefined
}

/** Returns the IANA name of a time zone, or undefined if there is no such time zone. */
export function knownTimezone(value: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    // A RangeError: Intl has no time zone of this name.
    return undefined
  }
}

/** Returns the business if it belongs to the owner. */
export async function findBusiness(connection: Reader, owner: Owner, id: Id<'biz'>): Promise<Business | undefined> {
  if (id !== owner.business_id) return undefined
  const [business] = await query<Business>(
    connection,
    { name: 'find_business', text: `select ${columns} from businesses where account_id = $1 and id = $2` },
    [owner.account_id, id],
  )
  return business
}

/** Lists the businesses of the owner: exactly one, because the account is bound to it. */
export async function listBusinesses(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Business>> {
  const rows = await query<Business>(
    connection,
    {
      name: 'list_businesses',
      text: `
        select ${columns} from businesses
        where account_id = $1 and id = $2 and id < $3
        order by id desc limit $4`,
    },
    [owner.account_id, owner.business_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOfRows(rows, limit)
}

/** Records which completed analysis is the newest of the business. Called in the transaction that completes it. */
export async function setLatestAnalysis(transaction: Transaction, owner: Owner, analysisId: Id<'ana'>): Promise<void> {
  await query(
    transaction,
    {
      name: 'set_latest_analysis',
      text: `
        update businesses set latest_analysis_id = $2, updated_at = now()
        where id = $1 and (latest_analysis_id is null or latest_analysis_id < $2)`,
    },
    [owner.business_id, analysisId],
  )
}
