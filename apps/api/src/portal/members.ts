import { changeRole, listMembers, removeMember } from '@svc/db/users'
import { conflict, notFound } from '@svc/http/errors'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'

/** The members of the account. */
export const memberOperations = {
  listMembers: ({ caller, db }) => listMembers(db, caller.account.id),

  async updateMember({ path, body, caller, db, requestId }) {
    const actor = memberActor({ caller, requestId })
    const changed = await db.transaction((transaction) =>
      changeRole(transaction, actor, caller.session.account_id, path.id, body),
    )
    if (changed === 'last_owner') throw conflict(lastOwner)
    if (changed === 'unknown') throw notFound()
    return changed
  },

  async removeMember({ path, caller, db, requestId }) {
    const actor = memberActor({ caller, requestId })
    const result = await db.transaction((transaction) =>
      removeMember(transaction, actor, caller.session.account_id, path.id),
    )
    if (result === 'last_owner') throw conflict(lastOwner)
    if (result === 'unknown') throw notFound()
    return { id: path.id, removed: true as const }
  },
} satisfies Partial<PortalOperations>

const lastOwner = 'The account needs at least one owner. Make another member an owner first.'
