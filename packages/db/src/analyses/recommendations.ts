import type { RecommendationStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type NoOtherFields,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'

export type Recommendation = Schemas['Recommendation']

export const recommendationColumns: Columns<Recommendation> = {
  id: 'text',
  business_id: 'text',
  analysis_id: 'text',
  priority: 'integer',
  aspect: 'text',
  score: 'integer',
  title: 'text',
  action: 'text',
  rationale: 'text',
  urgent: 'boolean',
  effort: 'text',
  metric: 'json',
  factors: 'json',
  evidence: 'json',
  status: 'text',
  note: 'text?',
  done_at: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const columns = selectList(recommendationColumns)

/**
 * The result of an analysis. `problem_key` is the stable name of the problem, by which the next analysis recognizes it.
 */
export type FoundProblem = Omit<
  Recommendation,
  'id' | 'business_id' | 'analysis_id' | 'status' | 'note' | 'done_at' | 'created_at' | 'updated_at'
> & { problem_key: string; id?: Id<'rec'> }

interface SavedRecommendations {
  /** New recommendations, by priority. Each causes a `recommendation.created`. */
  created: Recommendation[]
  /** Recommendations that were unresolved and were found again. They keep id, status, note and created_at. */
  confirmed: Recommendation[]
  /** Recommendations that were unresolved and were not found again. */
  resolved: Recommendation[]
}

/**
 * Updates the recommendations of a business to its newest analysis: new problems are inserted, known problems are
 * confirmed, and the others are resolved. Call it in the transaction that completes the analysis.
 */
export async function saveRecommendations(
  transaction: Transaction,
  owner: Owner,
  analysisId: Id<'ana'>,
  problems: readonly FoundProblem[],
): Promise<SavedRecommendations> {
  const resolved = await query<Recommendation>(
    transaction,
    {
      name: 'resolve_recommendations',
      text: `
        update recommendations set status = 'resolved', updated_at = now()
        where business_id = $1 and status <> 'resolved' and problem_key <> all ($2)
        returning ${columns}`,
    },
    [owner.business_id, problems.map((problem) => problem.problem_key)],
  )
  // An inserted row has never been updated: its xmax is 0. That distinguishes created from confirmed rows in one
  // statement.
  const saved = await query<Recommendation & { is_new: boolean }>(
    transaction,
    {
      name: 'save_recommendations',
      text: `
        insert into recommendations as known
          (id, business_id, analysis_id, problem_key, priority, aspect, score, title, action, rationale, urgent, effort,
           metric, factors, evidence)
        select id, $1, $2, problem_key, priority, aspect, score, title, action, rationale, urgent, effort,
               metric, factors, evidence
        from json_to_recordset($3::json) as found (
          id text, problem_key text, priority int, aspect text, score int, title text, action text, rationale text,
          urgent boolean, effort text, metric json, factors json, evidence json)
        on conflict (business_id, problem_key) where status <> 'resolved' do update
        set analysis_id = excluded.analysis_id, priority = excluded.priority, aspect = excluded.aspect,
            score = excluded.score, title = excluded.title, action = excluded.action, rationale = excluded.rationale,
            urgent = excluded.urgent, effort = excluded.effort, metric = excluded.metric, factors = excluded.factors,
            evidence = excluded.evidence, updated_at = now()
        returning ${columns}, known.xmax = 0 as is_new`,
    },
    [
      owner.business_id,
      analysisId,
      JSON.stringify(problems.map((problem) => ({ ...problem, id: problem.id ?? newId('rec') }))),
    ],
  )
  const result: SavedRecommendations = { created: [], confirmed: [], resolved }
  for (const { is_new: isNew, ...recommendation } of saved.sort((a, b) => a.priority - b.priority)) {
    if (isNew) result.created.push(recommendation)
    else result.confirmed.push(recommendation)
  }
  return result
}

/** The problems that are not resolved, by their stable names: what the next analysis confirms or resolves. */
export async function listUnresolvedProblems(connection: Reader, owner: Owner): Promise<{ problem_key: string }[]> {
  const text = `select problem_key from recommendations where business_id = $1 and status <> 'resolved' order by id`
  return query(connection, { name: 'list_unresolved_problems', text }, [owner.business_id])
}

/** A recommendation that was marked as done, as the next analysis follows it up. */
interface DoneRecommendation extends Pick<Recommendation, 'id' | 'aspect' | 'title' | 'metric'> {
  problem_key: string
  done_at: string
}

/** Lists the recommendations that were marked as done within a period, resolved or not, the newest mark first. */
export async function listDoneRecommendations(
  connection: Reader,
  owner: Owner,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<DoneRecommendation[]> {
  return query(
    connection,
    {
      name: 'list_done_recommendations',
      text: `
        select id, problem_key, aspect, title, metric, done_at from recommendations
        where business_id = $1 and done_at >= $2 and done_at < $3
        order by done_at desc, id desc limit $4`,
    },
    [owner.business_id, from, to, limit],
  )
}

interface RecommendationFilter {
  status?: RecommendationStatus | undefined
  aspect?: Recommendation['aspect'] | undefined
  urgent?: boolean | undefined
}

/** Open and planned before the others, then priority, then newest. */
export async function listRecommendations(
  connection: Reader,
  owner: Owner,
  { limit, after, status, aspect, urgent }: PageRequest & RecommendationFilter,
): Promise<Page<Recommendation>> {
  const rows = await query<Recommendation>(
    connection,
    {
      name: 'list_recommendations',
      text: `
        select ${columns} from recommendations
        where business_id = $1 and rank >= $2::int and (rank > $2::int or id < $3) -- a cursor's rank exceeds a smallint
          and ($5::text is null or status = $5) and ($6::text is null or aspect = $6)
          and ($7::boolean is null or urgent = $7)
        order by business_id, rank, id desc limit $4`,
    },
    [
      owner.business_id,
      after?.rank ?? 0,
      after?.id ?? beyondEveryId,
      limit + 1,
      status ?? null,
      aspect ?? null,
      urgent ?? null,
    ],
  )
  return pageOfRows(rows, limit, rankOf)
}

export async function findRecommendation(
  connection: Reader,
  owner: Owner,
  id: Id<'rec'>,
): Promise<Recommendation | undefined> {
  const [recommendation] = await query<Recommendation>(
    connection,
    {
      name: 'find_recommendation',
      text: `select ${columns} from recommendations where business_id = $1 and id = $2`,
    },
    [owner.business_id, id],
  )
  return recommendation
}

/**
 * Sets the status of a recommendation, its note, or both. Undefined leaves a field unchanged. Changes nothing and
 * returns undefined if there is no such recommendation, or if the status of a resolved recommendation would change.
 */
export async function updateRecommendation(
  transaction: Transaction,
  owner: Owner,
  id: Id<'rec'>,
  { status, note, ...rest }: Schemas['UpdateRecommendationRequest'],
): Promise<Recommendation | undefined> {
  rest satisfies NoOtherFields
  const [updated] = await query<Recommendation>(
    transaction,
    {
      name: 'update_recommendation',
      text: `
        update recommendations
        set status = coalesce($3::text, status), note = case when $4::boolean then $5 else note end, updated_at = now(),
            done_at = case when $3 is null then done_at when $3 = 'done' then coalesce(done_at, now()) end
        where business_id = $1 and id = $2 and (status <> 'resolved' or $3::text is null)
        returning ${columns}`,
    },
    [owner.business_id, id, status ?? null, note !== undefined, note ?? null],
  )
  return updated
}

/** As the generated column `rank` has it. */
function rankOf(recommendation: Recommendation): number {
  return recommendation.priority + (['open', 'planned'].includes(recommendation.status) ? 0 : 8)
}
