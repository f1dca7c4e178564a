import type { Schemas } from '@generated/portal/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Account, updateAccount } from '../accounts/accounts.ts'
import { setFlag } from '../accounts/flags.ts'
import { setAccountLimit, setKeyLimit, setLimits } from '../accounts/limit-settings.ts'
import { query, type Transaction } from '../connection/database.ts'
import type { NoOtherFields } from '../connection/records.ts'
import { setAccountRetention } from '../reviews/review-retention.ts'
import { type AuditActor, recordChange } from './audit-log.ts'

// Changes to accounts and the platform by administrators and operators, each with its entry in the audit log. Setting a
// value that is already set is not a change and does not create an entry.

interface Settings extends Pick<Account, 'plan' | 'api_demo' | 'review_retention_days'> {
  rate_limit: number | null
}

/** Reads the settings of an account that can be changed, and locks them until the end of the transaction. */
async function lockSettings(transaction: Transaction, accountId: Id<'acc'>): Promise<Settings | undefined> {
  const text = 'select plan, api_demo, review_retention_days, rate_limit from accounts where id = $1 for update'
  const [settings] = await query<Settings>(transaction, { name: 'lock_account_settings', text }, [accountId])
  return settings
}

/** Changes the plan or the entitlement. Returns undefined if the account does not exist. */
export async function changeAccount(
  transaction: Transaction,
  actor: AuditActor,
  id: Id<'acc'>,
  change: Schemas['ChangeAccountRequest'],
): Promise<Account | undefined> {
  const before = await lockSettings(transaction, id)
  if (before === undefined) return undefined
  const account = await updateAccount(transaction, id, change)
  if (account && account.plan !== before.plan)
    await recordChange(transaction, actor, {
      action: 'account.plan_changed',
      account_id: id,
      before: { plan: before.plan },
      after: { plan: account.plan },
    })
  if (account && account.api_demo !== before.api_demo)
    await recordChange(transaction, actor, {
      action: 'account.entitlement_changed',
      account_id: id,
      before: { api_demo: before.api_demo },
      after: { api_demo: account.api_demo },
    })
  return account
}

/** Sets how long an account keeps reviews. Returns false if the account does not exist. */
export async function changeRetention(
  transaction: Transaction,
  actor: AuditActor,
  id: Id<'acc'>,
  { review_retention_days: days, ...rest }: Schemas['ReviewRetention'],
): Promise<boolean> {
  rest satisfies NoOtherFields
  const before = await lockSettings(transaction, id)
  if (before === undefined) return false
  await setAccountRetention(transaction, id, days)
  if (before.review_retention_days !== days)
    await recordChange(transaction, actor, {
      action: 'account.retention_changed',
      account_id: id,
      before: { review_retention_days: before.review_retention_days },
      after: { review_retention_days: days },
    })
  return true
}

/** Sets the rate limit of one account. Returns false if the account does not exist. */
export async function changeAccountLimit(
  transaction: Transaction,
  actor: AuditActor,
  id: Id<'acc'>,
  { limit, ...rest }: Schemas['SetRateLimitRequest'],
): Promise<boolean> {
  rest satisfies NoOtherFields
  const before = await lockSettings(transaction, id)
  if (before === undefined) return false
  await setAccountLimit(transaction, id, limit)
  if (before.rate_limit !== limit)
    await recordChange(transaction, actor, {
      action: 'account.rate_limit_changed',
      account_id: id,
      before: { rate_limit: before.rate_limit },
      after: { rate_limit: limit },
    })
  return true
}

/**
 * Sets the rate limit of one API key or OAuth client, which must belong to `accountId` if it is given. Returns false if
 * there is no such active key or client.
 */
export async function changeKeyLimit(
  transaction: Transaction,
  actor: AuditActor,
  id: Id<'key' | 'cli'>,
  { limit, accountId, ...rest }: Schemas['SetRateLimitRequest'] & { accountId?: Id<'acc'> },
): Promise<boolean> {
  rest satisfies NoOtherFields
  const [before] = await query<{ account_id: Id<'acc'>; rate_limit: number | null }>(
    transaction,
    {
      name: 'read_key_limit',
      text: `
        select account_id, rate_limit from api_keys where id = $1
        union all select account_id, rate_limit from oauth_clients where id = $1`,
    },
    [id],
  )
  if (before === undefined || (accountId !== undefined && before.account_id !== accountId)) return false
  if (!(await setKeyLimit(transaction, id, limit))) return false
  if (before.rate_limit !== limit)
    await recordChange(transaction, actor, {
      action: 'key.rate_limit_changed',
      account_id: before.account_id,
      subject_id: id,
      before: { rate_limit: before.rate_limit },
      after: { rate_limit: limit },
    })
  return true
}

/** Switches a flag for the platform or for one account. Returns false if the flag does not exist. */
export async function changeFlag(
  transaction: Transaction,
  actor: AuditActor,
  {
    name,
    enabled,
    accountId = null,
    ...rest
  }: Schemas['SetFlagRequest'] & { name: string; accountId?: Id<'acc'> | null },
): Promise<boolean> {
  rest satisfies NoOtherFields
  const [before] = await query<{ enabled: boolean }>(
    transaction,
    {
      name: 'lock_flag',
      text: `
        select case when $2::text is null then flags.enabled else coalesce(account_flags.enabled, true) end as enabled
        from flags left join account_flags on account_flags.name = flags.name and account_flags.account_id = $2
        where flags.name = $1 for update of flags`,
    },
    [name, accountId],
  )
  if (before === undefined) return false
  await setFlag(transaction, name, enabled, accountId)
  if (before.enabled !== enabled)
    await recordChange(transaction, actor, {
      action: 'flag.changed',
      account_id: accountId,
      before: { flag: name, enabled: before.enabled },
      after: { flag: name, enabled },
    })
  return true
}

/** Sets limits and quotas of the platform, all or none. */
export async function changeLimits(
  transaction: Transaction,
  actor: AuditActor,
  limits: ReadonlyMap<string, number | null>,
): Promise<void> {
  const text = 'select name, value from limit_settings where name = any ($1) for update'
  const rows = await query<{ name: string; value: number }>(transaction, { name: 'lock_limits', text }, [
    [...limits.keys()],
  ])
  const before = new Map(rows.map(({ name, value }) => [name, value]))
  await setLimits(transaction, limits)
  for (const [limit, value] of limits) {
    const former = before.get(limit) ?? null
    if (former === value) continue
    await recordChange(transaction, actor, {
      action: 'limits.changed',
      account_id: null,
      before: { limit, value: former },
      after: { limit, value },
    })
  }
}
