import { countAccountContents } from '@svc/db/account-contents'
import { beginErasure } from '@svc/db/account-erasure'
import { findCompletedExport, listAccountExports, requestAccountExport } from '@svc/db/account-exports'
import { changeRetention } from '@svc/db/administration'
import { recordChange } from '@svc/db/audit-log'
import type { Transaction } from '@svc/db/database'
import { readRequestDurations } from '@svc/db/request-durations'
import { invalidRequest, notFound } from '@svc/http/errors'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { createBusinessFrom } from '../operations/businesses.ts'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'
import { exportLink } from './export-files.ts'

/** The retention of reviews, exports of everything, the deletion of the account, and the durations of requests. */
export function accountOperations(dependencies: Pick<Dependencies, 'keyring' | 'clock'>, sessions: BrowserSessions) {
  return {
    async setReviewRetention({ body, caller, db, requestId }) {
      const { session } = caller
      const change = (transaction: Transaction) =>
        changeRetention(transaction, memberActor({ caller, requestId }), session.account_id, body)
      if (!(await db.transaction(change))) throw notFound()
      return body
    },

    createFirstBusiness: ({ body, caller, db }) => createBusinessFrom(db, caller.session.account_id, body),

    getAccountContents: ({ caller, db }) => countAccountContents(db, caller.session),

    async deleteAccount({ body, caller, db, browser, requestId }) {
      const { session } = caller
      if (body.name !== session.account_name) throw invalidRequest('body.name', 'is not the name of the account')
      const { account_id } = session
      const account = await db.transaction(async (transaction) => {
        const actor = memberActor({ caller, requestId })
        await recordChange(transaction, actor, { action: 'account.deletion_requested', account_id })
        return beginErasure(transaction, account_id)
      })
      if (!account?.erasing_since) throw notFound()
      await sessions.end(browser)
      return { name: account.name, erasing_since: account.erasing_since }
    },

    listAccountExports: ({ caller, db }) => listAccountExports(db, caller.session.account_id),

    async createAccountExport({ caller, db, requestId }) {
      return requestAccountExport(db, memberActor({ caller, requestId }), caller.session.account_id)
    },

    async createExportLink({ path, caller, db }) {
      const { session } = caller
      if (!(await findCompletedExport(db, session.account_id, path.id))) throw notFound()
      return exportLink(dependencies, session, path.id)
    },

    getRequestDurations: ({ query, caller, db }) =>
      readRequestDurations(db, caller.session, { interval: query.interval, nowMs: dependencies.clock.now() }),
  } satisfies Partial<PortalOperations>
}
