import { aspects, type ReviewFlag, type ReviewPolarity, reviewFlags } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { alertsIn } from './alerts.ts'
import type { ReviewLabels } from './labels.ts'
import { countedSides, readReview, type sidesOf, sidesOfWhole } from './reading.ts'

/** Summarizes the labels of a review, as the contract shows them. */
type ReviewSummary = Pick<Schemas['Review'], 'aspects' | 'polarity' | 'flags'>

/**
 * The aspects of a review with how it judges them, its overall judgment, and what a person should look at. Stars decide
 * what the words leave open. The judgment is null where the engine could not read the text.
 */
export function summarizeReview(labels: ReviewLabels, rating: number | null): ReviewSummary {
  if (!labels.analyzable) return { aspects: [], polarity: null, flags: flagsOf(labels, rating) }
  const read = readReview({ rating, published_at: null }, labels, 0)
  const mentioned = aspects.flatMap((aspect) => {
    const label = read.aspects.get(aspect)
    return label === undefined || !countedSides(label, rating).mentions ? [] : [{ aspect, label }]
  })
  const total = { mention: 0, positive: 0, negative: 0 }
  for (const { label } of mentioned) {
    total.mention += label.mention
    total.positive += label.positive
    total.negative += label.negative
  }
  return {
    aspects: mentioned.map(({ aspect, label }) => ({ aspect, polarity: polarityOf(countedSides(label, rating)) })),
    polarity: polarityOf(sidesOfWhole(total)),
    flags: flagsOf(labels, rating),
  }
}

function polarityOf({ praises, complains }: ReturnType<typeof sidesOf>): ReviewPolarity {
  if (praises && complains) return 'mixed'
  if (praises) return 'positive'
  return complains ? 'negative' : 'neutral'
}

/** The signals and alerts of all sentences, in the order of the contract. */
function flagsOf({ sentences }: ReviewLabels, rating: number | null): ReviewFlag[] {
  const found = new Set<ReviewFlag>(
    sentences.flatMap((sentence) => [...sentence.signals, ...alertsIn(sentence, rating)]),
  )
  return reviewFlags.filter((flag) => found.has(flag))
}
