import type { components } from '@generated/portal/client-types'
import { Badge, Time } from '../components/parts.tsx'
import { Rating } from '../components/review-parts.tsx'
import { displayName } from '../format.ts'

export type ProfileReply = components['schemas']['ProfileReply']

/** The stars of a review and the time at which it was published. */
export function ReviewTitle({ rating, published_at }: Pick<ProfileReply['review'], 'rating' | 'published_at'>) {
  return (
    <>
      <Rating value={rating} /> Review on Google, <Time at={published_at} never="undated" />
    </>
  )
}

export function ReviewQuote({ text, language }: Pick<ProfileReply['review'], 'text' | 'language'>) {
  return (
    <blockquote className="quoted" dir="auto" lang={language ?? undefined}>
      {text || 'This review has no text.'}
    </blockquote>
  )
}

/** The warnings of a draft and the evidence for its statements, to consider before an approval. */
export function DraftSupport({ draft, text }: Pick<ProfileReply, 'draft' | 'text'>) {
  if (draft === null) return null
  // A statement that was edited away needs no support.
  const claims = draft.claims.filter((claim) => text.includes(claim.text))
  return (
    <>
      {draft.warnings.length > 0 && (
        <p className="row tight">
          <span className="soft">Read with care:</span>
          {draft.warnings.map((warning) => (
            <Badge key={warning} tone="busy">
              {displayName(warning)}
            </Badge>
          ))}
        </p>
      )}
      {claims.length > 0 && (
        <details>
          <summary>What supports its statements</summary>
          <dl className="facts">
            {claims.map((claim) => (
              <div key={claim.text}>
                <dt dir="auto">{claim.text}</dt>
                <dd dir="auto">
                  {claim.supported_by === 'review' ? 'The review: ' : 'A fact of yours: '}“{claim.quote}”
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
