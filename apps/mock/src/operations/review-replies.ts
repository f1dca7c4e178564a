import type { Operations } from '@generated/contract/operations'
import { embeddedEngine } from '@svc/intelligence/engine'
import { draftReply } from '@svc/intelligence/reply'
import type { MockCaller } from '../accounts/authenticate.ts'
import type { MockContext } from './index.ts'

/** Drafts are the service's own: its engine is pure, and only a draft for the review that was sent is of use. */
export function reviewReplyOperations({ examples, ids, takeQuota }: MockContext) {
  return {
    async draftReviewReply({ body, caller }) {
      const business = await examples.data('getBusiness', caller.account.persona)
      takeQuota(caller, 'reply_drafts')
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
  } satisfies Partial<Operations<MockCaller>>
}
