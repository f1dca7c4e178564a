import type { DraftReviewReplyRequestTone } from '@generated/contract/enums'
import apologetic from '../../vocabulary/replies/apologetic.json' with { type: 'json' }
import concise from '../../vocabulary/replies/concise.json' with { type: 'json' }
import professional from '../../vocabulary/replies/professional.json' with { type: 'json' }
import shared from '../../vocabulary/replies/shared.json' with { type: 'json' }
import warm from '../../vocabulary/replies/warm.json' with { type: 'json' }

/**
 * The sentences of drafts, one file per tone and one that all tones share. Each is true in every case: none states a
 * cause, promises a remedy, or claims an action. `{points}` is replaced by the points of the review, in a form that
 * fits after "happy with" and "sorry about", and `{topic}` by what a request is about. The sentences of a list begin
 * differently, and a list is long enough that ten drafts of one tone need none twice.
 */

export const phrasesByTone: Record<DraftReviewReplyRequestTone, typeof warm> = {
  warm,
  professional,
  concise,
  apologetic,
}

export const sharedPhrases = shared
