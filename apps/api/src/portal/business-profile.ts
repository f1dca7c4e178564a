import * as bounds from '@generated/contract/bounds'
import { listAuditLogOf } from '@svc/db/audit-log'
import type { RequestDatabase, Transaction } from '@svc/db/database'
import { findProfileConnection } from '@svc/db/profile-connections'
import {
  approveProfileReply,
  createProfileReply,
  editProfileReply,
  listProfileReplies,
  listUnansweredReviews,
  type ProfileReply,
  withdrawProfileReply,
} from '@svc/db/profile-replies'
import { conflict, invalidRequest, notFound } from '@svc/http/errors'
import { pageRequest, pageResult } from '../pagination.ts'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'

/** The connection with its audit log, and the only way to publish a reply: the approval of a person. */
export const profileOperations = {
  async getProfileConnection({ caller, db }) {
    const found = await findProfileConnection(db, caller.session)
    if (found === undefined) throw notFound()
    return found
  },

  async listProfileReplies({ query, caller, db }) {
    const page = { ...pageRequest(query, 'bpr'), state: query.state }
    return pageResult(await listProfileReplies(db, caller.session, page))
  },

  async listUnansweredReviews({ query, caller, db }) {
    return pageResult(await listUnansweredReviews(db, caller.session, pageRequest(query, 'rev')))
  },

  async listProfileAuditLog({ query, caller, db }) {
    const page = { ...pageRequest(query, 'aud'), isOfProfile: true }
    return pageResult(await listAuditLogOf(db, caller.session.account_id, page))
  },

  async createProfileReply({ body, caller, db }) {
    requireLength(body)
    const created = await db.transaction((transaction) => createProfileReply(transaction, caller.session, body))
    if (created === 'unknown_review') throw notFound()
    if (created === 'exists') throw conflict('The review already has a reply. Edit or withdraw it first.')
    return created
  },

  async updateProfileReply({ path, body, caller, db }) {
    requireLength(body)
    return changed(db, (transaction) => editProfileReply(transaction, caller.session, path.id, body))
  },

  async approveProfileReply({ path, body, caller, db, requestId }) {
    const { user_id, id: sessionId } = caller.session
    const approver = { actor: { ...memberActor({ caller, requestId }), id: user_id }, sessionId }
    return changed(db, (transaction) =>
      approveProfileReply(transaction, caller.session, path.id, { text: body.text, approver }),
    )
  },

  async withdrawProfileReply({ path, caller, db, requestId }) {
    const actor = memberActor({ caller, requestId })
    return changed(db, (transaction) => withdrawProfileReply(transaction, caller.session, path.id, actor))
  },
} satisfies Partial<PortalOperations>

/** Changes a reply in a transaction, or explains why its state does not allow it. */
async function changed(
  db: RequestDatabase,
  change: (transaction: Transaction) => Promise<ProfileReply | 'unknown' | 'state' | 'text'>,
): Promise<ProfileReply> {
  const reply = await db.transaction(change)
  if (reply === 'unknown') throw notFound()
  if (reply === 'state') throw conflict('The state of the reply does not allow this. Read it again.')
  if (reply === 'text') throw conflict('The text of the reply was changed since it was read. Read it again.')
  return reply
}

/** The upstream service counts bytes of UTF-8. */
const textBytesMax = bounds.ReplyText.maxLength

function requireLength({ text }: { text: string }): void {
  if (Buffer.byteLength(text) > textBytesMax)
    throw invalidRequest('body.text', `is longer than ${textBytesMax} bytes in UTF-8`)
}
