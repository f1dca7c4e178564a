import type { Id } from '@svc/runtime/ids'
import type { Database } from '../src/connection/database.ts'
import { knexOf } from './testing.ts'

// Named steps of tests that read or change the rows of accounts: quotas, idempotency keys, exports, emails.

/** Deletes all accounts with what belongs to them. */
export async function deleteAccounts(db: Database): Promise<void> {
  await knexOf(db)('accounts').delete()
}

/** Returns what the account has used of its quotas. */
export async function storedQuotas(
  db: Database,
  accountId: string,
): Promise<{ name: string; kind: 'live' | 'test'; used: number }[]> {
  return knexOf(db)('quota_counters').where({ account_id: accountId }).orderBy(['name', 'kind'])
}

/** Returns what is stored of requests with these idempotency keys. */
export async function storedIdempotencyKeys(
  db: Database,
  keys: readonly string[],
): Promise<{ key: string; response_ciphertext: Buffer }[]> {
  return knexOf(db)('idempotency_keys').whereIn('key', keys)
}

/** As if the requests with this idempotency key had been sent a day earlier. */
export async function ageIdempotencyKey(db: Database, key: string): Promise<void> {
  const created_at = knexOf(db).raw("created_at - interval '24 hours'")
  await knexOf(db)('idempotency_keys').where({ key }).update({ created_at })
}

/** As if requests with an idempotency key that still run had begun this many seconds earlier. */
export async function ageRunningRequests(db: Database, seconds: number): Promise<void> {
  const started_at = knexOf(db).raw("started_at - ? * interval '1 second'", [seconds])
  await knexOf(db)('idempotency_keys').where({ state: 'running' }).update({ started_at })
}

/** Returns the entries of the audit log about this subject, or of all, the newest first. */
export async function storedAuditEntries(
  db: Database,
  filter: { subject_id?: string } = {},
): Promise<{ action: string; actor_type: string; account_id: Id<'acc'> | null }[]> {
  return knexOf(db)('audit_log').where(filter).orderBy('id', 'desc')
}

/** Returns the number of emails that wait to be sent. */
export async function countEmails(db: Database): Promise<number> {
  return (await knexOf(db)('emails')).length
}

/** Makes all emails due that wait to be sent again. */
export async function makeEmailsDue(db: Database): Promise<void> {
  await knexOf(db)('emails').update({ due_at: '2026-01-01' })
}

/** As if all waiting emails had been queued this many minutes ago. */
export async function queueEmailsEarlier(db: Database, minutes: number): Promise<void> {
  await knexOf(db)('emails').update({ created_at: knexOf(db).raw("now() - ? * interval '1 minute'", [minutes]) })
}

/** As if everybody had accepted the invitation. */
export async function acceptInvitations(db: Database): Promise<void> {
  await knexOf(db)('users').update({ invited_at: null })
}

/** Leaves an export as a worker does that has died with it: its lease has ended. */
export async function abandonExport(
  db: Database,
  exportId: string,
  { interruptions = 0, part }: { interruptions?: number; part?: string },
): Promise<void> {
  const due = { worker_id: 'dead', due_at: '2026-11-01' }
  const lost = { status: 'running', attempt_count: 1, interruptions }
  await knexOf(db)('account_exports')
    .where({ id: exportId })
    .update({ ...due, ...lost, record_count: part === undefined ? 0 : 7 })
  if (part === undefined) return
  const leftover = { export_id: exportId, number: 0, key_id: 'test', ciphertext: Buffer.from(part) }
  await knexOf(db)('account_export_parts').insert(leftover)
}

/** Completes an export without a file, which has ended at this time. */
export async function expireExport(db: Database, exportId: string, at: string): Promise<void> {
  await knexOf(db)('account_exports')
    .where({ id: exportId })
    .update({ status: 'completed', due_at: null, expires_at: at })
}

/** Returns the state of an export and the number of its stored parts, or undefined after it was purged. */
export async function storedExport(
  db: Database,
  exportId: string,
): Promise<{ status: string; parts: number } | undefined> {
  const [stored] = await knexOf(db)('account_exports').where({ id: exportId })
  const parts = await knexOf(db)('account_export_parts').where({ export_id: exportId })
  return stored && { status: stored.status, parts: parts.length }
}
