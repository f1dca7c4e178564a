import type { Aspect, Trade } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query } from './database.ts'
import { beyondEveryId, type Columns, type Owner, type Page, type PageRequest, pageOf, selectList } from './records.ts'
import { noReviews } from './reviews.ts'

export type Competitor = Schemas['Competitor']

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

/** How many competitors a business may track: `competitor_count` is int(0–50) in the contract. */
export const competitorsMax = 50

interface NewCompetitor {
  id?: Id<'cmp'>
  name: string
  trade: Trade
  website: string | null
  distance_m: number | null
  created_at?: string
}

/** Starts to track a competitor. Undefined where the business tracks `competitorsMax` already. */
export async function addCompetitor(
  connection: Connection,
  owner: Owner,
  competitor: NewCompetitor,
): Promise<Competitor | undefined> {
  const [added] = await query<Competitor>(
    connection,
    {
      name: 'add_competitor',
      text: `
        with business as (
          update businesses set competitor_count = competitor_count + 1, updated_at = now()
          where id = $1 and competitor_count < ${competitorsMax} returning id
        )
        insert into competitors (id, business_id, name, trade, website, distance_m, review_stats, created_at)
        select $2, business.id, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now()) from business
        returning ${columns}`,
    },
    [
      owner.business_id,
      competitor.id ?? newId('cmp'),
      competitor.name,
      competitor.trade,
      competitor.website,
      competitor.distance_m,
      JSON.stringify(noReviews),
      competitor.created_at ?? null,
    ],
  )
  return added
}

/** Stops tracking a competitor and deletes its reviews. False if it is not the owner's. */
export async function removeCompetitor(connection: Connection, owner: Owner, id: string): Promise<boolean> {
  const [removed] = await query<{ business_id: string }>(
    connection,
    {
      name: 'remove_competitor',
      text: `
        with removed as (
          delete from competitors where business_id = $1 and id = $2 returning business_id
        )
        update businesses set competitor_count = competitor_count - 1, updated_at = now()
        from removed where businesses.id = removed.business_id returning business_id`,
    },
    [owner.business_id, id],
  )
  return removed !== undefined
}

/** The tracked competitors, newest first. */
export async function listCompetitors(
  connection: Connection,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Competitor>> {
  const rows = await query<Competitor>(
    connection,
    {
      name: 'list_competitors',
      text: `
        select ${columns} from competitors
        where business_id = $1 and id < $2
        order by id desc limit $3`,
    },
    [owner.business_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOf(rows, limit)
}

/** Writes what the latest completed analysis found about each competitor: at most five of each, clearest first. */
export async function setCompetitorFindings(
  connection: Connection,
  owner: Owner,
  findings: readonly { id: Id<'cmp'>; strengths: readonly Aspect[]; weaknesses: readonly Aspect[] }[],
): Promise<void> {
  await query(
    connection,
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
