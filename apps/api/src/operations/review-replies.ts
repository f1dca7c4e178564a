import type { Operations } from '@generated/contract/operations'
import { findBusiness } from '@svc/db/businesses'
import { notFound } from '@svc/http/errors'
import { draftReplyWith } from '@svc/llm/drafts'
import { newId } from '@svc/runtime/ids'
import type { ApiCaller } from '../caller.ts'
import type { Service } from '../service.ts'

export function reviewReplyOperations({
  db,
  chat,
  takeQuota,
}: Service): Pick<Operations<ApiCaller>, 'draftReviewReply'> {
  return {
    async draftReviewReply({ body, caller }) {
      const business = await findBusiness(db, caller.owner, caller.owner.business_id)
      if (!business) throw notFound()
      await takeQuota(db, caller, 'reply_drafts')
      const id = newId('drf')
      const context = { businessName: business.name, trade: business.trade, seed: id }
      const { draft, engine } = await draftReplyWith(chat, body, context)
      return {
        id,
        business_id: business.id,
        created_at: new Date().toISOString(),
        ...draft,
        requires_human_approval: true,
        engine,
      }
    },
  }
}
