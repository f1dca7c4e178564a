import type { Trade } from '@generated/contract/enums'
import { labelReview, type SentenceLabels } from '../labels/labels.ts'
import { type readReview, sidesOf } from '../labels/reading.ts'
import type { ReplyClaim } from '../records.ts'
import type { Situation } from './situations.ts'

/**
 * The minimum probability that a sentence of a draft praises or regrets something, for it to be compared with the
 * review.
 */
const clearMin = 0.5
/** The cache holds the fixed sentences and the latest others. */
const rememberedMax = 5000
const satisfiedStarsMin = 4

let remembered = new Map<string, SentenceLabels['aspects']>()

/** The sentences of a draft between greeting and sign-off, and which of them rest on the review. */
interface Said {
  body: string
  claims: readonly ReplyClaim[]
}

/** The review that a draft responds to, as far as it decides what the draft may say. */
interface RepliedTo {
  reading: Pick<ReturnType<typeof readReview>, 'aspects'>
  situation: Situation
  rating: number | null
  trade: Trade
}

const apologies = /\b(?:sorry|apolog\w*|regret\w*)\b/i
const cheer = /\b(?:smil\w*|happ\w*|glad|delight\w*|pleas(?:ure|ed)|see you|come back|welcome)\b/i
const invitations = new RegExp(
  [
    String.raw`\bcontact(?:ing|ed)? (?:us|the (?:practice|manager))\b`,
    String.raw`\bcall(?:ed|ing)? (?:us|or write)\b`,
    String.raw`\b(?:ask|talk|speak) (?:to |with )?(?:us|you|the practice|about)\b`,
    String.raw`\b(?:get|got) in touch\b`,
    String.raw`\bhear(?:ing)? (?:from you|you out)\b`,
    String.raw`\breach us (?:directly|at )?any\b|\breach us directly\b`,
    String.raw`\b(?:please|just) (?:tell us|let us know)\b|\btell us more\b`,
    String.raw`\b(?:listen|all ears|conversation|let's talk|we can talk|in person|like to add)\b`,
    String.raw`\b(?:further comments|more feedback)\b`,
  ].join('|'),
  'i',
)

/** Returns whether a sentence invites the customer to contact the business. */
export function invites(sentence: string): boolean {
  return invitations.test(sentence)
}

/**
 * Returns whether a draft contradicts its review: it apologizes to a satisfied customer, is cheerful about a loss,
 * invites somebody who could not reach the business to contact it, or says the opposite of the review. For the last,
 * the engine reads the sentences that name something of the review as if they were a review: courtesy such as "we are
 * grateful" is no judgment, and neither are the facts of the owner.
 */
export function contradictsReview({ body, claims }: Said, review: RepliedTo): boolean {
  const { rating, situation } = review
  if (rating !== null && rating >= satisfiedStarsMin && apologies.test(body)) return true
  if (situation.grieves && cheer.test(body)) return true
  if (situation.avoidsContact && invites(body)) return true
  return opposesReview(claims, review)
}

function opposesReview(claims: readonly ReplyClaim[], { reading, trade }: RepliedTo): boolean {
  const sentences = new Set(claims.filter(({ supported_by }) => supported_by === 'review').map(({ text }) => text))
  return [...sentences].some((sentence) =>
    readSentence(sentence, trade).some(({ aspect, mention, positive, negative }) => {
      const said = reading.aspects.get(aspect)
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
