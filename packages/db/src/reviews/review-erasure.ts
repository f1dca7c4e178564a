import type { Source } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

/**
 * Prevents, until the end of the transaction, all other erasures and quotations of reviews of the business: an analysis
 * that completes while a review is deleted must not quote it afterwards.
 */
export async function lockErasure(transaction: Transaction, owner: Owner): Promise<void> {
  const text = `select pg_advisory_xact_lock(hashtextextended('erasure ' || $1, 0))`
  await query(transaction, { name: 'lock_erasure', text }, [owner.business_id])
}

/** The values that identify a review. */
interface ReviewIdentity {
  competitor_id: Id<'cmp'> | null
  source: Source
  source_id: string
}

/** Returns the string that is hashed for a deleted review: its subject and its id at the source. */
export function identityOf({ business_id }: Owner, { competitor_id, source, source_id }: ReviewIdentity): string {
  return JSON.stringify([competitor_id ?? business_id, source, source_id])
}

/** Deletes a review and returns it. Returns undefined if the owner has no such review. */
export async function deleteReview(
  transaction: Transaction,
  owner: Owner,
  id: Id<'rev'>,
): Promise<(ReviewIdentity & { text: string }) | undefined> {
  await lockReviewCount(transaction, owner)
  const [deleted] = await query<ReviewIdentity & { text: string }>(
    transaction,
    {
      name: 'delete_review',
      text: `
        delete from reviews where business_id = $1 and id = $2
          and subject_id <> all (array(select id from competitors where business_id = $1 and removed_at is not null))
        returning competitor_id, source, source_id, text`,
    },
    [owner.business_id, id],
  )
  return deleted
}

/** The business whose review is past its retention for the longest time. */
export async function findExpiredReview(connection: Reader): Promise<Owner | undefined> {
  const [owner] = await query<Owner>(
    connection,
    {
      name: 'find_expired_review',
      text: `
        select businesses.account_id, reviews.business_id
        from reviews join businesses on businesses.id = reviews.business_id
        where retain_until <= current_timestamp(3) order by retain_until limit 1`,
    },
    [],
  )
  return owner
}

/** Deletes up to `limit` reviews of the business that are past their retention, and returns their texts. */
export async function deleteExpiredReviews(
  transaction: Transaction,
  owner: Owner,
  { limit }: { limit: number },
): Promise<{ id: Id<'rev'>; text: string }[]> {
  await lockReviewCount(transaction, owner)
  return query(
    transaction,
    {
      name: 'delete_expired_reviews',
      text: `
        delete from reviews where business_id = $1 and id = any (array(
          select id from reviews where business_id = $1 and retain_until <= current_timestamp(3)
          order by retain_until limit $2))
        returning id, text`,
    },
    [owner.business_id, limit],
  )
}

/**
 * Locks the row of the count. Imports lock this row before rows of reviews; deletions use the same order to prevent
 * deadlocks.
 */
export async function lockReviewCount(transaction: Transaction, owner: Owner): Promise<void> {
  const text = 'select from review_counts where business_id = $1 for update'
  await query(transaction, { name: 'lock_review_count', text }, [owner.business_id])
}

/** Stores the keyed hash of a deleted review. */
export async function recordDeletedReview(
  transaction: Transaction,
  owner: Owner,
  { key_id, hash }: { key_id: string; hash: Buffer },
): Promise<void> {
  const text = `insert into deleted_reviews (business_id, hash, key_id) values ($1, $2, $3) on conflict do nothing`
  await query(transaction, { name: 'record_deleted_review', text }, [owner.business_id, hash, key_id])
}

/** Returns whether the business has deleted any reviews. Most businesses have not, and their imports need no hashes. */
export async function hasDeletedReviews(connection: Reader, owner: Owner): Promise<boolean> {
  const text = 'select 1 from deleted_reviews where business_id = $1 limit 1'
  const found = await query(connection, { name: 'has_deleted_reviews', text }, [owner.business_id])
  return found.length > 0
}

/** Returns the given hashes that belong to deleted reviews, in hexadecimal digits. */
export async function findDeletedReviews(
  connection: Reader,
  owner: Owner,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const text = `select encode(hash, 'hex') as hash from deleted_reviews where business_id = $1 and hash = any ($2)`
  const found = await query<{ hash: string }>(connection, { name: 'find_deleted_reviews', text }, [
    owner.business_id,
    hashes,
  ])
  return new Set(found.map(({ hash }) => hash))
}

/** Deletes reviews that were stored again although the account had deleted them. */
export async function discardReviews(transaction: Transaction, owner: Owner, ids: readonly Id<'rev'>[]): Promise<void> {
  const text = 'delete from reviews where business_id = $1 and id = any ($2)'
  await query(transaction, { name: 'discard_reviews', text }, [owner.business_id, ids])
}

/** Returns the given reviews that the business no longer has. */
export async function findMissingReviews(
  transaction: Transaction,
  owner: Owner,
  ids: readonly Id<'rev'>[],
): Promise<Id<'rev'>[]> {
  const text = `
    select id from unnest($2::text[]) as quoted (id)
    where not exists (select from reviews where reviews.id = quoted.id and business_id = $1)`
  const missing = await query<{ id: Id<'rev'> }>(transaction, { name: 'find_missing_reviews', text }, [
    owner.business_id,
    ids,
  ])
  return missing.map(({ id }) => id)
}

interface QuotingRecords {
  analyses: Pick<Schemas['Analysis'], 'id' | 'themes' | 'leads'>[]
  recommendations: Pick<Schemas['Recommendation'], 'id' | 'evidence'>[]
  reports: Pick<Schemas['Report'], 'id' | 'title' | 'sections' | 'period'>[]
}

/** Lists the records of the business that quote one of these reviews. An id occurs nowhere else in these records. */
export async function listQuotingRecords(
  transaction: Transaction,
  owner: Owner,
  reviewIds: readonly Id<'rev'>[],
): Promise<QuotingRecords> {
  const values = [owner.business_id, reviewIds]
  const quotes = (column: string) => `business_id = $1
    and exists (select from unnest($2::text[]) as deleted (id) where strpos(${column}::text, deleted.id) > 0)`
  return {
    analyses: await query(
      transaction,
      {
        name: 'list_quoting_analyses',
        text: `select id, themes, leads from analyses where ${quotes('(themes::text || leads::text)')} for update`,
      },
      values,
    ),
    recommendations: await query(
      transaction,
      {
        name: 'list_quoting_recommendations',
        text: `select id, evidence from recommendations where ${quotes('evidence')} for update`,
      },
      values,
    ),
    reports: await query(
      transaction,
      {
        name: 'list_quoting_reports',
        text: `select id, title, sections, period from reports where ${quotes('sections')} for update`,
      },
      values,
    ),
  }
}

/** Replaces the parts of an analysis that quote reviews. */
export async function replaceQuotingParts(
  transaction: Transaction,
  owner: Owner,
  id: Id<'ana'>,
  { themes, leads }: { themes: readonly Schemas['Theme'][]; leads: readonly Schemas['CompetitorLead'][] },
): Promise<void> {
  const text = 'update analyses set themes = $3, leads = $4 where business_id = $1 and id = $2'
  const values = [owner.business_id, id, JSON.stringify(themes), JSON.stringify(leads)]
  await query(transaction, { name: 'replace_quoting_parts', text }, values)
}

export async function replaceEvidence(
  transaction: Transaction,
  owner: Owner,
  id: Id<'rec'>,
  evidence: readonly Schemas['Quote'][],
): Promise<void> {
  const text = 'update recommendations set evidence = $3 where business_id = $1 and id = $2'
  await query(transaction, { name: 'replace_evidence', text }, [owner.business_id, id, JSON.stringify(evidence)])
}

/** Replaces the content of a report and its page, and deletes its PDF. A worker prints the new page. */
export async function replaceReport(
  transaction: Transaction,
  owner: Owner,
  id: Id<'rpt'>,
  { sections, page }: { sections: readonly Schemas['ReportSection'][]; page: Buffer },
): Promise<void> {
  await query(
    transaction,
    {
      name: 'replace_report',
      text: `
        with dropped as (delete from report_files where report_id = $2 and format = 'pdf' returning 1),
        page as (update report_files set content = $4 where report_id = $2 and format = 'html')
        update reports set sections = $3, pdf_due = pdf_due or exists (select from dropped)
        where business_id = $1 and id = $2`,
    },
    [owner.business_id, id, JSON.stringify(sections), page],
  )
}

/** Deletes drafts of replies to reviews with these texts, and stored responses that contain a draft. */
export async function deleteTextsOfReviews(
  transaction: Transaction,
  owner: Owner,
  reviewTexts: readonly string[],
): Promise<void> {
  const drafts = `delete from reply_drafts where business_id = $1 and review ->> 'text' = any ($2)`
  await query(transaction, { name: 'delete_drafts_of_reviews', text: drafts }, [owner.business_id, reviewTexts])
  // Responses are encrypted, so the responses for these reviews cannot be identified. A repeated request is processed
  // again.
  const responses = `
    delete from idempotency_keys where account_id = $1 and operation_id = 'draftReviewReply' and state = 'done'`
  await query(transaction, { name: 'delete_kept_drafts', text: responses }, [owner.account_id])
}

/** A report whose page has to be printed again. */
interface ReportToPrint {
  id: Id<'rpt'>
  page: Buffer
}

export async function findReportToPrint(connection: Reader, owner: Owner): Promise<ReportToPrint | undefined> {
  const [report] = await query<ReportToPrint>(
    connection,
    {
      name: 'find_report_to_print',
      text: `
        select reports.id, report_files.content as page
        from reports join report_files on report_files.report_id = reports.id and format = 'html'
        where business_id = $1 and pdf_due order by reports.id limit 1`,
    },
    [owner.business_id],
  )
  return report
}

/**
 * Stores the PDF of a page, or undefined if it could not be printed. If the page has changed since it was read, the
 * report remains due.
 */
export async function storePrint(
  connection: Connection,
  owner: Owner,
  { id, page }: ReportToPrint,
  pdf: Uint8Array | undefined,
): Promise<void> {
  await query(
    connection,
    {
      name: 'store_print',
      text: `
        with printed as (
          update reports set pdf_due = false
          where business_id = $1 and id = $2 and pdf_due and exists (
            select from report_files where report_id = $2 and format = 'html' and content = $3)
          returning id
        )
        insert into report_files (report_id, format, content)
        select id, 'pdf', $4::bytea from printed where $4::bytea is not null
        on conflict (report_id, format) do update set content = excluded.content`,
    },
    [owner.business_id, id, page, pdf ?? null],
  )
}
