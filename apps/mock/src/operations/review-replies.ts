import { ApiError, notFound } from '@svc/http/errors'
import { embeddedEngine } from '@svc/intelligence/engine'
import { approvalNeedsAPerson } from '@svc/rules/messages'
import { recentDraftsMax } from '@svc/rules/recent-drafts'
import { loadEngine } from '../engine.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'

/** Drafts that are kept per account. */
const draftsMax = 500

/** Drafts are the service's own: its engine is pure, and only a draft for the review that was sent is of use. */
export function reviewReplyOperations({ examples, ids, states }: MockContext) {
  return {
    async draftReviewReply({ body, caller, takeQuota }) {
      const business = await examples.data('getBusiness', caller.account.persona)
      takeQuota('reply_drafts')
      const id = ids.newId('drf')
      const { draftReply } = await loadEngine()
      const { rating, text, source } = body.review
      const latest = [...states.of(caller.account).drafts.values()].slice(-recentDraftsMax).toReversed()
      const recent = latest.map(({ text: written }) => written)
      const content = draftReply(body, { businessName: business.name, trade: business.trade, seed: id, recent })
      const now = new Date().toISOString()
      const draft = {
        id,
        business_id: business.id,
        status: 'draft' as const,
        text: content.variants[0]?.text ?? '',
        review: { rating, text, source },
        ...content,
        requires_human_approval: true as const,
        engine: embeddedEngine,
        created_at: now,
        updated_at: now,
      }
      const { drafts } = states.of(caller.account)
      drafts.set(id, draft)
      keepNewest(drafts, draftsMax)
      return draft
    },

    listReviewReplies({ query, caller }) {
      const drafts = [...states.of(caller.account).drafts.values()]
      return newestFirstPage(
        drafts.filter(({ status }) => query.status === undefined || status === query.status),
        query,
      )
    },

    getReviewReply({ path, caller }) {
      const draft = states.of(caller.account).drafts.get(path.id)
      if (!draft) throw notFound()
      return draft
    },

    updateReviewReply({ path, body, caller }) {
      if (body.status === 'approved') throw new ApiError('forbidden', { message: approvalNeedsAPerson })
      const { drafts } = states.of(caller.account)
      const draft = drafts.get(path.id)
      if (!draft) throw notFound()
      const isEdited = body.text !== undefined && body.text !== draft.text
      const status = body.status ?? (isEdited ? 'draft' : draft.status)
      const updated = { ...draft, ...body, status, updated_at: new Date().toISOString() }
      drafts.set(path.id, updated)
      return updated
    },
  } satisfies MockOperations
}
