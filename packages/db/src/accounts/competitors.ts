import * as bounds from '@generated/contract/bounds'
import type { Aspect } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type NoOtherFields,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'
import { requestReviewMaintenance } from '../reviews/review-maintenance.ts'
import { noReviews } from '../reviews/reviews.ts'

export type Competitor = Schemas['Competitor']
type CreateCompetitorRequest = Schemas['CreateCompetitorRequest']

export const competitorColumns: Columns<Competitor> = {
  id: 'text',
  business_id: 'text',
  name: 'text',
  trade: 'text',
  website: 'text?',
  distance_m: 'integer?',
  review_stats: 'json',
  strengths: 'ARRAY',
  weaknesses: 'ARRAY',
  sources: 'ARRAY',
  reviews_as_of: 'timestamptz?',
  created_at: 'timestamptz',
}
const columns = selectList(competitorColumns)

/** The maximum number of competitors of a business: `competitor_count` is int(0–50) in the contract. */
export const competitorsMax = bounds.Business.competitor_count.maximum

interface NewCompetitor extends CreateCompetitorRequest {
  id?: Id<'cmp'>
  created_at?: string
}

/**
 * Starts tracking a competitor, by default of the trade of the business. Returns undefined if the business already
 * tracks `max` competitors, at most `competitorsMax`.
 */
export async function addCompetitor(
  connection: Connection,
  owner: Owner,
  competitor: NewCompetitor,
  { max = competitorsMax }: { max?: number } = {},
): Promise<Competitor | undefined> {
  const { id, name, trade, website, distance_m, created_at, ...rest } = competitor
  rest satisfies NoOtherFields
  const [added] = await query<Competitor>(
    connection,
    {
      name: 'add_competitor',
      text: `
        with business as (
          update businesses set competitor_count = competitor_count + 1, updated_at = now()
          where id = $1 and competitor_count < $9 returning id, trade
        )
        insert into competitors (id, business_id, name, trade, website, distance_m, review_stats, created_at)
        select $2, business.id, $3, coalesce($4, business.trade), $5, $6, $7, coalesce($8::timestamptz, now())
        from business
        returning ${columns}`,
    },
    [
      owner.business_id,
      id ?? newId('cmp'),
      name,
      trade ?? null,
      website ?? null,
      distance_m ?? null,
      JSON.stringify(noReviews),
      created_at ?? null,
      Math.min(max, competitorsMax),
    ],
  )
  return added
}

/** Returns the competitor if the owner tracks it. */
export async function findCompetitor(connection: Reader, owner: Owner, id: Id<'cmp'>): Promise<Competitor | undefined> {
  const text = `select ${columns} from competitors where business_id = $1 and id = $2 and removed_at is null`
  const [competitor] = await query<Competitor>(connection, { name: 'find_competitor', text }, [owner.business_id, id])
  return competitor
}

/** Changes the given fields. Returns undefined if the owner does not track the competitor. */
export async function updateCompetitor(
  transaction: Transaction,
  owner: Owner,
  id: Id<'cmp'>,
  change: Schemas['UpdateCompetitorRequest'],
): Promise<Competitor | undefined> {
  const { name, website, distance_m, ...rest } = change
  rest satisfies NoOtherFields
  const [competitor] = await query<Competitor>(
    transaction,
    {
      name: 'update_competitor',
      text: `
        update competitors
        set name = coalesce($3, name), website = coalesce($4, website), distance_m = coalesce($5, distance_m)
        where business_id = $1 and id = $2 and removed_at is null
        returning ${columns}`,
    },
    [owner.business_id, id, name ?? null, website ?? null, distance_m ?? null],
  )
  return competitor
}

/**
 * Stops tracking a competitor: it and its reviews can no longer be read, and a worker deletes them. Returns false if
 * the owner does not track it.
 */
export async function removeCompetitor(transaction: Transaction, owner: Owner, id: Id<'cmp'>): Promise<boolean> {
  const [removed] = await query<{ business_id: Id<'biz'> }>(
    transaction,
    {
      name: 'remove_competitor',
      text: `
        with removed as (
          update competitors set removed_at = now()
          where business_id = $1 and id = $2 and removed_at is null returning business_id
        )
        update businesses set competitor_count = competitor_count - 1, updated_at = now()
        from removed where businesses.id = removed.business_id returning business_id`,
    },
    [owner.business_id, id],
  )
  if (removed !== undefined) await requestReviewMaintenance(transaction, owner)
  return removed !== undefined
}

/**
 * Deletes up to `limit` reviews of removed competitors of the business, and the removed competitors without remaining
 * reviews. Returns the number of deleted reviews. Call it again until it returns fewer than `limit`.
 */
export async function deleteRemovedCompetitors(
  connection: Connection,
  owner: Owner,
  { limit }: { limit: number },
): Promise<number> {
  const deleted = await query<{ count: number }>(
    connection,
    {
      name: 'delete_reviews_of_removed_competitors',
      text: `
        with deleted as (
          delete from reviews where id = any (array(
            select reviews.id from competitors join reviews on reviews.competitor_id = competitors.id
            where competitors.business_id = $1 and competitors.removed_at is not null limit $2
          ))
          returning 1
        )
        select count(*)::int as count from deleted`,
    },
    [owner.business_id, limit],
  )
  const { count } = only(deleted)
  if (count < limit) {
    const text = `
      delete from competitors where business_id = $1 and removed_at is not null
        and not exists (select from reviews where competitor_id = competitors.id)`
    await query(connection, { name: 'delete_removed_competitors', text }, [owner.business_id])
  }
  return count
}

/** The tracked competitors, newest first. */
export async function listCompetitors(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Competitor>> {
  const rows = await query<Competitor>(
    connection,
    {
      name: 'list_competitors',
      text: `
        select ${columns} from competitors
        where business_id = $1 and id < $2 and removed_at is null
        order by id desc limit $3`,
    },
    [owner.business_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOfRows(rows, limit)
}

/** Writes what the latest completed analysis found about each competitor: at most five of each, clearest first. */
export async function setCompetitorFindings(
  transaction: Transaction,
  owner: Owner,
  findings: readonly { id: Id<'cmp'>; strengths: readonly Aspect[]; weaknesses: readonly Aspect[] }[],
): Promise<void> {
  await query(
    transaction,
    {
      name: 'set_competitor_findings',
      text: `
        update competitors
        set strengths = array(select json_array_elements_text(finding.strengths)),
            weaknesses = array(select json_array_elements_text(finding.weaknesses))
        from json_to_recordset($2::json) as finding (id text, strengths json, weaknesses json)
        where competitors.business_id = $1 and competitors.id = finding.id`,
    },
    [owner.business_id, JSON.stringify(findings)],
  )
}
