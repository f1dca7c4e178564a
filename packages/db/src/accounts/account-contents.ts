import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/portal/server-types'
import { query, type Reader } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

type ContentCount = Schemas['ContentCount']

/** Each kind is counted up to this number, so that a large account does not wait for its figures. */
const countedMax = bounds.ContentCount.count.maximum

/** The rows of each kind, without those that are kept for other records and no longer shown. */
const rowsOf: Readonly<Record<ContentCount['kind'], string>> = {
  reviews: 'reviews where business_id = $2',
  competitors: 'competitors where business_id = $2 and removed_at is null',
  analyses: 'analyses where business_id = $2',
  reports: 'reports where business_id = $2',
  recommendations: 'recommendations where business_id = $2',
  review_replies: 'reply_drafts where business_id = $2',
  webhooks: 'webhook_endpoints where account_id = $1 and deleted_at is null',
  webhook_deliveries: `
    webhook_deliveries where webhook_id in (
      select id from webhook_endpoints where account_id = $1 and deleted_at is null
    )`,
  usage_events: 'usage_events where account_id = $1',
  api_keys: 'api_keys where account_id = $1',
  oauth_clients: 'oauth_clients where account_id = $1 and deleted_at is null',
  members: 'users where account_id = $1',
}

const text = Object.entries(rowsOf)
  .map(
    ([kind, rows], position) => `
      select '${kind}' as kind, count(*) as count, ${position} as position
      from (select 1 from ${rows} limit ${countedMax}) as counted`,
  )
  .join(' union all ')

/** The number of records of each kind in the account, in the order of the contract. */
export async function countAccountContents(
  connection: Reader,
  { account_id, business_id }: Owner,
): Promise<ContentCount[]> {
  const statement = {
    name: 'count_account_contents',
    text: `select kind, count from (${text}) as kinds order by position`,
  }
  return query(connection, statement, [account_id, business_id])
}
