import type { AnalysisStatus, ReportOrigin } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { currentSpan } from '@svc/runtime/tracing'
import { type Connection, query, queryTexts, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type Lease,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
  storableInstant,
} from '../connection/records.ts'
import { rowSerializer, type SerializedRow } from '../connection/serialized-row.ts'
import { type ClaimRequest, claim, enqueue, everyBusiness, fence, held, type QueueTable } from '../queue/claim.ts'
import { releaseReportGrants } from './report-grants.ts'

export type Analysis = Schemas['Analysis']

export const analysisColumns: Columns<Analysis> = {
  id: 'text',
  business_id: 'text',
  status: 'text',
  created_at: 'timestamptz',
  competitors_analyzed: 'integer',
  summary: 'json',
  started_at: 'timestamptz?',
  finished_at: 'timestamptz?',
  failure: 'json?',
  period: 'json',
  sample: 'json',
  languages: 'json',
  themes: 'json',
  comparison: 'json',
  leads: 'json',
  follow_up: 'json',
  previous_analysis_id: 'text?',
  report_id: 'text?',
  engine: 'json?',
}
const columns = selectList(analysisColumns)

/** The number of interruptions after which an analysis becomes `failed`. */
const interruptionsMax = 3

/** `failInterruptedAnalyses` finishes those that would be interrupted for the third time. */
export const analysisQueue: QueueTable = {
  name: 'analyses',
  table: 'analyses',
  group: 'business_id',
  openGroups: everyBusiness,
  exhausted: `(worker_id is not null and interruptions >= ${interruptionsMax - 1})`,
}

/** Queues an analysis of the year before now. */
export async function requestAnalysis(
  connection: Connection,
  owner: Owner,
  request: { id?: Id<'ana'>; created_at?: string } = {},
): Promise<Analysis> {
  return only(
    await enqueue<Analysis>(
      connection,
      analysisQueue,
      {
        name: 'request_analysis',
        text: `
          insert into analyses (id, account_id, business_id, created_at, period, traceparent)
          select $1, $2, $3, moment, json_build_object('from', wire_time(moment - interval '1 year'), 'to', wire_time(moment)), $5
          from coalesce($4::timestamptz, now()) as moment
          returning ${columns}`,
      },
      [
        request.id ?? newId('ana'),
        owner.account_id,
        owner.business_id,
        request.created_at ?? null,
        currentSpan()?.traceparent ?? null,
      ],
    ),
  )
}

export async function findAnalysis(connection: Reader, owner: Owner, id: Id<'ana'>): Promise<Analysis | undefined> {
  const [analysis] = await query<Analysis>(
    connection,
    { name: 'find_analysis', text: `select ${columns} from analyses where business_id = $1 and id = $2` },
    [owner.business_id, id],
  )
  return analysis
}

interface AnalysisFilter {
  status?: AnalysisStatus | undefined
  /** Inclusive. */
  created_after?: string | undefined
  /** Exclusive. */
  created_before?: string | undefined
}

/**
 * Lists the analyses of the business, newest first. Ids are time-ordered, so every page is one look-up in one index.
 */
export async function listAnalyses(
  connection: Reader,
  owner: Owner,
  { limit, after, status, created_after: from, created_before: to }: PageRequest & AnalysisFilter,
): Promise<Page<SerializedRow<Analysis>>> {
  const rows = await queryTexts(
    connection,
    {
      name: 'list_analyses',
      text: `
        select ${columns} from analyses
        where business_id = $1 and id < $2 and ($4::text is null or status = $4)
          and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
        order by business_id, id desc limit $3`,
    },
    [
      owner.business_id,
      after?.id ?? beyondEveryId,
      limit + 1,
      status ?? null,
      from === undefined ? null : storableInstant(from),
      to === undefined ? null : storableInstant(to),
    ],
  )
  return pageOfRows(rows.map(writeAnalysis), limit)
}

const writeAnalysis = rowSerializer(analysisColumns)

/** Returns the previous completed analysis, which `themes[].change` is compared with. */
export async function findPreviousAnalysis(
  connection: Reader,
  owner: Owner,
  id: Id<'ana'>,
): Promise<Analysis | undefined> {
  const [analysis] = await query<Analysis>(
    connection,
    {
      name: 'find_previous_analysis',
      text: `
        select ${columns} from analyses
        where business_id = $1 and id < $2 and status = 'completed'
        order by business_id, id desc limit 1`,
    },
    [owner.business_id, id],
  )
  return analysis
}

/** A claimed analysis with its lease. Pass it back, unchanged, to extend, record, release, complete or fail it. */
export interface ClaimedAnalysis extends Lease<'ana'> {
  owner: Owner
  period: Analysis['period']
  /** The number of crashes that have interrupted the analysis so far. */
  interruptions: number
  /** The origin of its report: a one-time purchase if the analysis uses a grant. */
  report_origin: ReportOrigin
  /** The span of the request, if its trace is sampled. */
  traceparent: string | null
}

/**
 * Claims analyses that are queued, released, or whose lease has expired. Fair by business: one analysis at a time for
 * each business, unless the limits of the request differ.
 */
export async function claimAnalyses(connection: Connection, request: ClaimRequest): Promise<ClaimedAnalysis[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, analysisQueue, request)
    return query<ClaimedAnalysis>(
      transaction,
      {
        name: 'start_claimed_analyses',
        text: `
          update analyses set status = 'running', started_at = coalesce(started_at, now())
          where id = any ($1)
          returning id, worker_id, attempt_count as attempt, period, interruptions, traceparent,
            case when exists (select from report_grants where analysis_id = analyses.id)
              then 'one_time_purchase' else 'subscription' end as report_origin,
            json_build_object('account_id', account_id, 'business_id', business_id) as owner`,
      },
      [claimed.map((lease) => lease.id)],
    )
  })
}

/** Records which engine runs the analysis. Returns false if the lease is lost: stop the analysis. */
export async function recordAnalysisEngine(
  connection: Connection,
  lease: Lease<'ana'>,
  engine: Schemas['Engine'],
): Promise<boolean> {
  const rows = await query(
    connection,
    { name: 'record_analysis_engine', text: `update analyses set engine = $4 where ${held} returning id` },
    [...fence(lease), JSON.stringify(engine)],
  )
  return rows.length === 1
}

/** Records how many reviews have been read so far. Returns false if the lease is lost: stop the analysis. */
export async function recordAnalysisProgress(
  connection: Connection,
  lease: Lease<'ana'>,
  sample: Analysis['sample'],
): Promise<boolean> {
  const rows = await query(
    connection,
    { name: 'record_analysis_progress', text: `update analyses set sample = $4 where ${held} returning id` },
    [...fence(lease), JSON.stringify(sample)],
  )
  return rows.length === 1
}

/** Releases an analysis when the worker stops. Another worker can claim it immediately; this is not an interruption. */
export async function releaseAnalysis(connection: Connection, lease: Lease<'ana'>): Promise<void> {
  await query(
    connection,
    { name: 'release_analysis', text: `update analyses set worker_id = null, due_at = now() where ${held}` },
    fence(lease),
  )
}

/** The result of a completed analysis. */
export type AnalysisResult = Pick<
  Analysis,
  'competitors_analyzed' | 'summary' | 'sample' | 'previous_analysis_id' | 'report_id'
> & {
  languages: readonly Schemas['LanguageCount'][]
  themes: readonly Schemas['Theme'][]
  comparison: readonly Schemas['CompetitorComparison'][]
  leads: readonly Schemas['CompetitorLead'][]
  follow_up: readonly Schemas['FollowUp'][]
  engine: Schemas['Engine']
}

/**
 * Completes an analysis. Call it as the first statement of the transaction that also writes the report, the
 * recommendations and the events. Returns undefined if the lease is lost: roll back, because another worker repeats or
 * has repeated the analysis.
 */
export async function completeAnalysis(
  transaction: Transaction,
  lease: Lease<'ana'>,
  result: AnalysisResult,
): Promise<Analysis | undefined> {
  const [completed] = await query<Analysis>(
    transaction,
    {
      name: 'complete_analysis',
      text: `
        update analyses
        set status = 'completed', finished_at = now(), due_at = null, worker_id = null, competitors_analyzed = $4,
            summary = $5, sample = $6, themes = $7, comparison = $8, previous_analysis_id = $9, report_id = $10, engine = $11,
            follow_up = $12, leads = $13, languages = $14
        where ${held} returning ${columns}`,
    },
    [
      ...fence(lease),
      result.competitors_analyzed,
      JSON.stringify(result.summary),
      JSON.stringify(result.sample),
      JSON.stringify(result.themes),
      JSON.stringify(result.comparison),
      result.previous_analysis_id,
      result.report_id,
      JSON.stringify(result.engine),
      JSON.stringify(result.follow_up),
      JSON.stringify(result.leads),
      JSON.stringify(result.languages),
    ],
  )
  return completed
}

/**
 * Fails an analysis permanently: "not retried automatically" (INTERFACE.md §6). Without counts, the recorded progress
 * is kept. Returns undefined if the lease is lost.
 */
export async function failAnalysis(
  transaction: Transaction,
  lease: Lease<'ana'>,
  failure: Schemas['AnalysisFailure'],
  counts?: Pick<Analysis, 'sample' | 'languages'>,
): Promise<Analysis | undefined> {
  const [failed] = await query<Analysis>(
    transaction,
    {
      name: 'fail_analysis',
      text: `
        update analyses
        set status = 'failed', finished_at = now(), due_at = null, worker_id = null, failure = $4,
            sample = coalesce($5, sample), languages = coalesce($6, languages)
        where ${held} returning ${columns}`,
    },
    [
      ...fence(lease),
      JSON.stringify(failure),
      counts === undefined ? null : JSON.stringify(counts.sample),
      counts === undefined ? null : JSON.stringify(counts.languages),
    ],
  )
  if (failed !== undefined) await releaseReportGrants(transaction, [failed.id])
  return failed
}

/**
 * Fails the analyses that were interrupted `interruptionsMax` times, and returns them with their owners, so that the
 * same transaction publishes one `analysis.failed` each.
 */
export async function failInterruptedAnalyses(
  transaction: Transaction,
  { limit }: { limit: number },
): Promise<(Analysis & { account_id: Id<'acc'> })[]> {
  const failed = await query<Analysis & { account_id: Id<'acc'> }>(
    transaction,
    {
      name: 'fail_interrupted_analyses',
      text: `
        update analyses
        set status = 'failed', finished_at = now(), due_at = null, worker_id = null, interruptions = interruptions + 1,
            failure = json_build_object('reason', 'internal_error', 'message',
              'The analysis was interrupted ${interruptionsMax} times and has been given up. Start a new one.')
        where id = any (array(
          select id from analyses where due_at <= current_timestamp(3) and ${analysisQueue.exhausted} limit $1 for update skip locked
        ))
        returning ${columns}, account_id`,
    },
    [limit],
  )
  if (failed.length > 0)
    await releaseReportGrants(
      transaction,
      failed.map(({ id }) => id),
    )
  return failed
}
