import type { Plan } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import type { Id } from '@svc/runtime/ids'
import { query, type Reader } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { beyondEveryId, type Page, type PageRequest, pageOfRows } from '../connection/records.ts'
import { accountIsEntitled } from './entitlement.ts'

// Accounts as the console for administrators shows them.

type AccountSummary = Schemas['AccountSummary']

/** Computed only for the rows of one page, with one index look-up for each value. */
const summaryColumns = `
  accounts.id, accounts.name, accounts.plan, accounts.api_demo, ${accountIsEntitled} as api_included,
  (
    select coalesce(json_agg(json_build_object(
      'name', flags.name, 'platform_enabled', flags.enabled,
      'enabled', flags.enabled and coalesce(account_flags.enabled, true)) order by flags.name), '[]')
    from flags left join account_flags on account_flags.name = flags.name and account_flags.account_id = accounts.id
  ) as flags,
  (
    select json_build_object(
      'requests', coalesce(sum(requests), 0),
      'failed_requests', coalesce(sum(requests) filter (where http_status >= 400), 0))
    from usage_counters
    where account_id = accounts.id and "interval" = 'month' and start = date_trunc('month', now(), 'UTC')
  ) as usage,
  (
    select created_at from usage_events where account_id = accounts.id and type = 'api.request'
    order by id desc limit 1
  ) as last_active_at,
  accounts.erasing_since, accounts.created_at`

interface AccountFilter {
  /** A part of the name, or the id. */
  q?: string | undefined
  plan?: Plan | undefined
}

/** Every account, newest first. */
export async function listAccountSummaries(
  connection: Reader,
  { limit, after, q, plan }: PageRequest & AccountFilter,
): Promise<Page<AccountSummary>> {
  const found = queryBuilder('accounts')
    .select('*')
    .where('id', '<', after?.id ?? beyondEveryId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (plan !== undefined) found.where({ plan })
  if (q !== undefined)
    found.where((either) => either.where({ id: q }).orWhereRaw('position(lower(?) in lower(name)) > 0', [q]))
  const rows = queryBuilder
    .with('accounts', found)
    .select(queryBuilder.raw(summaryColumns))
    .from('accounts')
    .orderBy('accounts.id', 'desc')
  return pageOfRows(await runBuilt<AccountSummary>(connection, rows), limit)
}

/** Returns one account with its contents, or undefined if it does not exist. */
export async function findAccountDetails(
  connection: Reader,
  id: Id<'acc'>,
): Promise<Schemas['AccountDetails'] | undefined> {
  const [account] = await query<Schemas['AccountDetails']>(
    connection,
    {
      name: 'find_account_details',
      text: `
        select ${summaryColumns}, businesses.name as business_name, accounts.rate_limit, accounts.review_retention_days,
               (select count(*)::int from users where account_id = accounts.id and invited_at is null) as member_count,
               (select count(*)::int from api_keys
                where account_id = accounts.id and revoked_at is null) as key_count,
               (select count(*)::int from webhook_endpoints
                where account_id = accounts.id and deleted_at is null) as webhook_count,
               (select count(*)::int from webhook_deliveries as delivery
                join webhook_endpoints as endpoint on endpoint.id = delivery.webhook_id
                where endpoint.account_id = accounts.id and endpoint.deleted_at is null
                  and delivery.ended_without = 'dead_lettered') as dead_letter_count
        from accounts left join businesses on businesses.account_id = accounts.id
        where accounts.id = $1`,
    },
    [id],
  )
  return account
}

/** The keys of an account with their own limits, newest first. */
export async function listAccountKeys(
  connection: Reader,
  accountId: Id<'acc'>,
  { limit, after, keyId }: PageRequest & { keyId?: Id<'key'> },
): Promise<Page<Omit<Schemas['AccountKey'], 'status'>>> {
  const keys = queryBuilder('api_keys')
    .select('id', 'kind', 'name', 'scopes', 'prefix', 'rate_limit')
    .select('created_at', 'expires_at', 'last_used_at', 'revoked_at')
    .where({ account_id: accountId })
    .where('id', '<', after?.id ?? beyondEveryId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (keyId !== undefined) keys.where({ id: keyId })
  return pageOfRows(await runBuilt<Omit<Schemas['AccountKey'], 'status'>>(connection, keys), limit)
}

/** The flags of the platform, and for how many accounts each is switched off. */
export async function listFlagCounts(connection: Reader): Promise<Schemas['Flag'][]> {
  return query(
    connection,
    {
      name: 'list_flag_counts',
      text: `
        select name, enabled, (
          select count(*)::int from account_flags where account_flags.name = flags.name and not account_flags.enabled
        ) as switched_off_count
        from flags order by name`,
    },
    [],
  )
}
