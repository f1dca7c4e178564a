import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Transaction } from '../connection/database.ts'
import { type Owner, only } from '../connection/records.ts'

/** The number of unused grants of an account, as a column of a statement on `accounts`. */
export const grantsLeft = `
  (select count(*)::int from report_grants where account_id = accounts.id and analysis_id is null)`

/** Grants one report outside of the plan. Returns the number of unused grants of the account, including this one. */
export async function grantReport(connection: Connection, accountId: Id<'acc'>): Promise<number> {
  await query(connection, { name: 'grant_report', text: 'insert into report_grants (account_id) values ($1)' }, [
    accountId,
  ])
  const text = `select ${grantsLeft} as grants from accounts where id = $1`
  return only(await query<{ grants: number }>(connection, { name: 'count_report_grants', text }, [accountId])).grants
}

/**
 * Uses the oldest grant of the account for an analysis that the same transaction requests. Its report is then a
 * one-time purchase. Returns false if there is no grant. Concurrent requests never use the same grant.
 */
export async function useReportGrant(transaction: Transaction, owner: Owner, analysisId: Id<'ana'>): Promise<boolean> {
  const used = await query(
    transaction,
    {
      name: 'use_report_grant',
      text: `
        update report_grants set analysis_id = $2
        where number = (
          select number from report_grants where account_id = $1 and analysis_id is null
          order by number limit 1 for update skip locked
        )
        returning number`,
    },
    [owner.account_id, analysisId],
  )
  return used.length > 0
}

/** Releases the grants of failed analyses, which produced no report. */
export async function releaseReportGrants(transaction: Transaction, analysisIds: readonly Id<'ana'>[]): Promise<void> {
  const text = 'update report_grants set analysis_id = null where analysis_id = any ($1)'
  await query(transaction, { name: 'release_report_grants', text }, [analysisIds])
}
