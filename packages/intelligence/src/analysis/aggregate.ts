import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import { embeddedEngine } from '../engine.ts'
import { type AspectLabel, labelReview, type ReviewLabels } from '../labels/labels.ts'
import { addOffers, type Offer } from '../labels/offers.ts'
import { mayNamePerson } from '../labels/personal-data.ts'
import { countedSides, fullStars, type ReadingWindow, readingWindows, readReview, sidesOf } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import type { Period } from '../records.ts'
import { vocabularyOf } from '../vocabulary/taxonomy.ts'
import { type AlertWords, keepAlertWords } from './alert-words.ts'
import { causesIn } from './causes.ts'
import { addToFollowUp, type DoneRecommendation, emptyFollowUp, type FollowUpTally } from './follow-up-tally.ts'
import { wordOfKey } from './open-words.ts'
import { type Candidate, keepQuotables, lowStarsMax, type Shown } from './quotables.ts'
import { newerFirst, presentDays } from './quotes-of-age.ts'
import { type CountedReview, reportedAlerts, reportsBySentence } from './reports.ts'
import { type StrengthMentions, strengthsIn } from './strengths.ts'
import { addOverlaps, type SubjectMentions, subjectsIn } from './subjects.ts'

/** Sums over reviews for one aspect or topic; each review counts once, by the sentence that says it clearest. */
export interface Tally {
  /** Recency-weighted probability mass. */
  mention: number
  positive: number
  negative: number
  /** The same without weights. */
  mentions: number
  praises: number
  complaints: number
  /** Whole reviews that mention, judge, praise and complain, as `countedSides` decides; complaining ones of 90 days. */
  mentioning: number
  judging: number
  praising: number
  complaining: number
  complaining90d: number
  /** Complaining reviews without a date, which may be older or newer than that. */
  complainingUndated: number
  /** Reviews of which a sentence judges the aspect in words that belong to it: see `keepQuotables`. */
  shown: number
  /** The same for complaints; of a subject, reviews of which a sentence complains about it when it is read alone. */
  shownComplaints: number
  /** Complaining reviews that do not have five stars; of others, only reports of alerts count as complaining. */
  dissatisfied: number
  /** Complaining reviews that have at most three stars, or none. */
  critical: number
  /** Judging and praising reviews by window of 90 days, the newest first. */
  windows: ReadingWindow[]
  /** Unweighted mass of complaints of the last 90 days and before. */
  complaints90d: number
  complaintsBefore: number
  /** The stars of complaining reviews, and the number of those that have stars. */
  complainingStars: number
  complainingRated: number
  /** Recency-weighted stars of reviews with a complaint, and their total weight. */
  complainStars: number
  complainStarsWeight: number
  /** Complaining reviews by the causes that they name, as their keys in order, joined by a space. */
  causes: Map<string, number>
}

interface Month {
  ratingSum: number
  ratings: number
}

/** Sums over all reviews, including those without text and those in other languages. */
interface Satisfaction {
  /** Recency-weighted satisfaction, 0 to 1, from stars or, without them, from the text. */
  satisfaction: number
  weight: number
  /** Recency-weighted stars, and their total weight. */
  stars: number
  starsWeight: number
  /** Reviews with four or five stars, and with one or two. */
  satisfied: number
  dissatisfied: number
  /** Stars of the last 90 days and before, unweighted. */
  recent: Stars
  before: Stars
}

export interface Stars {
  count: number
  sum: number
  /** Sum of squares, for the standard error of the average. */
  squares: number
}

/** The sums over the reviews of one business. Their size does not depend on the number of reviews. */
export interface Side {
  reviews: number
  /** Recency-weighted number of reviews. */
  weight: number
  reviews90d: number
  reviewsBefore: number
  /** The stars of the analyzed reviews, and the number of those that have stars. */
  starsSum: number
  rated: number
  /** The same, recency-weighted. */
  stars: number
  starsWeight: number
  standing: Satisfaction
  aspects: Map<Aspect, Tally>
  topics: Map<string, Tally>
  alerts: Map<Alert, Tally>
  /** The causes that complaints name, by key. */
  causes: Map<string, Tally>
  /** The subjects that reviews complain about or praise, by key. */
  subjects: Map<string, Tally>
  /** The strengths that reviews praise, by key: see `strengths.ts`. */
  strengths: Map<string, Tally>
  /** Reviews that praise a thing of a strength, by the key of the strength and the words of the thing. */
  praisedItems: Map<string, number>
  /** Reviews that complain about a subject and say something else, by both keys; the other may be a subject as well. */
  overlaps: Map<string, number>
  /** The number of sentences that complain, about anything. */
  complainingSentences: number
  months: Map<string, Month>
  replies: Replies
}

/** The reviews of which it is known whether the owner replied. */
export interface Replies {
  known: number
  replied: number
  /** Reviews whose source does not show replies; they are in none of the other numbers. */
  unknown: number
  /** Reviews with four or five stars, and with three or fewer. */
  favorable: Replied
  critical: Replied
  /** Reviews without a reply that have one or two stars. */
  unansweredLow: number
  /** Reviews without a reply that have an alert. */
  unansweredAlerts: number
}

export interface Replied {
  known: number
  replied: number
}

export interface Aggregate {
  own: Side
  /** All competitors together. */
  competitors: Side
  /** Each competitor by id. */
  byCompetitor: Map<string, Side>
  notAnalyzed: number
  /** Reviews with text, by language as ISO 639-1 or `und`. */
  languages: Map<string, number>
  /** The effect of the recommendations that were marked as done. */
  followUps: FollowUpTally[]
  /** Offers that exist according to reviews of the business, so that they are not recommended. */
  offers: Set<Offer>
  /** The best few sentences per slot (see `slotName`), newer ones first; all other sentences are dropped. */
  quotables: Map<string, Candidate[]>
  /** The words of quoted reviews that report something serious. */
  alertWords: AlertWords
}

const dayMs = 86_400_000
/** The assumed age of a review without a date: the middle of the period. */
const undatedAgeDays = 180
const satisfiedStarsMin = 4
/** An alert or a cause is read from words that are probably, not certainly, meant literally. */
export const alertMention = 0.9
const reportLabel: AspectLabel = { aspect: 'safety', topic: null, mention: alertMention, positive: 0, negative: 0.8 }
const praiseLabel: AspectLabel = { ...reportLabel, positive: reportLabel.negative, negative: 0 }

/** Reads the reviews once, in constant memory. Reviews outside `period` and of unknown competitors are skipped. */
export async function aggregate(input: {
  reviews: Iterable<ReviewInput> | AsyncIterable<ReviewInput>
  businessName: string
  competitors: { id: `cmp_${string}`; name: string; trade?: Trade }[]
  trade: Trade
  period: Period
  doneRecommendations: readonly DoneRecommendation[]
  now: Date
}): Promise<Aggregate> {
  const trades = new Map(input.competitors.map(({ id, trade }) => [id, trade ?? input.trade]))
  const result: Aggregate = {
    own: emptySide(),
    competitors: emptySide(),
    byCompetitor: new Map(input.competitors.map(({ id }) => [id, emptySide()])),
    notAnalyzed: 0,
    languages: new Map(),
    followUps: input.doneRecommendations.map(emptyFollowUp),
    offers: new Set(),
    quotables: new Map(),
    alertWords: new Map(),
  }
  const older = new Map<string, Candidate[]>()
  // Names of the businesses are not names of people and may be quoted.
  const names = wordsOf([input.businessName, ...input.competitors.map(({ name }) => name)])
  const from = Date.parse(input.period.from)
  const to = Date.parse(input.period.to)

  for await (const review of input.reviews) {
    const published = review.published_at === null ? null : Date.parse(review.published_at)
    if (published !== null && (published < from || published > to)) continue
    const trade = review.competitor_id === null ? input.trade : trades.get(review.competitor_id)
    if (trade === undefined) continue
    const stored = review.labels?.version === embeddedEngine.version ? review.labels : null
    const labels = stored ?? labelReview(review.text, { trade })
    if (review.text.trim() !== '')
      result.languages.set(labels.language, (result.languages.get(labels.language) ?? 0) + 1)
    const ageDays = published === null ? undatedAgeDays : Math.max(0, (input.now.getTime() - published) / dayMs)
    const reports = reportsBySentence(review, labels, nameOfReviewed(review, input))
    const alerts = reportedAlerts(review, labels, reports)
    const reading: CountedReview = { ...readReview(review, labels, ageDays), alerts }
    for (const side of countedIn(result, review)) {
      addStanding(side, reading, labels.analyzable)
      addReply(side.replies, review, reading)
    }
    if (review.competitor_id === null)
      for (const tally of result.followUps) addToFollowUp(tally, review, labels.analyzable ? reading : null)
    if (!labels.analyzable) {
      result.notAnalyzed += 1
      continue
    }
    const quotables = ageDays > presentDays ? older : result.quotables
    addText(result, quotables, { review, labels, reading, reports, trade, names })
    if (review.competitor_id === null)
      keepAlertWords(result.alertWords, [result.quotables, older], { ...review, labels, reports, alerts })
  }
  return { ...result, quotables: newerFirst(result.quotables, older) }
}

/** A review in English, and what its words say. */
interface ReadText {
  review: ReviewInput
  labels: ReviewLabels
  reading: CountedReview
  reports: ReturnType<typeof reportsBySentence>
  trade: Trade
  /** Words of names that may be quoted. */
  names: ReadonlySet<string>
}

/** Counts what the words of a review say, and keeps the sentences that may be quoted. */
function addText(result: Aggregate, quotables: Aggregate['quotables'], text: ReadText): void {
  const { review, labels, reading, reports, trade, names } = text
  const isOwn = review.competitor_id === null
  const causes = causesIn(review, labels, trade)
  const subjects = subjectsIn(review, labels, trade)
  const named = [...new Set(causes.flat())].sort()
  const strengths = strengthsIn(review, labels, trade)
  addSubjects(isOwn ? result.own : result.competitors, reading, { causes: named, subjects })
  if (isOwn) addOffers(result.offers, review.text, labels)
  const shown = keepQuotables(quotables, {
    review,
    labels,
    reading,
    causes,
    subjects: subjects.bySentence,
    strengths: strengths.bySentence,
    reports,
    trade,
    isAnonymous: (quote) => !mayNamePerson(quote, vocabularyOf(trade), names),
  })
  for (const side of countedIn(result, review)) {
    addReview(side, reading, { causes: named, strengths })
    addShown(side, shown)
  }
}

/** The sides that a review counts for: the business, or all competitors and one of them. */
function countedIn({ own, competitors, byCompetitor }: Aggregate, { competitor_id }: ReviewInput): Side[] {
  if (competitor_id === null) return [own]
  const side = byCompetitor.get(competitor_id)
  return side ? [competitors, side] : [competitors]
}

function nameOfReviewed(
  { competitor_id }: ReviewInput,
  { businessName, competitors }: { businessName: string; competitors: { id: string; name: string }[] },
): string {
  return competitor_id === null ? businessName : (competitors.find(({ id }) => id === competitor_id)?.name ?? '')
}

function wordsOf(names: string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}']+/u)))
}

/** Counts the stars; a review without them counts by its words, if they could be read. */
function addStanding(
  side: Side,
  { weight, recent, rating, satisfaction, month: name }: CountedReview,
  analyzable: boolean,
): void {
  const { standing } = side
  if (rating !== null || analyzable) {
    standing.satisfaction += weight * satisfaction
    standing.weight += weight
  }
  if (rating === null) return
  standing.stars += weight * rating
  if (rating >= satisfiedStarsMin) standing.satisfied += 1
  if (rating <= lowStarsMax) standing.dissatisfied += 1
  standing.starsWeight += weight
  const stars = recent ? standing.recent : standing.before
  stars.count += 1
  stars.sum += rating
  stars.squares += rating * rating
  if (name === null) return
  const month = monthOf(side, name)
  month.ratingSum += rating
  month.ratings += 1
}

function addReply(replies: Replies, { owner_replied }: ReviewInput, { rating, alerts }: CountedReview): void {
  if (owner_replied === null) {
    replies.unknown += 1
    return
  }
  replies.known += 1
  if (rating !== null) {
    const part = rating >= satisfiedStarsMin ? replies.favorable : replies.critical
    part.known += 1
    if (owner_replied) part.replied += 1
  }
  if (owner_replied) {
    replies.replied += 1
    return
  }
  if (alerts.size > 0 && rating !== fullStars) replies.unansweredAlerts += 1
  else if (rating !== null && rating <= lowStarsMax) replies.unansweredLow += 1
}

function addReview(
  side: Side,
  reading: CountedReview,
  { causes, strengths }: { causes: readonly string[]; strengths: Omit<StrengthMentions, 'bySentence'> },
): void {
  for (const key of strengths.praised) addLabel(tallyOf(side.strengths, key), praiseLabel, reading)
  for (const key of strengths.blamed) addLabel(tallyOf(side.strengths, key), reportLabel, reading)
  for (const { key, item } of strengths.items)
    side.praisedItems.set(`${key} ${item}`, (side.praisedItems.get(`${key} ${item}`) ?? 0) + 1)
  const { weight, recent, rating } = reading
  side.reviews += 1
  side.weight += weight
  if (recent) side.reviews90d += 1
  else side.reviewsBefore += 1
  if (rating !== null) {
    side.starsSum += rating
    side.rated += 1
    side.stars += weight * rating
    side.starsWeight += weight
  }
  for (const [aspect, label] of reading.aspects) {
    const tally = tallyOf(side.aspects, aspect)
    addLabel(tally, label, reading)
    const named = causes.join(' ')
    if (named !== '' && countedSides(label, rating).complains)
      tally.causes.set(named, (tally.causes.get(named) ?? 0) + 1)
  }
  for (const cause of causes) addLabel(tallyOf(side.causes, cause), reportLabel, reading)
  for (const [topic, label] of reading.topics) addLabel(tallyOf(side.topics, topic), label, reading)
  for (const alert of reading.alerts) addLabel(tallyOf(side.alerts, alert), reportLabel, reading)
}

function addShown({ aspects: tallies }: Side, { judged, complained }: Shown): void {
  for (const aspect of judged) tallyOf(tallies, aspect).shown += 1
  for (const aspect of complained) tallyOf(tallies, aspect).shownComplaints += 1
}

/** Counts subjects on the side of the business or that of all competitors. */
function addSubjects(
  side: Side,
  reading: CountedReview,
  { causes, subjects }: { causes: readonly string[]; subjects: SubjectMentions },
): void {
  side.complainingSentences += subjects.complainingSentences
  for (const key of subjects.complained) addLabel(tallyOf(side.subjects, key), reportLabel, reading)
  for (const key of subjects.praised) addLabel(tallyOf(side.subjects, key), praiseLabel, reading)
  const clear = subjects.bySentence.flat().flatMap(({ key, isClear }) => (isClear ? [key] : []))
  for (const key of new Set(clear)) tallyOf(side.subjects, key).shownComplaints += 1
  const complained = [...reading.aspects].flatMap(([aspect, label]) =>
    aspect !== 'general' && countedSides(label, reading.rating).complains ? [aspect] : [],
  )
  const alerts = [...reading.alerts].map((alert) => `alert.${alert}`)
  const causeKeys = causes.map((key) => `cause.${key}`)
  const subjectKeys = subjects.complained.flatMap((key) => (wordOfKey(key) === null ? [`subject.${key}`] : []))
  addOverlaps(side.overlaps, subjects.complained, [...complained, ...alerts, ...causeKeys, ...subjectKeys])
}

function addLabel(tally: Tally, label: AspectLabel, { weight, recent, rating, window }: CountedReview): void {
  const positive = positiveOf(label)
  const negative = negativeOf(label)
  tally.mention += weight * label.mention
  tally.positive += weight * positive
  tally.negative += weight * negative
  tally.mentions += label.mention
  tally.praises += positive
  tally.complaints += negative
  const sides = label === reportLabel ? sidesOf(label) : countedSides(label, rating)
  if (sides.mentions) tally.mentioning += 1
  const isJudged = sides.praises || sides.complains
  if (isJudged) tally.judging += 1
  if (sides.praises) tally.praising += 1
  const counted = window === null ? undefined : tally.windows[window]
  if (counted && isJudged) counted.judging += 1
  if (counted && sides.praises) counted.praising += 1
  if (sides.complains) tally.complaining += 1
  if (sides.complains && rating !== null) {
    tally.complainingStars += rating
    tally.complainingRated += 1
  }
  if (sides.complains && recent) tally.complaining90d += 1
  if (sides.complains && window === null) tally.complainingUndated += 1
  if (sides.complains && rating !== fullStars) tally.dissatisfied += 1
  if (sides.complains && (rating === null || rating < satisfiedStarsMin)) tally.critical += 1
  if (recent) tally.complaints90d += negative
  else tally.complaintsBefore += negative
  if (rating !== null) {
    tally.complainStars += weight * negative * rating
    tally.complainStarsWeight += weight * negative
  }
}

/** Divides a review that praises and complains, so that positive and negative never exceed the mention. */
function positiveOf({ mention, positive, negative }: AspectLabel): number {
  return positive * Math.min(1, mention / Math.max(positive + negative, Number.EPSILON))
}

function negativeOf({ mention, positive, negative }: AspectLabel): number {
  return negative * Math.min(1, mention / Math.max(positive + negative, Number.EPSILON))
}

/** Share, net and mass, as the records show them. */
export function shareOf(tally: Tally | undefined, side: Side): number {
  return tally && side.weight > 0 ? tally.mention / side.weight : 0
}

/** Positive minus negative of what was mentioned, -1 to 1; null without mentions. */
export function netOf(tally: Tally | undefined): number | null {
  return tally && tally.mention > 0 ? (tally.positive - tally.negative) / tally.mention : null
}

/** The mentioned aspects, in the order of the contract. */
export function mentionedAspects({ own, competitors }: Aggregate): Aspect[] {
  return aspects.filter((aspect) => own.aspects.has(aspect) || competitors.aspects.has(aspect))
}

function emptySide(): Side {
  return {
    reviews: 0,
    weight: 0,
    reviews90d: 0,
    reviewsBefore: 0,
    starsSum: 0,
    rated: 0,
    stars: 0,
    starsWeight: 0,
    standing: {
      satisfaction: 0,
      weight: 0,
      stars: 0,
      starsWeight: 0,
      satisfied: 0,
      dissatisfied: 0,
      recent: { count: 0, sum: 0, squares: 0 },
      before: { count: 0, sum: 0, squares: 0 },
    },
    aspects: new Map(),
    topics: new Map(),
    alerts: new Map(),
    causes: new Map(),
    subjects: new Map(),
    strengths: new Map(),
    praisedItems: new Map(),
    overlaps: new Map(),
    complainingSentences: 0,
    months: new Map(),
    replies: {
      known: 0,
      replied: 0,
      unknown: 0,
      favorable: { known: 0, replied: 0 },
      critical: { known: 0, replied: 0 },
      unansweredLow: 0,
      unansweredAlerts: 0,
    },
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
      mentioning: 0,
      judging: 0,
      praising: 0,
      complaining: 0,
      complaining90d: 0,
      complainingUndated: 0,
      shown: 0,
      shownComplaints: 0,
      dissatisfied: 0,
      critical: 0,
      windows: Array.from({ length: readingWindows }, () => ({ judging: 0, praising: 0 })),
      complaints90d: 0,
      complaintsBefore: 0,
      complainingStars: 0,
      complainingRated: 0,
      complainStars: 0,
      complainStarsWeight: 0,
      causes: new Map(),
    }
    tallies.set(key, tally)
  }
  return tally
}

function monthOf(side: Side, name: string): Month {
  const known = side.months.get(name)
  if (known) return known
  const month: Month = { ratingSum: 0, ratings: 0 }
  side.months.set(name, month)
  return month
}
