import {
  type Aspect,
  aspects,
  type RecommendationEffort,
  recommendationEfforts,
  type Trade,
} from '@generated/contract/enums'
import stored from '../../vocabulary/causes.json' with { type: 'json' }
import type { ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import { fullStars } from '../labels/reading.ts'
import type { Token } from '../text/tokens.ts'
import { negationCancellers, negators } from '../vocabulary/lexicon.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { tokensBySentence } from './read-sentences.ts'

/**
 * The specific things that customers complain about, as `vocabulary/causes.json` stores them: "they were rushed". A
 * cause is read from phrases of sentences that complain, whatever aspect they are read as, and has advice of its own.
 */

interface Advice {
  title: string
  action: string
}

interface StoredCause {
  key: string
  aspects: readonly string[]
  /** The clause after "say that". */
  says: string
  /** The topic of the same subject, by which its recommendations are recognized. */
  topic?: string
  /** The trades in which it is read; all without it. */
  trades?: readonly string[]
  /** Its phrases are too common to name a problem outside the complaints about its aspects. */
  onlyWithin?: boolean
  phrases: readonly string[]
  title: string
  action: string
  effort: string
  inTrade?: Partial<Record<Trade, { title?: string; action: string }>>
}

export interface Cause {
  key: string
  /** The aspects whose complaints it may explain; the first is its own. */
  aspects: readonly [Aspect, ...Aspect[]]
  says: string
  topic: string | null
  onlyWithin: boolean
  effort: RecommendationEffort
  adviceIn: (trade: Trade) => Advice
}

interface ReadCause {
  cause: Cause
  isIn: (trade: Trade) => boolean
  book: PhraseBook<true>
}

const readCauses = (stored as readonly StoredCause[]).map(readCause)
const byKey = new Map(readCauses.map(({ cause }) => [cause.key, cause]))

/** The cause of a key; undefined for one that does not exist. */
export function causeOf(key: string): Cause | undefined {
  return byKey.get(key)
}

/** Throws an Error if the file has an effort or an aspect that does not exist. */
function readCause(given: StoredCause): ReadCause {
  const { key, says, topic = null, trades, phrases, onlyWithin = false } = given
  const { title, action, inTrade = {} } = given
  const effort = recommendationEfforts.find((one) => one === given.effort)
  const [own, ...others] = given.aspects.flatMap((name) => aspects.find((aspect) => aspect === name) ?? [])
  if (!effort || !own || others.length + 1 < given.aspects.length)
    throw new Error(`causes.json, ${key}: an effort or an aspect does not exist.`)
  const book = phraseBook<true>()
  book.add(phrases, true)
  return {
    cause: {
      key,
      aspects: [own, ...others],
      says,
      topic,
      onlyWithin,
      effort,
      adviceIn: (trade) => ({ title, action, ...inTrade[trade] }),
    },
    isIn: (trade) => trades?.includes(trade) ?? true,
    book,
  }
}

/** A sentence that praises as clearly as this, and complains about nothing, does not complain. */
const praiseMin = 0.8
const praiseOfSatisfiedMin = 0.5
/** A complaint this probable makes a sentence one that complains. */
const complaintMin = 0.3
const dissatisfiedStarsMax = 2
const satisfiedStars = 4
/** A negation this many words before a phrase reverses it. */
const negationWords = 3

/** The causes that each sentence of a review complains about; none for a review with five stars. */
export function causesIn(
  { text, rating }: { text: string; rating: number | null },
  labels: ReviewLabels,
  trade: Trade,
): string[][] {
  const { sentences } = labels
  if (rating === fullStars) return sentences.map(() => [])
  const read = tokensBySentence(text, labels)
  return sentences.map((sentence, index) => {
    const tokens = read[index]
    if (tokens === undefined || !mayComplain(sentence, rating)) return []
    return readCauses.flatMap(({ cause, isIn, book }) => {
      const isSaid = isIn(trade) && book.find(tokens).some(({ from }) => !isDenied(tokens, from))
      return isSaid ? [cause.key] : []
    })
  })
}

function mayComplain({ aspects: labels, signals }: SentenceLabels, rating: number | null): boolean {
  if (signals.includes('prompt_injection')) return false
  if (rating !== null && rating <= dissatisfiedStarsMax) return true
  const most = (sign: 'positive' | 'negative') => Math.max(0, ...labels.map((label) => label[sign]))
  const isSatisfied = rating === null || rating >= satisfiedStars
  return most('negative') >= complaintMin || most('positive') < (isSatisfied ? praiseOfSatisfiedMin : praiseMin)
}

/** Returns whether one of the words before a phrase denies it: "never felt rushed". */
export function isDenied(tokens: readonly Token[], from: number): boolean {
  for (let index = from - 1; index >= Math.max(0, from - negationWords); index -= 1) {
    const word = tokens[index]?.word ?? ''
    if (negationCancellers.has(word)) return false
    if (negators.has(word) || word.endsWith("n't")) return true
    if (tokens[index]?.boundary !== 'none') return false
  }
  return false
}
