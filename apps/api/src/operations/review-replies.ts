import { findBusiness } from '@svc/db/businesses'
import { notFound } from '@svc/http/errors'
import { longRunning } from '@svc/http/shell/idempotency'
import { draftReplyWith } from '@svc/llm/drafts'
import { newId } from '@svc/runtime/ids'
import type { ApiOperations } from '../context.ts'
import type { Service } from '../service.ts'

export function reviewReplyOperations({ chat }: Pick<Service, 'chat'>) {
  const draftReviewReply: ApiOperations['draftReviewReply'] = async ({ body, caller, db, takeQuota }) => {
    const business = await findBusiness(db, caller.owner, caller.owner.business_id)
    if (!business) throw notFound()
    await takeQuota(db, 'reply_drafts')
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
  }
  // A language model takes seconds; the built-in engine takes milliseconds.
  return { draftReviewReply: chat === null ? draftReviewReply : longRunning(draftReviewReply) }
}
