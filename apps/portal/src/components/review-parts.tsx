import type { components } from '@generated/contract/client-types'
import type { ReviewPolarity, Source } from '@generated/contract/enums'
import { displayName, formatDate } from '../format.ts'
import { Badge, type Tone } from './parts.tsx'

/** A number of stars, read as "4 of 5". */
export function Rating({ value }: { value: number | null }) {
  if (value === null) return <span className="soft">No rating</span>
  const full = Math.round(value)
  return (
    <span className="rating" role="img" aria-label={`${value} of 5`}>
      {'★'.repeat(full)}
      <span className="rating-rest">{'★'.repeat(5 - full)}</span>
    </span>
  )
}

const tones: Readonly<Record<ReviewPolarity, Tone>> = {
  positive: 'good',
  negative: 'bad',
  mixed: 'busy',
  neutral: 'plain',
}

export function Polarity({ value }: { value: ReviewPolarity }) {
  return <Badge tone={tones[value]}>{displayName(value)}</Badge>
}

/** Returns " on Google"; nothing for a source without a name. */
export const onSource = (source: Source) => (source === 'other' ? '' : ` on ${displayName(source)}`)

/** Shows the labels of a review, as evidence. */
export function Quote({ quote }: { quote: components['schemas']['Quote'] }) {
  return (
    <figure className="quote">
      <blockquote dir="auto">{quote.text}</blockquote>
      <figcaption className="soft">
        <Rating value={quote.rating} /> {quote.competitor_id ? 'A competitor' : 'Your review'}
        {onSource(quote.source)}
        {quote.published_at && `, ${formatDate(quote.published_at)}`}
      </figcaption>
    </figure>
  )
}
