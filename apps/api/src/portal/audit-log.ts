import { type AuditActor, listAuditLogOf } from '@svc/db/audit-log'
import { pageRequest, pageResult } from '../pagination.ts'
import type { PortalCaller } from './caller.ts'
import type { PortalContext, PortalOperations } from './context.ts'

/** A member as the one who makes a change. */
export function memberActor({
  caller,
  requestId,
}: Pick<PortalContext, 'requestId'> & { caller: PortalCaller }): AuditActor {
  return { type: 'member', id: caller.session.user_id, request_id: requestId }
}

/** The audit log of the account. */
export const auditLogOperations = {
  async listAccountAuditLog({ query, caller, db }) {
    const { action, actor } = query
    const page = { ...pageRequest(query, 'aud'), action, actor }
    return pageResult(await listAuditLogOf(db, caller.session.account_id, page))
  },
} satisfies Partial<PortalOperations>
