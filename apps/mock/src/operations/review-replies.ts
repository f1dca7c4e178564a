import type { Operations } from '@generated/contract/operations'
import { embeddedEngine } from '@svc/intelligence/engine'
import { draftReply } from '@svc/intelligence/reply'
import type { MockCaller } from '../caller.ts'
import type { Schemas } from '../examples.ts'
import type { Workshop } from './index.ts'

/** The drafts are the service's own: its engine is pure, and only a draft of what was sent is of use. */
export function reviewReplyOperations({
  chance,
  examples,
  takeQuota,
}: Workshop): Pick<Operations<MockCaller>, 'draftReviewReply'> {
  return {
    async draftReviewReply({ body, caller }) {
      const business = caller.account.cast.tell(await examples.success<Schemas['Business']>('getBusiness'))
      takeQuota(caller, 'reply_drafts')
      const id = chance.id('drf')
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
  }
}
