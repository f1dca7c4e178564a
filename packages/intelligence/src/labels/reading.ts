import type { Aspect } from '@generated/contract/enums'
import type { AspectLabel, ReviewLabels, SentenceLabels } from './labels.ts'
import type { ReviewInput } from './review-input.ts'

/** The labels of one review, as analyses count them. */

const halfLifeDays = 180
const recentDays = 90
/** The days of a window, and the number of windows, of which the last has everything that is older. */
export const readingWindowDays = 90
export const readingWindows = 4

/** The reviews of one window that judge something, and those that praise it. */
export interface ReadingWindow {
  judging: number
  praising: number
}
/** Below this, a mention is more noise than sign. */
const mentionMin = 0.1
/**
 * The increase of the log odds of praise for five stars, and the decrease for a complaint. One star does the opposite.
 */
const starLogOdds = 0.7
/** The same where words are few: a review of less than a line leaves most to its stars. */
const starLogOddsShort = 1.1
const shortChars = 60
/**
 * The same for the only sentence of a review, which gives the reason for its stars: that four or five of them mean
 * praise is about as certain for both. Twice as much would make praise in plain words a complaint.
 */
const starLogOddsSingle = 1.8
/** A sentence that praises one aspect and blames another, each at least this probable, gives no single reason. */
const mixedMentionMin = 0.5

/** The log odds of praise that the stars add to the words of a review; 0 without stars. */
function starLogOddsOf({ sentences }: ReviewLabels, rating: number | null): number {
  if (rating === null) return 0
  const [only] = sentences
  if (only && sentences.length === 1 && !isMixed(only)) return Math.sign(rating - 3) * starLogOddsSingle
  const chars = sentences.reduce((sum, { start, end }) => sum + end - start, 0)
  return ((rating - 3) / 2) * (chars < shortChars ? starLogOddsShort : starLogOdds)
}

/** Returns whether a sentence praises one aspect and blames another. */
function isMixed({ aspects }: SentenceLabels): boolean {
  const clear = aspects.filter(({ mention }) => mention >= mixedMentionMin)
  return (
    clear.some(({ positive, negative }) => positive > negative) &&
    clear.some(({ positive, negative }) => negative > positive)
  )
}

/** From this probability on, a sentence counts as a judgment of its topic. */
const topicJudgedMin = 0.6

export interface Reading {
  weight: number
  recent: boolean
  /** The index of its window, 0 for the newest; null for a review without a date. */
  window: number | null
  rating: number | null
  satisfaction: number
  month: string | null
  aspects: Map<Aspect, AspectLabel>
  topics: Map<string, AspectLabel>
}

/** The aspects and topics of one review, each by its clearest sentence, with the stars as a prior. */
export function readReview(
  review: Pick<ReviewInput, 'rating' | 'published_at'>,
  labels: ReviewLabels,
  ageDays: number,
): Reading {
  const aspects = new Map<Aspect, AspectLabel>()
  const topics = new Map<string, AspectLabel>()
  let positive = 0
  let negative = 0
  const logOdds = starLogOddsOf(labels, review.rating)
  for (const sentence of labels.sentences) {
    for (const label of sentence.aspects) {
      if (label.mention < mentionMin) continue
      const judged = withStars(label, logOdds)
      keepClearest(aspects, label.aspect, judged)
      // A topic names the problem. Sentences that merely mention it must not outweigh those that judge another.
      if (label.topic && Math.max(judged.positive, judged.negative) >= topicJudgedMin)
        keepClearest(topics, label.topic, judged)
      positive += judged.positive
      negative += judged.negative
    }
  }
  const fromText = positive + negative > 0 ? positive / (positive + negative) : 0.5
  return {
    weight: 2 ** (-ageDays / halfLifeDays),
    recent: ageDays <= recentDays,
    window: review.published_at === null ? null : Math.min(readingWindows - 1, Math.floor(ageDays / readingWindowDays)),
    rating: review.rating,
    satisfaction: review.rating === null ? fromText : (review.rating - 1) / 4,
    month: review.published_at?.slice(0, 7) ?? null,
    aspects,
    topics,
  }
}

/**
 * Stars as a prior: a one-star review is unlikely to praise. Stars decide what the words leave open and hardly change
 * what they say clearly. They do not change the probability of a mention, and three stars have no effect.
 */
function withStars(label: AspectLabel, logOdds: number): AspectLabel {
  if (logOdds === 0 || label.mention === 0) return label
  const odds = Math.exp(logOdds)
  const positive = label.positive * odds
  const negative = label.negative / odds
  const unclear = Math.max(0, label.mention - label.positive - label.negative)
  const share = label.mention / (positive + negative + unclear)
  return { ...label, positive: positive * share, negative: negative * share }
}

/**
 * One review counts once: each probability is the highest of its sentences, and together they stay below the mention.
 */
function keepClearest<K>(known: Map<K, AspectLabel>, key: K, label: AspectLabel): void {
  const before = known.get(key)
  if (!before) {
    known.set(key, { ...label })
    return
  }
  before.mention = Math.max(before.mention, label.mention)
  before.positive = Math.max(before.positive, label.positive)
  before.negative = Math.max(before.negative, label.negative)
}

/** From this probability on, a review speaks about an aspect. */
const speaksMin = 0.5
/** The share of a mention that makes it praise or a complaint. */
const judgedMin = 0.4
/** The same for the weaker of two judgments: below this, a review does not praise and blame the same, it is unclear. */
const alsoJudgedMin = 0.55

/** Returns whether a review mentions an aspect, praises it and complains about it, by its words and stars. */
export function sidesOf(label: Judged): { mentions: boolean; praises: boolean; complains: boolean } {
  return sidesAbove(label, alsoJudgedMin)
}

/** A complaint that is read in such a review is nearly always a misreading: decision 0071. */
export const fullStars = 5

/**
 * The same without complaints in reviews with five stars. Lists of reviews filter by this and analyses count it, so
 * that a count is the number of reviews that its list shows.
 */
export function countedSides(label: Judged, rating: number | null): ReturnType<typeof sidesOf> {
  const sides = sidesOf(label)
  return rating === fullStars ? { ...sides, complains: false } : sides
}

/** The same for a review as a whole, whose labels are added up: it may praise one aspect and blame another. */
export function sidesOfWhole(total: Judged): ReturnType<typeof sidesOf> {
  return sidesAbove(total, judgedMin)
}

type Judged = Pick<AspectLabel, 'mention' | 'positive' | 'negative'>

function sidesAbove({ mention, positive, negative }: Judged, alsoMin: number): ReturnType<typeof sidesOf> {
  const mentions = mention >= speaksMin
  const isJudged = (mass: number, other: number) => mentions && mass >= (mass < other ? alsoMin : judgedMin) * mention
  return { mentions, praises: isJudged(positive, negative), complains: isJudged(negative, positive) }
}
