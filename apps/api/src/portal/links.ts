import type { LinkDelivery } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { countInvitation } from '@svc/credentials/link-limits'
import { isEmail } from '@svc/credentials/users'
import type { RequestDatabase, Transaction } from '@svc/db/database'
import { queueLinkEmail } from '@svc/db/emails'
import { findInvitation, insertInvitation, listInvitations, renewInvitation, withdrawInvitation } from '@svc/db/users'
import { type ApiError, conflict, invalidRequest, limitExceeded, notFound } from '@svc/http/errors'
import type { Id } from '@svc/runtime/ids'
import type { Settings } from '@svc/runtime/settings'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'

/**
 * Returns how links that set a password reach a person. Their origin is that of the settings, never that of a request.
 */
function linkDelivery({ email, publicUrl }: Pick<Settings, 'email' | 'publicUrl'>): LinkDelivery {
  return email !== null && publicUrl !== null ? 'email' : 'operator'
}

/** Invitations and forgotten passwords: what sends a link that sets a password. */
export const linkOperations = ({ settings }: Pick<Dependencies, 'settings'>, sessions: BrowserSessions) => {
  const delivery = linkDelivery(settings)
  const shown = (invitation: Omit<Schemas['Invitation'], 'delivery'>): Schemas['Invitation'] => ({
    ...invitation,
    delivery,
  })
  const send = async (transaction: Transaction, email: string) => {
    if (delivery === 'email') await queueLinkEmail(transaction, 'invitation', email)
  }
  const requireUnlimited = async (db: RequestDatabase, accountId: Id<'acc'>, email: string) => {
    const retryAfterS = await db.transaction((transaction) => countInvitation(transaction, { accountId, email }))
    if (retryAfterS > 0) throw tooManyEmails(retryAfterS)
  }

  return {
    async requestResetLink({ body: { email }, browser, db }) {
      const retryAfterS = await sessions.countResetRequest(browser, email)
      if (retryAfterS > 0) throw tooManyEmails(retryAfterS)
      if (delivery === 'email')
        await db.transaction((transaction) => queueLinkEmail(transaction, 'password_reset', email))
      return { delivery }
    },

    listInvitations: async ({ caller, db }) => (await listInvitations(db, caller.account.id)).map(shown),

    async inviteMember({ body, caller, db, requestId }) {
      const { session } = caller
      if (!isEmail(body.email)) throw invalidRequest('body.email', 'must be an email address')
      await requireUnlimited(db, session.account_id, body.email)
      return db.transaction(async (transaction) => {
        const actor = memberActor({ caller, requestId })
        const invitation = await insertInvitation(transaction, actor, session.account_id, body)
        if (!invitation) throw conflict('This email address has a login already.')
        await send(transaction, invitation.email)
        return shown(invitation)
      })
    },

    async sendInvitation({ path, caller, db }) {
      const invited = await findInvitation(db, caller.account.id, path.id)
      if (!invited) throw notFound()
      await requireUnlimited(db, caller.account.id, invited.email)
      return db.transaction(async (transaction) => {
        const invitation = await renewInvitation(transaction, caller.account.id, path.id)
        if (!invitation) throw notFound()
        await send(transaction, invitation.email)
        return shown(invitation)
      })
    },

    async withdrawInvitation({ path, caller, db, requestId }) {
      const actor = memberActor({ caller, requestId })
      const withdrawn = await db.transaction((transaction) =>
        withdrawInvitation(transaction, actor, caller.session.account_id, path.id),
      )
      if (!withdrawn) throw notFound()
      return { id: path.id, withdrawn: true as const }
    },
  } satisfies Partial<PortalOperations>
}

/** 429 when an account, or somebody who is not signed in, has had too many emails sent. */
function tooManyEmails(retryAfterSeconds: number): ApiError {
  return limitExceeded({
    message: 'Too many emails were requested. Wait, then try again.',
    path: 'rate.emails',
    detail: `allows another email in ${retryAfterSeconds} s`,
    retryAfterSeconds,
  })
}
