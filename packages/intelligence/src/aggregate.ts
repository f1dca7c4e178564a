import { ENGINE } from './engine.ts'
import { type AspectLabel, labelReview, type ReviewLabels, type SentenceLabels } from './labels.ts'
import { mayNamePerson } from './personal-data.ts'
import { ASPECTS, type Aspect, type Period, type Source, type Trade } from './records.ts'
import type { Signal } from './signals.ts'
import { vocabularyOf } from './taxonomy.ts'

export interface ReviewInput {
  id: string
  /** null: a review of the business itself. */
  competitor_id: string | null
  source: Source
  rating: number | null
  text: string
  published_at: string | null
  /** As stored; null or of another engine version: labelled here. */
  labels: ReviewLabels | null
}

/** A sentence that may be quoted, kept while the reviews stream by. */
export interface Candidate {
  review: Omit<ReviewInput, 'labels' | 'text'>
  text: string
  polarity: 'positive' | 'negative'
  probability: number
  alert: Alert | null
}

/** Evidence that a person must act on, however rare it is. */
export const ALERTS = ['health_safety', 'discrimination', 'legal_threat'] as const satisfies readonly Signal[]
export type Alert = (typeof ALERTS)[number]

/** Sums over reviews for one aspect or topic; each review counts once, by the sentence that says it clearest. */
export interface Tally {
  /** Recency-weighted probability mass. */
  mention: number
  positive: number
  negative: number
  /** The same without weights: "about 46 of 298 reviews". */
  mentions: number
  praises: number
  complaints: number
  /** Unweighted mass of complaints of the last 90 days and before. */
  complaints90d: number
  complaintsBefore: number
  /** Recency-weighted stars of those who complain, and the weight behind them. */
  complainStars: number
  complainStarsWeight: number
}

export interface Month {
  reviews: number
  ratingSum: number
  ratings: number
}

/** Everything known about one business after its reviews went by; its size does not depend on how many there were. */
export interface Side {
  reviews: number
  /** Recency-weighted number of reviews. */
  weight: number
  reviews90d: number
  reviewsBefore: number
  stars: number
  starsWeight: number
  /** Recency-weighted satisfaction, 0 to 1, from stars or, without them, from the text. */
  satisfaction: number
  aspects: Map<Aspect, Tally>
  topics: Map<string, Tally>
  alerts: Map<Alert, Tally>
  months: Map<string, Month>
}

export interface Aggregate {
  own: Side
  /** All competitors together, and each by id. */
  rivals: Side
  competitors: Map<string, Side>
  notAnalysed: number
  /** Reviews with words in them, in whatever language. */
  withText: number
  /** The best few sentences per slot (see `slotName`); every other sentence is forgotten at once. */
  quotables: Map<string, Candidate[]>
}

const HALF_LIFE_DAYS = 180
const DAY_MS = 86_400_000
/** A review without a date is taken to be as old as the middle of the period. */
const UNDATED_AGE_DAYS = 180
const RECENT_DAYS = 90
/** Below this, a mention is more noise than sign. */
const MENTION_MIN = 0.1
/** A warning is found by its phrase; that it is meant is likely, not certain. */
export const ALERT_MENTION = 0.9
const ALERT_LABEL: AspectLabel = { aspect: 'safety', topic: null, mention: ALERT_MENTION, positive: 0, negative: 0.8 }
/** How much of what the text leaves unclear the stars decide. */
const STAR_PRIOR = 0.35

/** Reads the reviews once, in constant memory. Reviews outside `period` and of unknown competitors are passed over. */
export async function aggregate(input: {
  reviews: Iterable<ReviewInput> | AsyncIterable<ReviewInput>
  businessName: string
  competitors: { id: string; name: string; trade?: Trade }[]
  trade: Trade
  period: Period
  now: Date
}): Promise<Aggregate> {
  const trades = new Map(input.competitors.map(({ id, trade }) => [id, trade ?? input.trade]))
  const result: Aggregate = {
    own: emptySide(),
    rivals: emptySide(),
    competitors: new Map(input.competitors.map(({ id }) => [id, emptySide()])),
    notAnalysed: 0,
    withText: 0,
    quotables: new Map(),
  }
  // Names of the businesses may be quoted; they are no names of people.
  const names = wordsOf([input.businessName, ...input.competitors.map(({ name }) => name)])
  const from = Date.parse(input.period.from)
  const to = Date.parse(input.period.to)

  for await (const review of input.reviews) {
    const published = review.published_at === null ? null : Date.parse(review.published_at)
    if (published !== null && (published < from || published > to)) continue
    const trade = review.competitor_id === null ? input.trade : trades.get(review.competitor_id)
    if (trade === undefined) continue

    if (review.text.trim() !== '') result.withText += 1
    const stored = review.labels?.version === ENGINE.version ? review.labels : null
    const labels = stored ?? labelReview(review.text, { trade })
    if (!labels.analysable) {
      result.notAnalysed += 1
      continue
    }

    const ageDays = published === null ? UNDATED_AGE_DAYS : Math.max(0, (input.now.getTime() - published) / DAY_MS)
    const reading = readReview(review, labels, ageDays)
    const sides =
      review.competitor_id === null ? [result.own] : [result.rivals, result.competitors.get(review.competitor_id)]
    for (const side of sides) if (side) addReview(side, reading)
    keepQuotables(result.quotables, review, labels, (text) => !mayNamePerson(text, vocabularyOf(trade), names))
  }
  return result
}

function wordsOf(names: string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}']+/u)))
}

/** From here on a sentence counts as a judgement of its topic. */
const TOPIC_JUDGED_MIN = 0.6

interface Reading {
  weight: number
  recent: boolean
  rating: number | null
  satisfaction: number
  month: string | null
  aspects: Map<Aspect, AspectLabel>
  topics: Map<string, AspectLabel>
  alerts: Set<Alert>
}

function readReview(review: ReviewInput, labels: ReviewLabels, ageDays: number): Reading {
  const aspects = new Map<Aspect, AspectLabel>()
  const topics = new Map<string, AspectLabel>()
  const alerts = new Set<Alert>()
  let positive = 0
  let negative = 0
  for (const sentence of labels.sentences) {
    for (const label of sentence.aspects) {
      if (label.mention < MENTION_MIN) continue
      const judged = withStars(label, review.rating)
      keepClearest(aspects, label.aspect, judged)
      // A topic names the problem. Sentences that merely mention it must not outweigh those that judge another.
      if (label.topic && Math.max(judged.positive, judged.negative) >= TOPIC_JUDGED_MIN)
        keepClearest(topics, label.topic, judged)
      positive += judged.positive
      negative += judged.negative
    }
    const alert = alertOf(sentence, review.rating)
    if (alert) alerts.add(alert)
  }
  const fromText = positive + negative > 0 ? positive / (positive + negative) : 0.5
  return {
    weight: 2 ** (-ageDays / HALF_LIFE_DAYS),
    recent: ageDays <= RECENT_DAYS,
    rating: review.rating,
    satisfaction: review.rating === null ? fromText : (review.rating - 1) / 4,
    month: review.published_at?.slice(0, 7) ?? null,
    aspects,
    topics,
    alerts,
  }
}

/** A sentence that warns. "I came straight from hospital and they were so kind" does not. */
function alertOf({ signals, aspects }: SentenceLabels, rating: number | null): Alert | null {
  const alert = ALERTS.find((candidate) => signals.includes(candidate))
  if (!alert) return null
  const balance = aspects.reduce((sum, { positive, negative }) => sum + negative - positive, 0)
  return balance > 0 || (balance === 0 && rating !== null && rating <= 2) ? alert : null
}

/** Stars as a prior: they decide a part of what the words leave open, never what the words say. */
function withStars(label: AspectLabel, rating: number | null): AspectLabel {
  if (rating === null || rating === 3) return label
  const unclear = Math.max(0, label.mention - label.positive - label.negative)
  const lean = unclear * STAR_PRIOR * (Math.abs(rating - 3) / 2)
  return rating > 3 ? { ...label, positive: label.positive + lean } : { ...label, negative: label.negative + lean }
}

/** One review counts once: each probability is the highest of its sentences, and together they stay below the mention. */
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

function addReview(side: Side, reading: Reading): void {
  const { weight, recent, rating } = reading
  side.reviews += 1
  side.weight += weight
  side.satisfaction += weight * reading.satisfaction
  if (recent) side.reviews90d += 1
  else side.reviewsBefore += 1
  if (rating !== null) {
    side.stars += weight * rating
    side.starsWeight += weight
  }
  const month = reading.month === null ? null : monthOf(side, reading.month)
  if (month) {
    month.reviews += 1
    if (rating !== null) {
      month.ratingSum += rating
      month.ratings += 1
    }
  }
  for (const [aspect, label] of reading.aspects) {
    addLabel(tallyOf(side.aspects, aspect), label, reading)
  }
  for (const [topic, label] of reading.topics) addLabel(tallyOf(side.topics, topic), label, reading)
  for (const alert of reading.alerts) addLabel(tallyOf(side.alerts, alert), ALERT_LABEL, reading)
}

function addLabel(tally: Tally, label: AspectLabel, { weight, recent, rating }: Reading): void {
  const positive = positiveOf(label)
  const negative = negativeOf(label)
  tally.mention += weight * label.mention
  tally.positive += weight * positive
  tally.negative += weight * negative
  tally.mentions += label.mention
  tally.praises += positive
  tally.complaints += negative
  if (recent) tally.complaints90d += negative
  else tally.complaintsBefore += negative
  if (rating !== null) {
    tally.complainStars += weight * negative * rating
    tally.complainStarsWeight += weight * negative
  }
}

/** A review that praises and complains is shared out, so that positive and negative never exceed the mention. */
function positiveOf({ mention, positive, negative }: AspectLabel): number {
  return positive * Math.min(1, mention / Math.max(positive + negative, Number.EPSILON))
}

function negativeOf({ mention, positive, negative }: AspectLabel): number {
  return negative * Math.min(1, mention / Math.max(positive + negative, Number.EPSILON))
}

const QUOTABLES_PER_SLOT = 8
const QUOTE_PROBABILITY_MIN = 0.55
const QUOTE_CHARS_MAX = 240
const QUOTE_CHARS_MIN = 18
/** "No explanation." is true and tells nobody anything. */
const QUOTE_WORDS_MIN = 4

/** Name of a slot; `about` is an aspect, or for own reviews also a topic or an alert. */
export function slotName(side: 'own' | 'rivals', about: string, polarity: Candidate['polarity']): string {
  return `${side} ${about} ${polarity}`
}

function keepQuotables(
  slots: Map<string, Candidate[]>,
  review: ReviewInput,
  labels: ReviewLabels,
  isAnonymous: (text: string) => boolean,
): void {
  const { id, competitor_id, source, rating, published_at } = review
  for (const sentence of labels.sentences) {
    const text = review.text.slice(sentence.start, sentence.end)
    if (!isPresentable(text) || sentence.signals.includes('prompt_injection') || sentence.signals.includes('abuse'))
      continue
    const alert = alertOf(sentence, rating)
    const candidate = { review: { id, competitor_id, source, rating, published_at }, text, alert }
    if (alert && competitor_id === null) {
      offer(
        slots,
        slotName('own', alert, 'negative'),
        { ...candidate, polarity: 'negative', probability: 1 },
        isAnonymous,
      )
    }
    for (const { aspect, topic, positive, negative } of sentence.aspects) {
      const probability = Math.abs(positive - negative)
      if (probability < QUOTE_PROBABILITY_MIN) continue
      const judged: Candidate = { ...candidate, polarity: positive > negative ? 'positive' : 'negative', probability }
      const side = competitor_id === null ? 'own' : 'rivals'
      offer(slots, slotName(side, aspect, judged.polarity), judged, isAnonymous)
      if (side === 'own' && topic) offer(slots, slotName(side, topic, judged.polarity), judged, isAnonymous)
    }
  }
}

/** Fit to be printed: short enough, and free of mark-up and of characters that cannot be seen. */
function isPresentable(text: string): boolean {
  return (
    text.length >= QUOTE_CHARS_MIN &&
    text.length <= QUOTE_CHARS_MAX &&
    text.split(/\s+/).length >= QUOTE_WORDS_MIN &&
    !/[\p{Cc}\p{Cf}\p{Co}<>{}[\]\\|]/u.test(text)
  )
}

function offer(
  slots: Map<string, Candidate[]>,
  slot: string,
  candidate: Candidate,
  isAnonymous: (text: string) => boolean,
): void {
  const kept = slots.get(slot) ?? []
  slots.set(slot, kept)
  const last = kept.at(-1)
  if (kept.length === QUOTABLES_PER_SLOT && last && byWorth(candidate, last) >= 0) return
  if (kept.some(({ review, text }) => review.id === candidate.review.id || text === candidate.text)) return
  if (!isAnonymous(candidate.text)) return
  kept.push(candidate)
  kept.sort(byWorth)
  if (kept.length > QUOTABLES_PER_SLOT) kept.pop()
}

/** Best evidence first: telling length, then certainty, then the newest; ties by id, so the order never depends on chance. */
function byWorth(a: Candidate, b: Candidate): number {
  return (
    fitness(b) - fitness(a) ||
    (b.review.published_at ?? '').localeCompare(a.review.published_at ?? '') ||
    a.review.id.localeCompare(b.review.id) ||
    a.text.localeCompare(b.text)
  )
}

function fitness({ text, probability, polarity, review }: Candidate): number {
  const telling = text.length >= 40 && text.length <= 200 ? 1 : 0
  // A complaint inside a five-star review is honest, but the one inside a two-star review shows what it costs.
  const fits = review.rating === null || (polarity === 'positive') === review.rating >= 4 ? 0.5 : 0
  return telling + fits + (probability > 0.7 ? 0.5 : 0)
}

/** Share, net and mass, as the records show them. */
export function shareOf(tally: Tally | undefined, side: Side): number {
  return tally && side.weight > 0 ? tally.mention / side.weight : 0
}

/** Positive minus negative of what was mentioned, -1 to 1; null without mentions. */
export function netOf(tally: Tally | undefined): number | null {
  return tally && tally.mention > 0 ? (tally.positive - tally.negative) / tally.mention : null
}

/** Aspects that anyone mentioned, in the order of the contract. */
export function mentionedAspects({ own, rivals }: Aggregate): Aspect[] {
  return ASPECTS.filter((aspect) => own.aspects.has(aspect) || rivals.aspects.has(aspect))
}

function emptySide(): Side {
  return {
    reviews: 0,
    weight: 0,
    reviews90d: 0,
    reviewsBefore: 0,
    stars: 0,
    starsWeight: 0,
    satisfaction: 0,
    aspects: new Map(),
    topics: new Map(),
    alerts: new Map(),
    months: new Map(),
  }
}

function tallyOf<K>(tallies: Map<K, Tally>, key: K): Tally {
  let tally = tallies.get(key)
  if (!tally) {
    tally = {
      mention: 0,
      positive: 0,
      negative: 0,
      mentions: 0,
      praises: 0,
      complaints: 0,
      complaints90d: 0,
      complaintsBefore: 0,
      complainStars: 0,
      complainStarsWeight: 0,
    }
    tallies.set(key, tally)
  }
  return tally
}

function monthOf(side: Side, name: string): Month {
  const known = side.months.get(name)
  if (known) return known
  const month: Month = { reviews: 0, ratingSum: 0, ratings: 0 }
  side.months.set(name, month)
  return month
}
