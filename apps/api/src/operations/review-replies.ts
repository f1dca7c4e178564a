import { findBusiness } from '@svc/db/businesses'
import {
  findReplyDraft,
  insertReplyDraft,
  latestReplyTexts,
  listReplyDrafts,
  type ReplyDraft,
  updateReplyDraft,
} from '@svc/db/reply-drafts'
import { ApiError, notFound } from '@svc/http/errors'
import { draftReplyWith } from '@svc/llm/drafts'
import { approvalNeedsAPerson } from '@svc/rules/messages'
import { recentDraftsMax } from '@svc/rules/recent-drafts'
import { newId } from '@svc/runtime/ids'
import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'

export const reviewReplyOperations = ({ chat }: Pick<Dependencies, 'chat'>) =>
  ({
    async draftReviewReply({ body, caller, db, checkQuota, takeQuota }) {
      const business = await findBusiness(db, caller.owner, caller.owner.business_id)
      if (!business) throw notFound()
      await checkQuota(db, 'reply_drafts')
      const id = newId('drf')
      const recent = await latestReplyTexts(db, caller.owner, recentDraftsMax)
      const context = { businessName: business.name, trade: business.trade, seed: id, recent }
      // The model may take seconds, so no transaction is open until the draft exists.
      const { draft, engine } = await draftReplyWith(chat, body, context)
      const { rating, text, source } = body.review
      const review = { rating, text, source }
      const stored = await db.transaction(async (transaction) => {
        await takeQuota(transaction, 'reply_drafts')
        return insertReplyDraft(transaction, caller.owner, { id, review, ...draft, engine })
      })
      return shown(stored)
    },

    async listReviewReplies({ query, caller, db }) {
      const drafts = await listReplyDrafts(db, caller.owner, { ...query, ...pageRequest(query, 'drf') })
      const { items, next_cursor } = pageResult(drafts)
      return { items: items.map(shown), next_cursor }
    },

    async getReviewReply({ path, caller, db }) {
      const draft = await findReplyDraft(db, caller.owner, path.id)
      if (!draft) throw notFound()
      return shown(draft)
    },

    async updateReviewReply({ path, body, caller, db }) {
      // "Drafts only: the caller approves and posts them" (INTERFACE.md §1). A key or token does not tell which person.
      const isPerson = caller.credential.type === 'user'
      if (body.status === 'approved' && !isPerson) throw new ApiError('forbidden', { message: approvalNeedsAPerson })
      const draft = await db.transaction((transaction) => updateReplyDraft(transaction, caller.owner, path.id, body))
      if (!draft) throw notFound()
      return shown(draft)
    },
  }) satisfies Partial<ApiOperations>

function shown(draft: ReplyDraft) {
  return { ...draft, requires_human_approval: true as const }
}
