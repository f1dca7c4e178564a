import { recordChange } from '@svc/db/audit-log'
import { changeRole, listMembers, removeMember } from '@svc/db/users'
import { conflict, notFound } from '@svc/http/errors'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'
import { requireConfirmed } from './sessions.ts'

/** Who may sign in for the account. */
export const memberOperations = {
  listMembers: ({ caller, db }) => listMembers(db, caller.account.id),

  async updateMember({ path, body, caller, db, requestId }) {
    requireConfirmed(caller.session)
    const changed = await db.transaction(async (transaction) => {
      const result = await changeRole(transaction, caller.account.id, path.id, body.role)
      if (typeof result === 'object')
        await recordChange(transaction, memberActor({ caller, requestId }), {
          action: 'member.role_changed',
          account_id: caller.session.account_id,
          subject_id: path.id,
          after: { role: body.role },
        })
      return result
    })
    if (changed === 'last_owner') throw conflict(lastOwner)
    if (changed === 'unknown') throw notFound()
    return changed
  },

  async removeMember({ path, caller, db, requestId }) {
    requireConfirmed(caller.session)
    const result = await db.transaction(async (transaction) => {
      const removed = await removeMember(transaction, caller.account.id, path.id)
      if (removed === 'removed')
        await recordChange(transaction, memberActor({ caller, requestId }), {
          action: 'member.removed',
          account_id: caller.session.account_id,
          subject_id: path.id,
        })
      return removed
    })
    if (result === 'last_owner') throw conflict(lastOwner)
    if (result === 'unknown') throw notFound()
    return { id: path.id, removed: true as const }
  },
} satisfies Partial<PortalOperations>

const lastOwner = 'The account needs at least one owner. Make another member an owner first.'
