import type { Plan } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { grantsLeft } from '../analyses/report-grants.ts'
import { type Connection, query, type Reader } from '../connection/database.ts'
import { type Columns, type NoOtherFields, type Owner, only, selectList } from '../connection/records.ts'
import { uploadsOfToday } from '../reviews/review-imports.ts'
import { isEntitledSql } from './entitlement.ts'

export interface Account {
  id: Id<'acc'>
  name: string
  plan: Plan
  /** The entitlement `api_demo`: it unlocks developer access on any plan. */
  api_demo: boolean
  /**
   * The number of days for which reviews are kept after they were posted. Null: reviews are kept as long as their
   * subject.
   */
  review_retention_days: number | null
  /** The time at which the deletion of the account began. Null for all other accounts. */
  erasing_since: string | null
  created_at: string
}

export const accountColumns: Columns<Account> = {
  id: 'text',
  name: 'text',
  plan: 'text',
  api_demo: 'boolean',
  review_retention_days: 'integer?',
  erasing_since: 'timestamptz?',
  created_at: 'timestamptz',
}
const columns = selectList(accountColumns)

interface NewAccount {
  id?: Id<'acc'>
  name: string
  plan: Plan
  api_demo?: boolean
}

/** Creates an account. It has no business yet: see `createBusiness`. */
export async function createAccount(connection: Connection, account: NewAccount): Promise<Account> {
  return only(
    await query<Account>(
      connection,
      {
        name: 'create_account',
        text: `
          insert into accounts (id, name, plan, api_demo, not_entitled_since)
          values ($1, $2, $3, $4, ${notEntitledSince({ plan: '$3', apiDemo: '$4', before: 'null' })})
          returning ${columns}`,
      },
      [account.id ?? newId('acc'), account.name, account.plan, account.api_demo ?? false],
    ),
  )
}

interface AccountOverview extends Account {
  business_name: string
  live_keys_enabled: boolean
  oauth_authcode_enabled: boolean
  /** Endpoints that are not deleted. */
  webhook_endpoints: number
  competitors: number
  reviews: number
  /** Files of reviews that were uploaded on this day in UTC. */
  review_imports: number
  /** The number of granted one-time reports that are not used yet. */
  report_grants: number
}

/**
 * Returns the account of a caller with the fields of `GET /account`, or undefined if it was deleted in the meantime.
 */
export async function findAccount(connection: Reader, owner: Owner): Promise<AccountOverview | undefined> {
  const [account] = await query<AccountOverview>(
    connection,
    {
      name: 'find_account',
      text: `
        select ${selectList(accountColumns, 'accounts')}, businesses.name as business_name,
               businesses.competitor_count as competitors,
               coalesce((select reviews from review_counts where business_id = businesses.id), 0) as reviews,
               ${uploadsOfToday('businesses.id')} as review_imports,
               ${grantsLeft} as report_grants,
               ${effectiveFlag('live_keys_enabled')}, ${effectiveFlag('oauth_authcode_enabled')},
               (select count(*)::int from webhook_endpoints
                where account_id = accounts.id and deleted_at is null) as webhook_endpoints
        from accounts join businesses on businesses.account_id = accounts.id
        where accounts.id = $1`,
    },
    [owner.account_id],
  )
  return account
}

export type AccountWithBusiness = Account & { business_id: Id<'biz'> | null }

const withBusiness = `
  select ${selectList(accountColumns, 'accounts')}, businesses.id as business_id
  from accounts left join businesses on businesses.account_id = accounts.id`

/** Every account with its business, oldest first. For operators. */
export async function listAccounts(connection: Reader): Promise<AccountWithBusiness[]> {
  return query(connection, { name: 'list_accounts', text: `${withBusiness} order by accounts.id` }, [])
}

/** Returns one account with its business. For operators. */
export async function findAccountById(connection: Reader, id: Id<'acc'>): Promise<AccountWithBusiness | undefined> {
  const text = `${withBusiness} where accounts.id = $1`
  const [account] = await query<AccountWithBusiness>(connection, { name: 'find_account_by_id', text }, [id])
  return account
}

/**
 * Changes the plan or the entitlement, effective with the next request of the account. Returns undefined if the account
 * does not exist.
 */
export async function updateAccount(
  connection: Connection,
  id: Id<'acc'>,
  { plan, api_demo, ...rest }: Schemas['ChangeAccountRequest'],
): Promise<Account | undefined> {
  rest satisfies NoOtherFields
  const [account] = await query<Account>(
    connection,
    {
      name: 'update_account',
      text: `
        update accounts
        set plan = coalesce($2, plan), api_demo = coalesce($3, api_demo), not_entitled_since = ${notEntitledSince({
          plan: 'coalesce($2, plan)',
          apiDemo: 'coalesce($3, api_demo)',
          before: 'not_entitled_since',
        })}
        where id = $1 returning ${columns}`,
    },
    [id, plan ?? null, api_demo ?? null],
  )
  return account
}

/** Counts the accounts. Demo accounts are only created if there are none. */
export async function countAccounts(connection: Reader): Promise<number> {
  const text = 'select count(*)::int as accounts from accounts'
  return only(await query<{ accounts: number }>(connection, { name: 'count_accounts', text }, [])).accounts
}

/** The new value of `not_entitled_since`: how long deliveries have been held is counted from it. */
function notEntitledSince({ before, ...account }: { plan: string; apiDemo: string; before: string }): string {
  return `case when ${isEntitledSql(account)} then null else coalesce(${before}, now()) end`
}

/** A column with the flag of the platform, unless it is switched off for the account. */
function effectiveFlag(name: string): string {
  return `
    coalesce((select enabled from flags where name = '${name}'), false)
    and coalesce((select enabled from account_flags where name = '${name}' and account_id = accounts.id), true) as ${name}`
}
