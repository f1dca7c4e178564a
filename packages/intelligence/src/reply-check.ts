import type { Trade } from '@generated/contract/enums'
import { labelReview, type SentenceLabels } from './labels.ts'
import { type readReview, sidesOf } from './reading.ts'
import type { ReplyClaim } from './records.ts'

/**
 * The minimum probability that a sentence of a draft praises or regrets something, for it to be compared with the
 * review.
 */
const clearMin = 0.5
/** The cache holds the fixed sentences and the latest others. */
const rememberedMax = 5000

let remembered = new Map<string, SentenceLabels['aspects']>()

/**
 * Returns whether a draft, read by the engine as if it were a review, says the opposite of the review: it regrets what
 * the review only praises, or is glad about what the review only blames. Read are the sentences that name something of
 * the review; courtesy such as "we are grateful" is no judgment, and neither are the facts of the owner.
 */
export function contradictsReview(
  claims: readonly ReplyClaim[],
  review: Pick<ReturnType<typeof readReview>, 'aspects'>,
  trade: Trade,
): boolean {
  const sentences = new Set(claims.filter(({ supported_by }) => supported_by === 'review').map(({ text }) => text))
  return [...sentences].some((sentence) =>
    readSentence(sentence, trade).some(({ aspect, mention, positive, negative }) => {
      const said = review.aspects.get(aspect)
      if (said === undefined || aspect === 'general') return false
      if (mention < clearMin || Math.abs(positive - negative) < clearMin) return false
      const { praises, complains } = sidesOf(said)
      return positive > negative ? complains && !praises : praises && !complains
    }),
  )
}

function readSentence(sentence: string, trade: Trade): SentenceLabels['aspects'] {
  const key = `${trade} ${sentence}`
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= rememberedMax) remembered = new Map()
  const aspects = labelReview(sentence, { trade }).sentences.flatMap((read) => read.aspects)
  remembered.set(key, aspects)
  return aspects
}
