import { type AuditAction, type AuditActorType, auditActions, type UsageEventType } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { insertUsageEvents, serviceEvent } from '../accounts/usage-events.ts'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import { beyondEveryId, type Page, type PageRequest, pageOfRows } from '../connection/records.ts'

// Changes to accounts and the platform, with their actors: decision 0042.

/** The person or process that makes a change. */
export interface AuditActor {
  type: AuditActorType
  /** Null for a command of the operator and for the service. */
  id: Id<'usr'> | null
  /** Null for a command of the operator and for the service. */
  request_id: Id<'req'> | null
}

/** A command of the operator. */
export const operatorActor: AuditActor = { type: 'operator', id: null, request_id: null }

/** The service itself. */
export const serviceActor: AuditActor = { type: 'service', id: null, request_id: null }

type AuditEntry = Schemas['AuditEntry']

/** Ids and values of the contract, and no text that a person wrote. */
interface AuditedChange {
  action: AuditAction
  /** Null for what concerns the platform. */
  account_id: Id<'acc'> | null
  /** The key, client, member, endpoint or administrator. */
  subject_id?: Id
  before?: Schemas['AuditState']
  after?: Schemas['AuditState']
}

/** The usage event that tells the account about a change by anyone other than its members. */
const usageEventOf: Partial<Record<AuditAction, UsageEventType>> = {
  'key.issued': 'key.issued',
  'key.revoked': 'key.revoked',
  'client.created': 'client.created',
  'client.secret_rotated': 'client.secret_rotated',
  'client.deleted': 'client.deleted',
  'consent.withdrawn': 'token.revoked',
  'deliveries.resent': 'delivery.resent',
}

/** Records a change in the transaction that makes it, so that both commit or neither does. */
export async function recordChange(
  transaction: Transaction,
  actor: AuditActor,
  { action, account_id, subject_id, before, after }: AuditedChange,
): Promise<void> {
  await query(
    transaction,
    {
      name: 'insert_audit_entry',
      text: `
        insert into audit_log (id, account_id, actor_type, actor_id, action, subject_id, before, after, request_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      newId('aud'),
      account_id,
      actor.type,
      actor.id,
      action,
      subject_id ?? null,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
      actor.request_id,
    ],
  )
  const type = usageEventOf[action]
  if (type === undefined || account_id === null || actor.type === 'member') return
  const event = { account_id, created_at: new Date().toISOString(), type, resource_id: subject_id ?? null }
  await insertUsageEvents(transaction, [{ ...serviceEvent(event), actor: { type: 'operator', id: null, label: null } }])
}

/** The entries about the business profile and its replies. */
const profileActions = auditActions.filter((action) => action.startsWith('profile.') || action.startsWith('reply.'))

interface AuditFilter {
  action?: AuditAction | undefined
  /** Only entries about the business profile. */
  isOfProfile?: boolean | undefined
  actor?: AuditActorType | undefined
  account_id?: Id<'acc'> | undefined
}

/** The changes of the platform and of every account, newest first. For administrators. */
export function listAuditLog(connection: Reader, page: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  return listEntries(connection, page, 'person.email')
}

/**
 * Lists the changes that concern an account, newest first. Entries show the email addresses of its members, but only
 * the ids of administrators.
 */
export function listAuditLogOf(
  connection: Reader,
  accountId: Id<'acc'>,
  page: PageRequest & Omit<AuditFilter, 'account_id'>,
): Promise<Page<AuditEntry>> {
  const ofMember = 'case when person.account_id = entry.account_id then person.email end'
  return listEntries(connection, { ...page, account_id: accountId }, ofMember)
}

async function listEntries(
  connection: Reader,
  { limit, after, action, isOfProfile = false, actor, account_id: accountId }: PageRequest & AuditFilter,
  email: string,
): Promise<Page<AuditEntry>> {
  const rows = queryBuilder
    .select(
      'entry.id',
      'entry.created_at',
      queryBuilder.raw(`
        json_build_object('type', entry.actor_type, 'id', entry.actor_id, 'email', ${email}) as actor, entry.action,
        case when account.id is not null then json_build_object('id', account.id, 'name', account.name) end as account,
        entry.subject_id, entry.before, entry.after, entry.request_id`),
    )
    .from('audit_log as entry')
    .leftJoin('users as person', 'person.id', 'entry.actor_id')
    .leftJoin('accounts as account', 'account.id', 'entry.account_id')
    .where('entry.id', '<', after?.id ?? beyondEveryId)
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
  if (accountId !== undefined) rows.where('entry.account_id', accountId)
  if (action !== undefined) rows.where('entry.action', action)
  if (isOfProfile) rows.whereIn('entry.action', profileActions)
  if (actor !== undefined) rows.where('entry.actor_type', actor)
  return pageOfRows(await runBuilt<AuditEntry>(connection, rows), limit)
}

/**
 * The time in days for which entries are kept. The database prevents the deletion of newer entries (migration 0040).
 */
const auditLogDays = 730

/** Deletes up to `limit` entries that are older, and returns how many. */
export function purgeAuditLog(connection: Connection, { limit }: { limit: number }): Promise<number> {
  return purge(connection, {
    table: 'audit_log',
    condition: isOlderThan('created_at', auditLogDays),
    oldestFirst: 'created_at',
    limit,
  })
}
