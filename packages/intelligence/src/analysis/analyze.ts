import * as bounds from '@generated/contract/bounds'
import type { Aspect, FailureReason, Trade } from '@generated/contract/enums'
import type { ReviewInput } from '../labels/review-input.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type {
  AnalysisCompleted,
  AnalysisSample,
  AnalysisSummary,
  LanguageCount,
  Period,
  Quote,
  ReviewStats,
  Theme,
} from '../records.ts'
import { aspectOf, fitted, type Vocabulary, vocabularyOf } from '../vocabulary/taxonomy.ts'
import { type Aggregate, aggregate, mentionedAspects, netOf, type Side, shareOf, type Tally } from './aggregate.ts'
import { alertsAmong, reportedBy, reportNamed } from './alert-problems.ts'
import { type CommonStrength, commonStrengths, namedLeads } from './common-strengths.ts'
import { compareAspect, compareOverall, inComparison, mentionsMin } from './compare.ts'
import { complaintsOf, topicName } from './complaint-sentences.ts'
import { countOf, plural, reviewsThat } from './counts.ts'
import { followUpOf } from './follow-up.ts'
import type { DoneRecommendation } from './follow-up-tally.ts'
import { languageCountsOf, unreadLanguages } from './languages.ts'
import { leadsOf } from './leads.ts'
import { hardlyRecurs, isPast, isPastPraise } from './past.ts'
import { pastComplaints, pastPraise } from './past-lines.ts'
import { isReportable, type Problem, slotOf } from './problem.ts'
import { quotesFrom, reviewsOf, slotName } from './quotables.ts'
import { findProblems, recommend } from './recommend.ts'
import { writeReport } from './report.ts'

export interface AnalysisInput {
  business: { id: string; name: string; trade: Trade }
  /** Every tracked competitor, with or without reviews. Its reviews are read by its own trade, if it has one. */
  competitors: { id: `cmp_${string}`; name: string; review_stats: ReviewStats; trade?: Trade }[]
  /** Reviews of the business and of its competitors, in any order; read once. */
  reviews: Iterable<ReviewInput> | AsyncIterable<ReviewInput>
  period: Period
  /** The themes of the previous analysis, for `change`. */
  previous: { themes: Theme[] } | null
  /** The open recommendations: known problems keep their name and stay until they are clearly settled. */
  openRecommendations: { problem_key: string }[]
  /** Recommendations that were marked as done within the period, newest mark first; the effect of each is stated. */
  doneRecommendations: DoneRecommendation[]
  now: Date
}

interface AnalysisFailed {
  status: 'failed'
  reason: Exclude<FailureReason, 'internal_error'>
  message: string
  sample: AnalysisSample
  languages: LanguageCount[]
}

const positivesMax = 5
/** The number of strengths that are stated by name, before the aspects. */
const namedMax = 3
const negativesMax = 6
const { strengths: strengthsBounds, weaknesses: weaknessesBounds } = bounds.Competitor
/** The minimum net sentiment of a strength. */
const strengthNetMin = 0.25
/** The minimum share of reviews that complain about a weakness. */
const weaknessFrequencyMin = 0.04
/** The number of reviews whose quotes show praise or a theme, and the share of reviews from which one is enough. */
const quotesMin = 2
const oneQuoteShare = 0.25
/** The number of reviews of one side that make a theme, and that make one with fewer quotes. */
const themeMentionsMin = 3
const themeWithoutQuoteMin = 8
/** The number of reviews of both sides that judge a theme in words that belong to it, unless this many mention it. */
const themeShownMin = 3
const themeWithoutWordsMin = 20
/** The number of own reviews in which an important theme usually shows. */
const reviewsEnough = 20

/**
 * Analyzes the reviews of a business and its competitors. Pure: the same input gives the same output, and memory does
 * not grow with the number of reviews. Fails only when no review could be read; the result has the
 * reason.
 */
export async function analyze(input: AnalysisInput): Promise<AnalysisCompleted | AnalysisFailed> {
  const { business, competitors, now } = input
  const all = await aggregate({ ...input, businessName: business.name, trade: business.trade })
  const sample = {
    own_reviews: all.own.reviews,
    competitor_reviews: all.competitors.reviews,
    not_analyzed: all.notAnalyzed,
  }
  const languages = languageCountsOf(all.languages)
  if (all.own.reviews + all.competitors.reviews === 0)
    return { status: 'failed', sample, languages, ...failureOf(languages, all.notAnalyzed) }

  const vocabulary = fitted(vocabularyOf(business.trade), topicMentions(all.own))
  const openKeys = new Set(input.openRecommendations.map(({ problem_key }) => problem_key))
  const problems = findProblems(all, { trade: business.trade, vocabulary, openKeys, now })
  const leads = leadsOf(all, competitors, { period: input.period, vocabulary })
  const recommendations = recommend(all, problems, { trade: business.trade, vocabulary, openKeys, leads, now })
  const reported = alertsAmong(recommendations)
  const complaints = complaintLines(problems, all, vocabulary)
  const named = commonStrengths(all).slice(0, namedMax)
  const { strengths, past } = praiseAndPast(all, { vocabulary, trade: business.trade, problems, named })
  const themes = themesOf(all, vocabulary, { previous: input.previous, problems })
  const summary: AnalysisSummary = {
    positives: orTooFew(
      [
        ...named.map((strength) => namedPraiseOf(strength, all)),
        ...strengths.map((aspect) => praiseOf(aspect, all, { vocabulary, named })),
      ].slice(0, positivesMax),
      all.own,
      'what customers praise',
    ),
    negatives: orTooFew(
      [...reported.map((alert) => `${reportedBy(alert, all.own)}.`), ...complaints, ...past],
      all.own,
      'what customers complain about',
    ),
    priorities: recommendations.map(({ priority, action }) => ({ priority, action })),
  }
  const result = {
    competitors_analyzed: [...all.byCompetitor.values()].filter(({ reviews }) => reviews > 0).length,
    summary,
    sample,
    languages,
    themes,
    comparison: competitors.map(({ id, name, review_stats }) => ({
      competitor_id: id,
      name,
      review_stats,
      verdict: compareOverall(all.own, all.byCompetitor.get(id)),
    })),
    leads,
    follow_up: all.followUps.map((tally) => followUpOf(tally, vocabulary)),
    standings: competitors.map(({ id }) => standingOf(id, all)),
    recommendations,
  }
  const report = writeReport({
    business,
    all,
    vocabulary,
    strengths,
    named,
    namedLeads: namedLeads(all, competitors),
    past,
    problems,
    reported: reported.map((alert) => reportNamed(alert, all.own)),
    complaints,
    ...result,
  })
  return { status: 'completed', ...result, report }
}

/** The aspects that customers praise, and what they said before the last 90 days and no longer say, as sentences. */
function praiseAndPast(
  all: Aggregate,
  {
    vocabulary,
    trade,
    problems,
    named,
  }: { vocabulary: Vocabulary; trade: Trade; problems: readonly Problem[]; named: readonly CommonStrength[] },
): { strengths: Aspect[]; past: string[] } {
  const praised = mostPraisedFirst(strengthsOf(all.own, all.competitors), all.own)
  const shown = praised.filter((aspect) => isShownAsPraise(aspect, all))
  const stated = problems.filter(isReportable)
  const ended = shown.filter((aspect) => stated.every((problem) => problem.aspect !== aspect))
  return {
    strengths: shown.filter((aspect) => !isPastPraise(aspect, all.own) && !isNamedMoreOften(aspect, named, all.own)),
    past: [
      ...pastComplaints(all, { labels: vocabulary.labels, trade, present: stated }),
      ...pastPraise(ended, all.own, vocabulary),
    ],
  }
}

/** Returns whether one thing of an aspect is praised by name in more reviews than the aspect, which then says less. */
function isNamedMoreOften(aspect: Aspect, named: readonly CommonStrength[], { aspects }: Side): boolean {
  const praising = aspects.get(aspect)?.praising ?? 0
  return named.some(({ strength, praises }) => strength.aspect === aspect && praises.reviews > praising)
}

function topicMentions({ topics }: Side): Map<string, number> {
  return new Map([...topics].map(([topic, { mentioning }]) => [topic, mentioning]))
}

function failureOf(
  languages: readonly LanguageCount[],
  notAnalyzed: number,
): Pick<AnalysisFailed, 'reason' | 'message'> {
  const withText = languages.reduce((sum, { reviews }) => sum + reviews, 0)
  if (withText > 0) {
    const others = unreadLanguages(languages)
    const message =
      `None of the ${plural(withText, 'review')} with text in this period is in English, the only language the engine ` +
      `reads${others === null ? '' : `: ${others}`}.`
    return { reason: 'unsupported_language', message }
  }
  const message =
    notAnalyzed > 0
      ? 'The reviews of this period have stars but no text, so there is nothing to read. Import reviews with text and start again.'
      : 'There are no reviews in this period. Import reviews of the business or its competitors and start again.'
  return { reason: 'no_reviews', message }
}

/** A summary without findings explains itself: usually the reviews are too few. */
function orTooFew(sentences: string[], { reviews }: Side, wanted: string): string[] {
  if (sentences.length > 0 || reviews === 0 || reviews >= reviewsEnough) return sentences
  return [
    `There ${reviews === 1 ? 'is' : 'are'} only ${plural(reviews, 'review')} of yours in this period, too few to say ${wanted}. About ${reviewsEnough} are enough.`,
  ]
}

function themesOf(
  all: Aggregate,
  { labels }: Vocabulary,
  { previous, problems }: { previous: AnalysisInput['previous']; problems: readonly Problem[] },
): Theme[] {
  const themes = mentionedAspects(all).map((aspect) => {
    const own = all.own.aspects.get(aspect)
    const competitors = all.competitors.aspects.get(aspect)
    const sentiment = sentimentOf(own, all.own)
    const { net } = sentiment
    const before = previous?.themes.find((theme) => theme.aspect === aspect)?.own.net ?? null
    return {
      aspect,
      label: labels[aspect],
      own: sentiment,
      competitors: sentimentOf(competitors, all.competitors),
      verdict: compareAspect(aspect, all),
      change: net === null || before === null ? null : roundToThousandth(net - before),
      quotes: quotesAbout(aspect, all, problems),
    }
  })
  const weight = ({ own, competitors }: Theme) => own.share + competitors.share
  return themes
    .filter(({ aspect, own, competitors, verdict, quotes }) => {
      // The visit as a whole says nothing but who is ahead.
      if (aspect === 'general') return verdict !== 'insufficient_data'
      const most = Math.max(own.mentions, competitors.mentions)
      const isQuoted = most >= themeMentionsMin && quotedTimes(aspect, all) >= quotesMin
      const isShown = most >= themeWithoutWordsMin || shownTimes(aspect, all) >= themeShownMin
      // What mostly own reviews say is not shown by the words of another business.
      const isOthers = quotes.length > 0 && quotes.every(({ competitor_id }) => competitor_id !== null)
      if (isOthers && own.mentions > competitors.mentions && verdict === 'insufficient_data') return false
      return (most >= themeWithoutQuoteMin || isQuoted) && isShown
    })
    .sort((a, b) => weight(b) - weight(a) || a.aspect.localeCompare(b.aspect))
}

/** The number of reviews that mention it, and their judgments. */
function sentimentOf(tally: Tally | undefined, side: Side): Theme['own'] {
  const { reviews, share } = countOf(tally, side, 'mentions')
  const net = tally && tally.mentions > 0 ? (tally.praises - tally.complaints) / tally.mentions : null
  return { mentions: reviews, share, net: reviews === 0 || net === null ? null : roundToThousandth(net) }
}

/** The slots of an aspect, of both sides and both opinions. */
function slotsAbout(aspect: Aspect): string[] {
  return (['own', 'competitors'] as const).flatMap((side) =>
    (['positive', 'negative'] as const).map((polarity) => slotName(side, aspect, polarity)),
  )
}

/** The number of reviews that could be quoted about an aspect. */
function quotedTimes(aspect: Aspect, { quotables }: Aggregate): number {
  return reviewsOf(slotsAbout(aspect).flatMap((slot) => quotables.get(slot) ?? []))
}

/** The number of reviews of both sides that judge an aspect in words that stand alone. */
function shownTimes(aspect: Aspect, { own, competitors }: Aggregate): number {
  return [own, competitors].reduce((sum, { aspects: tallies }) => sum + (tallies.get(aspect)?.shown ?? 0), 0)
}

/**
 * Both sides and both opinions where they exist, of own reviews only those that still hold. Where no own complaint has
 * a word of the aspect, one that names a cause or a subject of it is shown.
 */
function quotesAbout(aspect: Aspect, { own, quotables }: Aggregate, problems: readonly Problem[]): Quote[] {
  const tally = own.aspects.get(aspect)
  const complaint = slotName('own', aspect, 'negative')
  const isEnded = tally !== undefined && (isPast(tally, own) || hardlyRecurs(tally, own))
  const present = problems.find((one) => isReportable(one) && one.aspect === aspect)
  const isOther = isEnded || !quotables.get(complaint)?.length
  const hidden = [
    ...(isOther ? [complaint] : []),
    ...(isPastPraise(aspect, own) ? [slotName('own', aspect, 'positive')] : []),
  ]
  const slots = [
    ...slotsAbout(aspect).filter((slot) => !hidden.includes(slot)),
    ...(isOther && present ? [slotOf(present)] : []),
  ]
  return quotesFrom(quotables, slots, { each: 1, most: slots.length })
}

/** Aspects that customers praise, ordered by frequency, clarity and lead over competitors. */
function strengthsOf(side: Side, others: Side): Aspect[] {
  const ranked: { aspect: Aspect; weight: number }[] = []
  for (const [aspect, tally] of side.aspects) {
    const net = netOf(tally) ?? 0
    if (aspect === 'general' || net < strengthNetMin || tally.praising < 3) continue
    const lead = Math.min(1, Math.max(0, net - (netOf(others.aspects.get(aspect)) ?? net)))
    const confidence = tally.mention / (tally.mention + mentionsMin)
    ranked.push({ aspect, weight: shareOf(tally, side) * net * (1 + lead) * confidence })
  }
  return ranked.sort((a, b) => b.weight - a.weight || a.aspect.localeCompare(b.aspect)).map(({ aspect }) => aspect)
}

/** Returns whether quotes of two reviews show a strength; one is enough where a quarter of all reviews praise it. */
function isShownAsPraise(aspect: Aspect, { own, quotables }: Aggregate): boolean {
  const praising = own.aspects.get(aspect)?.praising ?? 0
  const quotes = quotables.get(slotName('own', aspect, 'positive')) ?? []
  return reviewsOf(quotes) >= (praising >= oneQuoteShare * own.reviews ? 1 : quotesMin)
}

/** The strengths that are shown, in the order of the numbers of reviews that are shown with them, then the others. */
function mostPraisedFirst(strengths: readonly Aspect[], side: Side): Aspect[] {
  const praising = (aspect: Aspect) => side.aspects.get(aspect)?.praising ?? 0
  const shown = strengths.slice(0, positivesMax).sort((a, b) => praising(b) - praising(a))
  return [...shown, ...strengths.slice(positivesMax)]
}

function standingOf(competitorId: `cmp_${string}`, all: Aggregate): AnalysisCompleted['standings'][number] {
  const side = all.byCompetitor.get(competitorId)
  if (!side) return { competitor_id: competitorId, strengths: [], weaknesses: [] }
  const weaknesses: { aspect: Aspect; frequency: number }[] = []
  for (const [aspect, tally] of side.aspects) {
    const frequency = side.weight > 0 ? tally.negative / side.weight : 0
    if (aspect === 'general' || tally.mention < mentionsMin || frequency < weaknessFrequencyMin) continue
    if ((netOf(tally) ?? 0) < strengthNetMin) weaknesses.push({ aspect, frequency })
  }
  weaknesses.sort((a, b) => b.frequency - a.frequency || a.aspect.localeCompare(b.aspect))
  const strengths = strengthsOf(side, all.own).filter(
    (aspect) => (side.aspects.get(aspect)?.mention ?? 0) >= mentionsMin,
  )
  return {
    competitor_id: competitorId,
    strengths: strengths.slice(0, strengthsBounds.maxItems),
    weaknesses: weaknesses.slice(0, weaknessesBounds.maxItems).map(({ aspect }) => aspect),
  }
}

function namedPraiseOf({ strength, praises, items }: CommonStrength, { competitors }: Aggregate): string {
  const theirs = countOf(competitors.strengths.get(strength.key), competitors, 'praises')
  const often = items.length > 0 ? `, often for ${items.join(' and ')}` : ''
  return `${reviewsThat(praises, praise)} ${strength.name}${inComparison(praises, theirs)}${often}.`
}

function praiseOf(
  aspect: Aspect,
  all: Aggregate,
  { vocabulary, named: stated }: { vocabulary: Vocabulary; named: readonly CommonStrength[] },
): string {
  const praises = countOf(all.own.aspects.get(aspect), all.own, 'praises')
  const theirs = countOf(all.competitors.aspects.get(aspect), all.competitors, 'praises')
  const leading = praisedTopics(aspect, all.own).flatMap((topic) => topicName(topic, vocabulary, 'positive') ?? [])
  const label = vocabulary.labels[aspect].toLowerCase()
  const isStated = (name: string) => stated.some(({ strength }) => strength.name === name)
  const named = leading.filter((name) => !label.includes(name) && !isStated(name))
  const about = named.length > 0 ? `, often for ${named.join(' and ')}` : ''
  return `${reviewsThat(praises, praise)} ${label}${inComparison(praises, theirs)}${about}${comparisonOf(aspect, all)}.`
}

/** The verb of a number of reviews that praise. */
const praise = ['praises', 'praise'] as const

/** The two topics with most of the praise. */
function praisedTopics(aspect: Aspect, side: Side): string[] {
  const within = [...side.topics].filter(([key]) => aspectOf(key) === aspect)
  const total = within.reduce((sum, [, { praises }]) => sum + praises, 0)
  const leading = within.filter(([, { praises }]) => praises >= total * 0.15 && praises >= 5)
  return leading
    .sort(([a, x], [b, y]) => y.praises - x.praises || a.localeCompare(b))
    .slice(0, 2)
    .map(([key]) => key)
}

/** "; your competitors are ahead"; being level is reported only where it is informative. */
function comparisonOf(aspect: Aspect, all: Aggregate): string {
  const verdict = compareAspect(aspect, all)
  if (verdict === 'we_lead') return '; you are ahead of your competitors'
  if (verdict === 'they_lead') return '; your competitors are ahead'
  return verdict === 'level' ? '; level with your competitors' : ''
}

/** The complaints that are reported, most weight first, each with its numbers. */
function complaintLines(problems: Problem[], all: Aggregate, vocabulary: Vocabulary): string[] {
  return problems
    .filter(isReportable)
    .slice(0, negativesMax)
    .map((problem) =>
      [
        ...complaintsOf(problem, all, vocabulary),
        ...(problem.isCause || problem.subject ? [] : behindIn(problem.aspect, all)),
      ].join(' '),
    )
}

function behindIn(aspect: Aspect, all: Aggregate): string[] {
  const verdict = compareAspect(aspect, all)
  if (verdict === 'we_lead') return ['You are still ahead of your competitors.']
  return verdict === 'they_lead' ? ['Your competitors are ahead.'] : []
}
