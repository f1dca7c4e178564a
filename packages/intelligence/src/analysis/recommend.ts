import * as bounds from '@generated/contract/bounds'
import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import { type Alert, alerts } from '../model/alert-reader.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { CompetitorLead, Quote, RecommendationDraft } from '../records.ts'
import { aspectOf, type Vocabulary } from '../vocabulary/taxonomy.ts'
import type { Aggregate, Side, Tally } from './aggregate.ts'
import {
  alertAspects,
  alertRationale,
  gravityOf,
  isConfirmed,
  isReported,
  isUncleanAsAWhole,
  unranked,
} from './alert-problems.ts'
import { namesCause } from './aspect-words.ts'
import { type Cause, causeOf } from './causes.ts'
import { commonSubjects, overlapOf } from './common-subjects.ts'
import { complaintsOf, namedTimes } from './complaint-sentences.ts'
import { countOf } from './counts.ts'
import { type LookedInto, lookInto } from './general-advice.ts'
import { hardlyRecurs, isPast, presentCountOf } from './past.ts'
import { hasPlay, type PlayFacts, playFor, speaksForPlay } from './playbook.ts'
import { isWidespread, type Problem, tallyIn } from './problem.ts'
import {
  type Candidate,
  isQuoted,
  naming,
  namingAspect,
  namingSubject,
  nextTo,
  ordinaryToo,
  quoteOf,
  reviewsOf,
  slotName,
} from './quotables.ts'
import { isPresent, presentOnes } from './quotes-of-age.ts'
import { repliesKey, repliesProblem } from './response-rate.ts'
import { scoreOf, weigh } from './score.ts'
import { withSubjects } from './subject-problems.ts'
import { type Subject, subjectOf, subjectsNamed } from './subjects.ts'

/** Each has a priority of its own, from 1. */
const recommendationsMax = bounds.Recommendation.priority.maximum
/**
 * A problem becomes a recommendation above the first score and stays one above the second, so that it is stable.
 */
const scoreToOpen = 15
const scoreToStay = 10
/** Problems with fewer complaining reviews are not reported. */
const complaintsMin = 2
/** Fewer complaining reviews than this are no problem if at least this many times as many reviews praise the aspect. */
const manyComplaints = 8
const praisedTimes = 3
/** The same for an open problem, so that one review more does not resolve it and one less does not open it again. */
const praisedTimesToStay = 4
const evidenceMax = 4
/** The number of reviews whose quotes show that complaints are about one aspect, and what advice is about. */
const quotesMin = 2
const oneQuoteShare = 0.1
const oneQuoteTimes = 2
/** A smaller difference in stars is not stated. */
const fewerStarsMin = 0.3
/** Of fewer reviews, one that is misread changes the difference by more than that. */
const fewerStarsReviewsMin = 8
const horizonDays = 90
/** The share of the complaints about an aspect at which a topic names the problem, and at which it keeps the name. */
const topicPart = 0.3
const topicPartToStay = 0.2
const urgentDays = 180
const dayMs = 86_400_000

/** Facts about the business that are not in its reviews. */
interface Known {
  trade: Trade
  vocabulary: Vocabulary
  openKeys: ReadonlySet<string>
  now: Date
}

/** Every problem in the reviews of the business, highest score first, without what is past. */
export function findProblems(
  { own, competitors, quotables }: Pick<Aggregate, 'own' | 'competitors' | 'quotables'>,
  { trade, vocabulary, openKeys, now }: Known,
): Problem[] {
  const ordinary: Problem[] = []
  for (const aspect of aspects) {
    const tally = own.aspects.get(aspect)
    if (aspect === 'general' || !tally || isPast(tally, own)) continue
    const topic = leadingTopic(aspect, tally, own, openKeys)
    if (!hasComplaints(tally, openKeys.has(topic ?? aspect))) continue
    const severity = aspect === 'safety' ? 1.5 : 1
    ordinary.push({
      aspect,
      topic,
      alert: null,
      cause: null,
      isCause: false,
      subject: null,
      quoted: null,
      tally,
      ...weigh(tally, own, competitors.aspects.get(aspect), severity),
    })
  }
  const problems = withCauses(ordinary, { own, competitors })
  for (const alert of alerts) {
    const tally = own.alerts.get(alert)
    if (tally && isReported(alert, tally) && !hasStopped(alert, tally, own))
      problems.push({
        aspect: alertAspects[alert],
        topic: null,
        alert,
        cause: null,
        isCause: false,
        subject: null,
        quoted: null,
        tally,
        ...weigh(tally, own, competitors.alerts.get(alert), 1.5),
      })
  }
  const found = withSubjects(problems, subjectProblems({ own, competitors }, trade), { own, vocabulary })
  // A report about health covers the ordinary complaint about safety.
  const isCovered = ({ aspect }: Problem) => aspect === 'safety' && found.some(({ alert }) => alert === 'health_safety')
  const isShown = (problem: Problem) => {
    const candidates = candidatesFor({ quotables }, problem, vocabulary)
    // What is shown by old reviews alone, and hardly recurs, is no present problem.
    const isOld = problem.alert === null && candidates.length > 0 && !candidates.some((one) => isPresent(one, now))
    if (isOld && hardlyRecurs(problem.tally, own)) return false
    const enough = openKeys.has(keyOf(problem)) ? 1 : quotesFor(problem, own)
    return !isOfAspectAlone(problem) || (!isCovered(problem) && reviewsOf(candidates) >= enough)
  }
  return found
    .filter(isShown)
    .sort((a, b) => b.score - a.score || b.tally.complaints - a.tally.complaints || keyOf(a).localeCompare(keyOf(b)))
    .filter(isOtherTopic)
    .map((problem) => ({ ...problem, quoted: quotedSubject(problem, { own, quotables }, { trade, vocabulary }) }))
}

/** The subjects for which advice about plates, portions or the kitchen does not fit. */
const drinks: ReadonlySet<string> = new Set(['coffee', 'tea', 'cocktails'])

/**
 * The subject of the aspect that most quotes name, at least two, and a third of the complaints. It is more specific
 * than the advice for the aspect: what is said about the coffee is nothing to discuss with the cooks. Null without one.
 */
function quotedSubject(
  problem: Problem,
  { own, quotables }: Pick<Aggregate, 'own' | 'quotables'>,
  { trade, vocabulary }: { trade: Trade; vocabulary: Vocabulary },
): Subject | null {
  const { aspect, alert, topic, cause, subject } = problem
  if (alert !== null || subject !== null || (cause !== null && !cause.onlyWithin)) return null
  const isPart = topic !== null && !vocabulary.topics.get(topic)?.whole
  const isSpecific = isPart && hasPlay(topic, trade)
  if (topic === 'quality.drinks') return null
  const named = candidatesFor({ quotables }, problem, vocabulary)
    .slice(0, evidenceMax)
    .map(({ text }) => subjectsNamed(text, trade))
  const isShared = (key: string) => {
    const times = named.filter((keys) => keys.includes(key)).length
    return times >= quotesMin && times * 2 > named.length
  }
  const keys = [...new Set(named.flat())].filter(
    (key) =>
      isShared(key) &&
      (drinks.has(key) || !isSpecific) &&
      overlapOf(key, aspect, own) >= Math.max(quotesMin, causePart * problem.tally.complaining) &&
      subjectOf(key)?.aspect === aspect,
  )
  return subjectOf(keys[0] ?? '') ?? null
}

/** Returns whether no problem before one has the same topic: a cause and an aspect whose topic it is say the same. */
function isOtherTopic({ topic }: Problem, index: number, problems: readonly Problem[]): boolean {
  return topic === null || problems.findIndex((other) => other.topic === topic) === index
}

/**
 * The number of quotes that a problem of one aspect needs: one is enough where a tenth of all reviews complain, and at
 * least twice as many as praise.
 */
function quotesFor({ tally: { complaining, praising } }: Problem, { reviews }: Side): number {
  return complaining >= oneQuoteShare * reviews && complaining >= oneQuoteTimes * praising ? 1 : quotesMin
}

/** Returns whether nothing but the aspect of its complaints is known of a problem. */
function isOfAspectAlone({ alert, cause, subject }: Problem): boolean {
  return alert === null && cause === null && subject === null
}

/** The subjects that complaints have in common, as problems. */
function subjectProblems(sides: Pick<Aggregate, 'own' | 'competitors'>, trade: Trade): Problem[] {
  const { own, competitors } = sides
  return commonSubjects(sides, trade).flatMap(({ subject, tally }) => {
    if (isPast(tally, own) || !hasComplaints(tally, false)) return []
    const weight = weigh(tally, own, competitors.subjects.get(subject.key), 1)
    return [
      {
        aspect: subject.aspect,
        topic: null,
        alert: null,
        cause: null,
        isCause: false,
        subject,
        quoted: null,
        tally,
        ...weight,
      },
    ]
  })
}

/** With fewer reviews that name it, a cause is not what customers complain about; nor below this part of a subject. */
const causeReviewsMin = 3
const causePart = 1 / 3
/** A subject is explained if at least this part of its complaints name causes that other problems state. */
const explainedPart = 0.5
/** A cause takes the place of a subject only if its score is at least this part of that of the subject. */
const weighsAsMuch = 0.8

/**
 * The problems with their causes. A cause that most complaints about its aspect name belongs to that problem; any other
 * that enough reviews name is a problem of its own, in place of the aspects whose complaints it explains. One with
 * common words only explains the complaints about its aspects.
 */
function withCauses(
  problems: readonly Problem[],
  { own, competitors }: Pick<Aggregate, 'own' | 'competitors'>,
): Problem[] {
  const result = problems.map((problem) => ({ ...problem }))
  const added: Problem[] = []
  for (const { cause, tally } of namedCauses(own)) {
    if (isPast(tally, own)) continue
    const explained = result
      .filter((problem) => problem.cause === null && isNamedIn(cause, problem))
      .sort(
        (a, b) =>
          partNaming(cause, b.tally) - partNaming(cause, a.tally) ||
          Number(b.aspect === cause.aspects[0]) - Number(a.aspect === cause.aspects[0]) ||
          b.score - a.score,
      )
    const alone: Problem = {
      aspect: cause.aspects[0],
      topic: cause.topic,
      alert: null,
      cause,
      isCause: true,
      subject: null,
      quoted: null,
      tally,
      ...weigh(tally, own, competitors.causes.get(cause.key), 1),
    }
    const most = explained.find((problem) => cause.onlyWithin || isMostOf(alone, problem))
    if (most) most.cause = cause
    else if (!cause.onlyWithin && hasComplaints(tally, false)) added.push(alone)
  }
  const stated = [...result, ...added].filter(({ cause }) => cause !== null)
  return [...result.filter((problem) => problem.cause !== null || !isExplained(problem, stated)), ...added]
}

/** The causes that at least three reviews name: the specific ones and those of most reviews first. */
export function namedCauses({ causes }: Side): { cause: Cause; tally: Tally }[] {
  return [...causes]
    .flatMap(([key, tally]) => {
      const cause = causeOf(key)
      return cause && tally.complaining >= causeReviewsMin ? [{ cause, tally }] : []
    })
    .sort(
      (a, b) =>
        Number(a.cause.onlyWithin) - Number(b.cause.onlyWithin) ||
        b.tally.complaining - a.tally.complaining ||
        a.cause.key.localeCompare(b.cause.key),
    )
}

function partNaming(cause: Cause, tally: Tally): number {
  return namedTimes(cause, tally) / tally.complaining
}

/** A topic with advice of its own is more specific than a cause with common words. */
function isNamedIn(cause: Cause, { aspect, tally, topic }: Problem): boolean {
  if (cause.onlyWithin && hasPlay(topic) && topic !== cause.topic) return false
  const times = namedTimes(cause, tally)
  return cause.aspects.includes(aspect) && times >= causeReviewsMin && times >= tally.complaining * causePart
}

/** Returns whether a cause is what most complaints about its own aspect name, and weighs less without them. */
function isMostOf({ cause, aspect, tally, score }: Problem, about: Problem): boolean {
  if (cause === null || aspect !== about.aspect || partNaming(cause, about.tally) < explainedPart) return false
  return about.tally.complaining >= tally.complaining || score < about.score * weighsAsMuch
}

/** Returns whether most complaints of a problem name the causes of others that weigh about as much. */
function isExplained({ tally: { complaining, causes }, score }: Problem, others: readonly Problem[]): boolean {
  const keys = new Set(
    others.flatMap(({ cause, score: other }) => (cause && other >= score * weighsAsMuch ? cause.key : [])),
  )
  const explained = [...causes].filter(([named]) => named.split(' ').some((key) => keys.has(key)))
  return explained.reduce((sum, [, count]) => sum + count, 0) >= complaining * explainedPart
}

/**
 * Returns whether an aspect has enough complaints to be a problem. A few among much praise are not, and those of
 * reviews with five stars do not count. Nor are two with four stars, whose writers are satisfied all the same.
 */
export function hasComplaints({ complaining, critical, praising }: Tally, isOpen: boolean): boolean {
  const times = isOpen ? praisedTimesToStay : praisedTimes
  const isMild = critical === 0 && complaining <= complaintsMin
  return complaining >= complaintsMin && !isMild && (complaining >= manyComplaints || complaining * times > praising)
}

/**
 * Returns whether nobody has reported an alert for 90 days, and the ordinary complaints from which it differs in
 * gravity alone have stopped.
 */
function hasStopped(alert: Alert, { complaints90d }: Tally, own: Side): boolean {
  const ordinary = own.aspects.get(alertAspects[alert])
  return ordinaryToo.has(alert) && complaints90d === 0 && ordinary !== undefined && isPast(ordinary, own)
}

/** A problem that may be recommended, with every quote that shows it. */
interface Proposal {
  problem: Problem
  problem_key: string
  aspect: Aspect
  urgent: boolean
  candidates: Candidate[]
}

interface Context extends Known {
  leads: readonly CompetitorLead[]
}

/** At most five recommendations, urgent ones first and then by score. A problem without evidence gets none. */
export function recommend(all: Aggregate, problems: Problem[], context: Context): RecommendationDraft[] {
  const proposals = problems.flatMap((problem) => proposalOf(problem, all, context) ?? [])
  // A report about health covers the ordinary complaint about safety.
  const covered = proposals.some(({ problem_key }) => problem_key === 'alert.health_safety')
  const ordered = proposals
    .filter(
      ({ problem_key, aspect, urgent }, index) =>
        (urgent || !covered || aspect !== 'safety' || problem_key.startsWith('alert.')) &&
        proposals.findIndex((one) => one.problem_key === problem_key) === index,
    )
    .sort((a, b) => gravity(a, all.own) - gravity(b, all.own) || b.problem.score - a.problem.score)
  const drafts: Omit<RecommendationDraft, 'priority'>[] = []
  for (const proposal of ordered) {
    const evidence = newEvidence(proposal, drafts, all)
    if (evidence.length > 0) drafts.push(draftOf(proposal, { evidence, before: [...drafts] }, all, context))
  }
  const replies = repliesDraft(all, context)
  if (replies) drafts.push(replies)
  return withinLimit(drafts).map((draft, index) => ({ priority: index + 1, ...draft }))
}

function proposalOf(
  problem: Problem,
  all: Aggregate,
  { vocabulary, openKeys, now }: Pick<Context, 'vocabulary' | 'openKeys' | 'now'>,
): Proposal | null {
  const problem_key = keyOf(problem)
  const { alert, aspect } = problem
  const ordinaryMin = openKeys.has(problem_key) ? scoreToStay : scoreToOpen
  const minimum = alert !== null || aspect === 'safety' || isWidespread(problem) ? 0 : ordinaryMin
  const enough = isOfAspectAlone(problem) ? quotesFor(problem, all.own) : 1
  const candidates = presentOnes(candidatesFor(all, problem, vocabulary), now, enough)
  if (problem.score < minimum || candidates.length === 0) return null
  const shown = candidates.slice(0, evidenceMax)
  const urgent = alert !== null && shown.some(({ review }) => isRecent(review.published_at, now))
  // An old warning that no recent review repeats is not urgent.
  return alert && !urgent ? null : { problem, problem_key, aspect, urgent, candidates }
}

/**
 * The quotes of a problem that no recommendation before it has. A problem of one aspect needs two, unless it has no
 * more. A kind of report that several reviews confirm is stated all the same.
 */
function newEvidence(
  { problem, candidates }: Proposal,
  before: readonly Pick<RecommendationDraft, 'evidence'>[],
  { own }: Aggregate,
): Quote[] {
  const shown = before.flatMap(({ evidence }) => evidence)
  const most = Math.min(evidenceMax, own.reviews)
  const quotes = candidates.map(quoteOf)
  const left = quotes.filter((quote) => !isQuoted(quote, shown))
  const { alert } = problem
  const tally = alert && own.alerts.get(alert)
  if (left.length === 0 && tally && isConfirmed(tally)) return quotes.slice(0, most)
  return isOfAspectAlone(problem) && left.length < Math.min(quotesFor(problem, own), quotes.length)
    ? []
    : left.slice(0, most)
}

function draftOf(
  { problem, problem_key, urgent, candidates }: Proposal,
  { evidence, before }: { evidence: Quote[]; before: LookedInto['before'] },
  all: Aggregate,
  { trade, vocabulary, leads }: Pick<Context, 'trade' | 'vocabulary' | 'leads'>,
): Omit<RecommendationDraft, 'priority'> {
  const { aspect, score, factors } = problem
  return {
    problem_key,
    aspect,
    score,
    ...wordingOf(problem, { trade, vocabulary, candidates }, { offers: all.offers, evidence, before, leads }),
    rationale: rationaleOf(problem, all, vocabulary, evidence),
    urgent,
    metric: metricOf(problem, all),
    factors,
    evidence,
  }
}

/**
 * As many recommendations as are shown, in their order. A subject that is beyond the limit takes the place of the last
 * ordinary problem that fewer reviews name, so that three reviews do not push out seven.
 */
function withinLimit<T extends Pick<RecommendationDraft, 'problem_key' | 'factors'>>(ordered: readonly T[]): T[] {
  const shown = new Set(ordered.slice(0, recommendationsMax))
  const isSubject = ({ problem_key }: T) => problem_key.startsWith('subject.')
  const isOrdinary = (draft: T) =>
    !isSubject(draft) && !draft.problem_key.startsWith('alert.') && draft.problem_key !== repliesKey
  for (const draft of ordered.slice(recommendationsMax).filter(isSubject)) {
    const rarer = [...shown].findLast((one) => isOrdinary(one) && one.factors.frequency < draft.factors.frequency)
    if (!rarer) continue
    shown.delete(rarer)
    shown.add(draft)
  }
  return ordered.filter((draft) => shown.has(draft))
}

/**
 * The order of recommendations before their scores: urgent and certain ones by their alert, those of several reviews
 * before those of one, which may be a misreading; then all others. Of the alerts that do not fit, none is graver than
 * one as often reported that does. A reply changes nothing about what went wrong, so replies come last.
 */
function gravity({ urgent, problem_key, aspect }: OrderedDraft, own: Side): number {
  if (problem_key === repliesKey) return unranked + 1
  const alert = alerts.find((each) => problem_key === `alert.${each}`)
  if (alert && urgent) return gravityOf(alert, own)
  return aspect === 'cleanliness' && !alert && isUncleanAsAWhole(own) ? gravityOf('hygiene', own) - 0.5 : unranked
}

type OrderedDraft = Pick<Proposal, 'urgent' | 'problem_key' | 'aspect'>

/** Reviews without a reply as a recommendation, if the numbers justify one. */
function repliesDraft(
  all: Aggregate,
  { trade, openKeys, now }: Pick<Context, 'trade' | 'openKeys' | 'now'>,
): Omit<RecommendationDraft, 'priority'> | null {
  const problem = repliesProblem(all, now)
  if (!problem || problem.evidence.length === 0) return null
  const score = scoreOf(problem.factors)
  if (score < (openKeys.has(repliesKey) ? scoreToStay : scoreToOpen)) return null
  const { play, ...facts } = problem
  const wording = playFor(trade, 'communication', play, { offers: all.offers, evidence: facts.evidence })
  return { problem_key: repliesKey, aspect: 'communication', score, urgent: false, ...wording, ...facts }
}

/** Stable name of a problem: `alert.x`, `subject.x`, `aspect.topic` or `aspect`. */
function keyOf({ aspect, topic, alert, subject }: Problem): string {
  if (subject) return `subject.${subject.key}`
  return alert ? `alert.${alert}` : (topic ?? aspect)
}

function leadingTopic(aspect: Aspect, tally: Tally, own: Side, openKeys: ReadonlySet<string>): string | null {
  let leader: { topic: string; complaints: number } | null = null
  for (const [topic, { negative }] of [...own.topics].sort(([a], [b]) => a.localeCompare(b))) {
    if (aspectOf(topic) !== aspect) continue
    if (openKeys.has(topic) && negative >= tally.negative * topicPartToStay) return topic
    if (negative >= tally.negative * topicPart && negative > (leader?.complaints ?? 0))
      leader = { topic, complaints: negative }
  }
  return leader?.topic ?? null
}

function wordingOf(
  problem: Problem,
  { trade, vocabulary, candidates }: Pick<Context, 'trade' | 'vocabulary'> & { candidates: readonly Candidate[] },
  facts: PlayFacts & Pick<LookedInto, 'evidence' | 'before' | 'leads'>,
): Pick<RecommendationDraft, 'title' | 'action' | 'effort'> {
  const { alert, aspect, topic, cause, subject, quoted } = problem
  const about = subject ?? quoted
  if (about) return lookInto(about, { ...problem, ...facts })
  // A cause with common words explains the complaints; the playbook has advice for what is quoted of them.
  if (cause && !cause.onlyWithin) return { ...cause.adviceIn(trade), effort: cause.effort }
  if (alert) return playFor(trade, `alert.${alert}`, null, facts)
  const named = { aspect, topic: hasPlay(topic, trade) ? topic : null }
  const fit = candidates.filter(
    ({ text }) => namesCause(text, named, trade) || speaksForPlay(trade, aspect, topic, text),
  )
  if (cause !== null || reviewsOf(fit) >= quotesMin) return playFor(trade, aspect, topic, facts)
  return lookInto({ name: vocabulary.labels[aspect].toLowerCase(), action: null }, { ...problem, ...facts })
}

/**
 * The sentences that show a problem, best first. What reports a danger or discrimination is evidence of that alone, and
 * a quote about another topic of the aspect is used only where this one has too few, or the topic is the aspect as a
 * whole. A report that cannot be quoted, for example because it names a person, is shown by a complaint of the same
 * review.
 */
function candidatesFor({ quotables }: Pick<Aggregate, 'quotables'>, problem: Problem, vocabulary: Vocabulary) {
  const { alert, topic, aspect, cause, subject } = problem
  const isPart = topic !== null && !vocabulary.topics.get(topic)?.whole
  const inSlots = (...names: string[]) =>
    distinct(names.flatMap((about) => quotables.get(slotName('own', about, 'negative')) ?? []))
  const ordinary = (candidates: Candidate[]) =>
    candidates.filter(({ alerts: reported }) => reported.every((one) => ordinaryToo.has(one)))
  if (alert) {
    const reports = inSlots(alert)
    return reports.length > 0 ? reports : inSlots(nextTo(alert))
  }
  if (subject) return ordinary(inSlots(namingSubject(subject.key)))
  const named = cause ? ordinary(inSlots(naming(cause.key))) : []
  if (named.length > 0) return named
  const slots = [...(isPart ? [topic] : []), aspect, namingAspect(aspect)]
  const wider = slots.map((_, index) => ordinary(inSlots(...slots.slice(0, index + 1))))
  return wider.find((found) => reviewsOf(found) >= quotesMin) ?? wider.at(-1) ?? []
}

/** The first candidate of each review and of each text. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    ({ review, text }, index) =>
      candidates.findIndex((other) => other.review.id === review.id || other.text === text) === index,
  )
}

function rationaleOf(
  problem: Problem,
  { own, competitors, alertWords }: Aggregate,
  vocabulary: Vocabulary,
  evidence: readonly Quote[],
): string {
  const { tally, starDifference, alert, quoted } = problem
  if (alert) return alertRationale(alert, { own, alertWords }, evidence)
  const fewer = fewerStarsOf(tally, own)
  const stars =
    quoted === null &&
    starDifference !== null &&
    fewer >= fewerStarsMin &&
    tally.complainingRated >= fewerStarsReviewsMin
      ? [`Customers who complain about this give ${fewer.toFixed(1)} stars fewer on average.`]
      : []
  return [...complaintsOf(problem, { own, competitors }, vocabulary), ...stars].join(' ')
}

/** The average stars of reviews without the complaint minus those with it, each review counting the same. */
function fewerStarsOf({ complainingStars, complainingRated }: Tally, { starsSum, rated }: Side): number {
  const others = rated - complainingRated
  if (complainingRated === 0 || others === 0) return 0
  return (starsSum - complainingStars) / others - complainingStars / complainingRated
}

/**
 * Half of the present complaints, or the competitors' level if that is nearer: a target that is reachable within the
 * horizon.
 */
function metricOf(problem: Problem, { own, competitors }: Aggregate): RecommendationDraft['metric'] {
  const { factors, alert, quoted } = problem
  // For an event that must never happen, the only target is that no review reports it again.
  if (alert) {
    return { name: 'negative_share', current: factors.frequency, target: 0, horizon_days: horizonDays }
  }
  // Advice about a subject is measured by the complaints about it, and not by all about its aspect.
  const tallyOf = (side: Side) => (quoted ? side.subjects.get(quoted.key) : tallyIn(problem, side))
  const current = presentCountOf(tallyOf(own) ?? problem.tally, own).share
  const theirShare = countOf(tallyOf(competitors), competitors, 'complaints').share
  const target = Math.max(current / 2, Math.min(theirShare, current))
  return {
    name: 'negative_share',
    current,
    target: roundToThousandth(Math.min(target, current * 0.75)),
    horizon_days: horizonDays,
  }
}

function isRecent(publishedAt: string | null, now: Date): boolean {
  return publishedAt !== null && now.getTime() - Date.parse(publishedAt) <= urgentDays * dayMs
}
