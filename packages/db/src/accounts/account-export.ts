import type { ReportFileFormat } from '@generated/contract/enums'
import type { Id } from '@svc/runtime/ids'
import { listAnalyses } from '../analyses/analyses.ts'
import { findAnalysisSchedule } from '../analyses/analysis-schedules.ts'
import { listRecommendations } from '../analyses/recommendations.ts'
import { listReplyDrafts } from '../analyses/reply-drafts.ts'
import { findReport, listReports, readReportFile } from '../analyses/reports.ts'
import { findProfileConnection } from '../business-profile/profile-connections.ts'
import { listProfileReplies } from '../business-profile/profile-replies.ts'
import type { Database, Reader, Transaction } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { noBusiness, type Owner, type Position } from '../connection/records.ts'
import { listApiKeys } from '../credentials/api-keys.ts'
import { listOAuthClients } from '../credentials/oauth-clients.ts'
import { listUsers } from '../credentials/users.ts'
import { listAuditLogOf } from '../platform/audit-log.ts'
import { listReviewImports } from '../reviews/review-imports.ts'
import { listReviews, type ReviewPosition } from '../reviews/review-list.ts'
import { listDeliveries } from '../webhooks/webhook-deliveries.ts'
import { listWebhooks } from '../webhooks/webhook-endpoints.ts'
import { listWebhookEvents } from '../webhooks/webhook-events.ts'
import { type AccountWithBusiness, findAccountById } from './accounts.ts'
import { findBusiness } from './businesses.ts'
import { listCompetitors } from './competitors.ts'
import { listUsageEvents } from './usage-events.ts'

// Exports everything that an account owns: decision 0033.

/** A record of an export: a line of NDJSON, or the content of a report file. */
export type ExportedRecord =
  | { kind: string; json: string }
  | { kind: 'report_files'; report_id: Id<'rpt'>; format: ReportFileFormat; content: Buffer }

interface ExportedKind {
  /** The tables that it is read from. */
  tables: readonly string[]
  read(transaction: Transaction, owner: Owner): AsyncIterable<object> | Promise<readonly object[]>
}

/** Records read at a time: at most these are held in memory. */
const pageSize = 500

/**
 * All kinds of records, in the schemas of the contract if it has one. They do not contain secrets, which cannot be
 * shown again. The method and path of a usage event follow from its operation.
 */
export const exportedKinds: Readonly<Record<string, ExportedKind>> = {
  accounts: { tables: ['accounts'], read: readAccount },
  businesses: {
    tables: ['businesses', 'review_counts'],
    read: async (connection, owner) => found(await findBusiness(connection, owner, owner.business_id)),
  },
  competitors: {
    tables: ['competitors'],
    read: (connection, owner) => everyItem((page) => listCompetitors(connection, owner, page)),
  },
  reviews: {
    tables: ['reviews'],
    read: (connection, owner) =>
      everyItem<object, ReviewPosition>((page) => listReviews(connection, owner, { ...page, sort: 'oldest' })),
  },
  analyses: {
    tables: ['analyses'],
    read: (connection, owner) => everyItem((page) => listAnalyses(connection, owner, page)),
  },
  analysis_schedules: {
    tables: ['analysis_schedules'],
    read: async (connection, owner) => found(await findAnalysisSchedule(connection, owner)),
  },
  reports: { tables: ['reports', 'report_files'], read: readReports },
  recommendations: {
    tables: ['recommendations'],
    read: (connection, owner) => everyItem((page) => listRecommendations(connection, owner, page)),
  },
  review_replies: {
    tables: ['reply_drafts'],
    read: (connection, owner) => everyItem((page) => listReplyDrafts(connection, owner, page)),
  },
  profile_connections: {
    tables: ['business_profile_connections'],
    read: async (connection, owner) => found(await findProfileConnection(connection, owner)),
  },
  profile_replies: {
    tables: ['business_profile_replies', 'business_profile_approvals', 'business_profile_reviews'],
    read: (connection, owner) => everyItem((page) => listProfileReplies(connection, owner, page)),
  },
  review_imports: {
    tables: ['review_imports'],
    read: (connection, owner) => everyItem((page) => listReviewImports(connection, owner, page)),
  },
  webhooks: {
    tables: ['webhook_endpoints', 'webhook_endpoint_health'],
    read: (connection, owner) => everyItem((page) => listWebhooks(connection, owner, page)),
  },
  webhook_deliveries: { tables: ['webhook_deliveries', 'webhook_attempts', 'webhook_queue'], read: readDeliveries },
  webhook_events: {
    tables: ['webhook_events', 'webhook_feed_entries'],
    read: (connection, owner) => everyItem((page) => listWebhookEvents(connection, owner, page)),
  },
  usage_events: {
    tables: ['usage_events'],
    read: (connection, owner) => everyItem((page) => listUsageEvents(connection, owner, page)),
  },
  usage_counts: {
    tables: ['usage_counters'],
    read: (connection, { account_id }) =>
      everyRow(connection, 'usage_counters', {
        account_id,
        key: ['interval', 'start', 'operation_id', 'http_status', 'caller_id'],
        others: ['requests'],
      }),
  },
  quota_counts: {
    tables: ['quota_counters'],
    read: (connection, { account_id }) =>
      everyRow(connection, 'quota_counters', { account_id, key: ['name', 'kind', 'month'], others: ['used'] }),
  },
  report_grants: {
    tables: ['report_grants'],
    read: (connection, { account_id }) =>
      everyRow(connection, 'report_grants', { account_id, key: ['number'], others: ['analysis_id', 'created_at'] }),
  },
  flags: {
    tables: ['account_flags'],
    read: (connection, { account_id }) =>
      everyRow(connection, 'account_flags', { account_id, key: ['name'], others: ['enabled'] }),
  },
  api_keys: { tables: ['api_keys'], read: (connection, { account_id }) => listApiKeys(connection, account_id) },
  oauth_clients: {
    tables: ['oauth_clients'],
    read: (connection, { account_id }) => listOAuthClients(connection, account_id),
  },
  audit_log: {
    tables: ['audit_log'],
    read: (connection, { account_id }) => everyItem((page) => listAuditLogOf(connection, account_id, page)),
  },
  users: { tables: ['users'], read: (connection, { account_id }) => listUsers(connection, account_id) },
}

/** Data of an account that is not exported, with the reason. */
export const omittedFromExport: Readonly<Record<string, string>> = {
  idempotency_keys: 'Copies of responses, encrypted and kept for a day, so that a request can be repeated.',
  sessions: 'Secrets: hashes of logins.',
  sign_in_links: 'Secrets: hashes of links that set a password.',
  oauth_records: 'Secrets: codes, tokens and consents of the authorization server.',
  deleted_reviews: 'Hashes of what the account has deleted; they say nothing without the secret key.',
  review_upkeep: 'The queue of a background job.',
  business_profile_consents: 'Secrets: encrypted ones of consents that are not finished, kept for ten minutes.',
  business_profile_sends: 'Requests that published replies; their results are exported with the replies.',
  review_import_parts: 'Files that wait to be read, encrypted; what they hold is exported as reviews.',
  account_exports: 'Exports like this one, kept for a day.',
  account_export_parts: 'The files of exports, encrypted and kept for a day.',
  webhook_feeds: 'The last number that was drawn for the feed.',
  authenticators: 'Secrets: encrypted ones of authenticator apps.',
  recovery_codes: 'Secrets: hashes of codes to sign in with.',
  passkeys: 'Public keys that sign in at this address only.',
  emails: 'Emails to members that wait to be sent.',
  webhook_endpoint_pace: 'When the next attempt of an endpoint with a rate may start.',
  webhook_resend_budgets: 'Counters of the present hour.',
  account_writes: 'A random value that changes with each write, for lists from a replica.',
}

/**
 * Passes all records of an account to `write`, one after the other. All records are read in one repeatable-read
 * transaction and therefore form a consistent snapshot. Memory use does not depend on the size of the account. Returns
 * undefined if the account does not exist.
 *
 * The transaction is open until the last record is written, and PostgreSQL keeps old versions of rows until then. Use a
 * connection without timeouts, and write to a destination that does not block.
 */
export function exportAccount(
  db: Database,
  accountId: Id<'acc'>,
  write: (record: ExportedRecord) => Promise<void>,
): Promise<AccountWithBusiness | undefined> {
  return db.transaction(async (transaction) => {
    await transaction.execute({ text: 'set transaction isolation level repeatable read, read only' })
    const known = await findAccountById(transaction, accountId)
    if (known === undefined) return undefined
    const owner = { account_id: known.id, business_id: known.business_id ?? noBusiness }
    for (const [kind, { read }] of Object.entries(exportedKinds))
      for await (const record of await read(transaction, owner)) await write({ kind, json: jsonOf(record) })
    for await (const file of readReportFiles(transaction, owner)) await write(file)
    return known
  })
}

/** Formats a record of an export as a line of NDJSON with its `kind` and the `record`. Report files are in base64. */
export function exportLine(record: ExportedRecord): string {
  return `{"kind":"${record.kind}","record":${jsonOfExported(record)}}\n`
}

/**
 * Returns the last line of an export to one file, with the kind `export`. Without this line, the export is incomplete.
 */
export function lastExportLine(manifest: ExportManifest): string {
  return `${JSON.stringify({ kind: 'export', record: manifest })}\n`
}

/** The description of an export that is part of the export. */
interface ExportManifest {
  exported_at: string
  /** The number of records of each kind. */
  records: Readonly<Record<string, number>>
  omitted: typeof omittedFromExport
}

/** Counts the records of an export. */
export function startManifest(): ExportManifest & { count(record: ExportedRecord): void } {
  const records: Record<string, number> = Object.fromEntries(Object.keys(exportedKinds).map((kind) => [kind, 0]))
  return {
    exported_at: new Date().toISOString(),
    records,
    omitted: omittedFromExport,
    count({ kind }) {
      records[kind] = (records[kind] ?? 0) + 1
    },
  }
}

function jsonOfExported(record: ExportedRecord): string {
  if (!('content' in record)) return record.json
  const { report_id, format, content } = record
  return JSON.stringify({ report_id, format, content: content.toString('base64') })
}

/** Lists of large records are already read as JSON. */
function jsonOf(record: object): string {
  return 'jsonText' in record && typeof record.jsonText === 'string' ? record.jsonText : JSON.stringify(record)
}

function found(record: object | undefined): readonly object[] {
  return record === undefined ? [] : [record]
}

async function* everyItem<Item extends object, At = Position>(
  list: (page: { limit: number; after?: At }) => Promise<{ items: Item[]; next: At | null }>,
): AsyncGenerator<Item> {
  let page = await list({ limit: pageSize })
  while (true) {
    yield* page.items
    if (page.next === null) return
    page = await list({ limit: pageSize, after: page.next })
  }
}

/** Every row of the account, in the order of the rest of its primary key. */
async function* everyRow(
  connection: Reader,
  table: string,
  { account_id, key, others }: { account_id: Id<'acc'>; key: readonly string[]; others: readonly string[] },
): AsyncGenerator<Record<string, unknown>> {
  let last: Record<string, unknown> | undefined
  while (true) {
    const rows = queryBuilder(table)
      .select([...key, ...others])
      .where({ account_id })
      .orderBy([...key])
      .limit(pageSize)
    if (last !== undefined) {
      const position = last
      rows.whereRaw(`(${key.map(() => '??')}) > (${key.map(() => '?')})`, [
        ...key,
        ...key.map((column) => String(position[column])),
      ])
    }
    const chunk = await runBuilt<Record<string, unknown>>(connection, rows)
    yield* chunk
    last = chunk.at(-1)
    if (last === undefined || chunk.length < pageSize) return
  }
}

async function readAccount(connection: Reader, { account_id }: Owner): Promise<readonly object[]> {
  const account = await findAccountById(connection, account_id)
  if (account === undefined) return []
  const { business_id: _, erasing_since: __, ...record } = account
  return [record]
}

async function* readReports(connection: Reader, owner: Owner): AsyncGenerator<object> {
  for await (const { id } of everyItem((page) => listReports(connection, owner, page))) {
    const report = await findReport(connection, owner, id)
    if (report !== undefined) yield report
  }
}

async function* readReportFiles(connection: Reader, owner: Owner): AsyncGenerator<ExportedRecord> {
  for await (const { id } of everyItem((page) => listReports(connection, owner, page))) {
    const report = await findReport(connection, owner, id)
    for (const { format } of report?.files ?? []) {
      const content = await readReportFile(connection, owner, id, format)
      if (content !== undefined) yield { kind: 'report_files', report_id: id, format, content }
    }
  }
}

async function* readDeliveries(connection: Reader, owner: Owner): AsyncGenerator<object> {
  for await (const { id } of everyItem((page) => listWebhooks(connection, owner, page)))
    yield* everyItem((page) => listDeliveries(connection, owner, id, page))
}
