import { embeddedEngine } from '@svc/intelligence/engine'
import { draftReply } from '@svc/intelligence/reply'
import type { MockContext, MockOperations } from './context.ts'

/** Drafts are the service's own: its engine is pure, and only a draft for the review that was sent is of use. */
export function reviewReplyOperations({ examples, ids }: MockContext) {
  return {
    async draftReviewReply({ body, caller, takeQuota }) {
      const business = await examples.data('getBusiness', caller.account.persona)
      takeQuota('reply_drafts')
      const id = ids.newId('drf')
      const draft = draftReply(body, { businessName: business.name, trade: business.trade, seed: id })
      return {
        id,
        business_id: business.id,
        created_at: new Date().toISOString(),
        ...draft,
        requires_human_approval: true,
        engine: embeddedEngine,
      }
    },
  } satisfies MockOperations
}
