import * as bounds from '@generated/contract/bounds'
import type { Aspect } from '@generated/contract/enums'
import { alerts } from '../model/alert-reader.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { AnalysisCompleted, Quote, ReportChart, ReportContent, ReportSection } from '../records.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { type Aggregate, netOf, type Side, type Stars, type Tally } from './aggregate.ts'
import { alertNames } from './alert-problems.ts'
import type { CommonStrength, namedLeads } from './common-strengths.ts'
import { moreOften } from './compare.ts'
import { topicName } from './complaint-sentences.ts'
import { countOf, percentReviewsMin, shareOrCount } from './counts.ts'
import { unreadLanguages } from './languages.ts'
import { changeOf, isPast } from './past.ts'
import { isReportable, type Problem, slotOf, tallyIn } from './problem.ts'
import { isQuoted, namingStrength, ordinaryToo, possibly, quotesFrom, slotName } from './quotables.ts'
import { namedCauses } from './recommend.ts'
import {
  comparisonPhrases,
  headings,
  methodPhrases,
  noOtherWeakness,
  noPriority,
  noWeakness,
  type orderPhrases,
  overviewPhrases,
  possibleReport,
  reportTitle,
  sampleRead,
  strengthPhrases,
  trendPhrases,
  verdictPhrases,
} from './report-phrases.ts'
import { repliesKey, repliesSentence } from './response-rate.ts'

interface ReportInput extends Omit<AnalysisCompleted, 'status' | 'report' | 'standings'> {
  business: { name: string }
  all: Aggregate
  vocabulary: Vocabulary
  strengths: Aspect[]
  /** Complaints and praise of the time before the last 90 days, as sentences. */
  past: readonly string[]
  /** The things that many customers praise by name, and the differences to competitors in it, as sentences. */
  named: CommonStrength[]
  namedLeads: ReturnType<typeof namedLeads>
  problems: Problem[]
  /** Serious reports that are recommended to look into: "a report of discrimination". */
  reported: string[]
  /** The lines of the summary about complaints, without reports of something serious and without settled ones. */
  complaints: string[]
}

const textCharsMax = bounds.ReportSection.text.maxLength
const titleCharsMax = bounds.Report.title.maxLength
const quotesBound = bounds.ReportSection.quotes
const barsMax = 6
const comparedMax = 30
const monthsMax = 12
const quotesMax = 4
const toBeReadMax = 3
const leadsShown = 8
const competitorPraisesShown = 3
/**
 * The minimum number of reviews with stars before and within the last 90 days, and the minimum change, for a reported
 * change in stars.
 */
const starsMin = 10
const reportedStarsChangeMin = 0.2
const starsStandardErrors = 1.64

/** Writes the report of a completed analysis: its sections in reading order, each with its quotes and chart. */
export function writeReport(input: ReportInput): ReportContent {
  const quoted: Quote[] = []
  const before = [overview(input), strengths(input, quoted), weaknesses(input, quoted), comparison(input, quoted)]
  const sections = [
    ...before,
    trend(input),
    ...followUp(input),
    priorities(input, { quoted, stated: before.map(({ text }) => text).join('\n') }),
    method(input),
  ]
  return {
    title: shorten(reportTitle(input.business.name), titleCharsMax),
    sections: sections.map((section) => ({ ...section, text: shorten(section.text, textCharsMax) })),
  }
}

function overview(input: ReportInput): ReportSection {
  const { business, sample, all, competitors_analyzed, strengths, problems, vocabulary } = input
  const paragraphs = [
    overviewPhrases.sample({
      business: business.name,
      own: sample.own_reviews,
      competing: sample.competitor_reviews,
      competitors: competitors_analyzed,
    }),
  ]
  if (sample.own_reviews === 0) paragraphs.push(overviewPhrases.noOwnReview)
  const average = averageOf(all.own)
  if (average !== null) paragraphs.push(overviewPhrases.stars(average, averageOf(all.competitors), alsoCounted(all)))
  const [strongest] = strengths
  const weakest = problems.find(({ alert }) => alert === null)
  if (strongest && weakest && isMostNamed(weakest, problems) && strongest !== weakest.aspect) {
    const { labels } = vocabulary
    const praised = input.named[0]?.strength.name ?? labels[strongest].toLowerCase()
    paragraphs.push(
      weakest.cause && weakest.isCause
        ? overviewPhrases.praisedAndNamed(praised, weakest.cause.says)
        : overviewPhrases.praisedAndBlamed(praised, subjectName(weakest, vocabulary)),
    )
  }
  if (input.reported.length > 0) paragraphs.push(overviewPhrases.reported(input.reported))
  const replies = repliesSentence(all.own.replies)
  if (replies !== null) paragraphs.push(replies)
  return { key: 'overview', heading: headings.overview, text: paragraphs.join('\n\n'), quotes: [], chart: null }
}

/** Returns whether no other ordinary problem has as many reviews: otherwise none is the main one. */
function isMostNamed(problem: Problem, problems: readonly Problem[]): boolean {
  return problems.every(
    (other) => other === problem || other.alert !== null || other.tally.complaining < problem.tally.complaining,
  )
}

/** The kinds of reviews that count for the stars alone, as far as there are any. */
function alsoCounted({ own, competitors, languages, notAnalyzed }: Aggregate): string[] {
  const withText = [...languages.values()].reduce((sum, reviews) => sum + reviews, 0)
  const inOthers = withText - own.reviews - competitors.reviews
  return [...(notAnalyzed > inOthers ? ['without words'] : []), ...(inOthers > 0 ? ['in other languages'] : [])]
}

function strengths({ summary, strengths, named, all, vocabulary }: ReportInput, quoted: Quote[]): ReportSection {
  const shown = strengths.slice(0, barsMax)
  return {
    key: 'strengths',
    heading: headings.strengths,
    text: summary.positives.join('\n\n') || satisfiedSentence(all.own),
    quotes: quotesOf(
      all,
      [...named.map(({ strength }) => namingStrength(strength.key)), ...shown].map((about) =>
        slotName('own', about, 'positive'),
      ),
      quoted,
    ),
    chart: bars(
      all,
      [
        ...named.map(
          ({ strength }): Bar => ({
            label: firstUpper(strength.name),
            tallyOf: (side) => side.strengths.get(strength.key),
          }),
        ),
        ...shown.map(
          (aspect): Bar => ({
            label: vocabulary.labels[aspect],
            tallyOf: ({ aspects }) => aspects.get(aspect),
          }),
        ),
      ].slice(0, barsMax),
      'praises',
    ),
  }
}

/** If no aspect stands out, the stars still show how many customers are satisfied. */
function satisfiedSentence({ standing: { satisfied, recent, before } }: Side): string {
  const rated = recent.count + before.count
  return satisfied * 2 < rated || rated === 0 ? strengthPhrases.none : strengthPhrases.satisfied(satisfied, rated)
}

function weaknesses(input: ReportInput, quoted: Quote[]): ReportSection {
  const { complaints, reported, problems, all, vocabulary, recommendations } = input
  const worst = problems.filter(isReportable)
  const shown = worst.slice(0, barsMax)
  const toRead = toBeRead(input, quoted)
  return {
    key: 'weaknesses',
    heading: headings.weaknesses,
    text: [
      ...(complaints.length > 0 ? complaints : [reported.length > 0 ? noOtherWeakness : noWeaknessOf(all.own)]),
      ...toRead.lines,
    ].join('\n\n'),
    quotes: [
      ...toRead.quotes,
      ...quotesOf(all, shown.map(slotOf), quoted, {
        kept: onlyEvidence(recommendations),
        most: Math.min(quotesMax, quotesBound.maxItems - toRead.quotes.length),
      }),
    ],
    chart: bars(
      all,
      shown.map((problem) => barOf(problem, vocabulary)),
      'complaints',
    ),
  }
}

function noWeaknessOf({ standing: { dissatisfied, recent, before } }: Side): string {
  return noWeakness(dissatisfied, recent.count + before.count)
}

/**
 * A line and a quote for each kind of serious matter that a review possibly reports, the gravest first. A single
 * report of something that differs from ordinary complaints only in its gravity is one of them.
 */
function toBeRead(
  { all: { own, quotables }, recommendations }: ReportInput,
  quoted: Quote[],
): { lines: string[]; quotes: Quote[] } {
  const claimed = recommendations.flatMap(({ problem_key, evidence }) =>
    problem_key.startsWith('alert.') ? evidence : [],
  )
  const found = alerts.flatMap((alert) => {
    const isClaimed = recommendations.some(({ problem_key }) => problem_key === `alert.${alert}`)
    const isSingle = ordinaryToo.has(alert) && own.alerts.get(alert)?.complaining === 1
    const names = [...(isSingle ? [alert] : []), possibly(alert)].map((about) => slotName('own', about, 'negative'))
    const [quote] = quotesFrom(quotables, names, { each: 1, most: 1 })
    return quote && !isQuoted(quote, [...quoted, ...claimed]) ? [{ alert, isClaimed, quote }] : []
  })
  const shown = found.slice(0, toBeReadMax)
  const quotes = shown.map(({ quote }) => quote)
  quoted.push(...quotes)
  return {
    lines: shown.map(({ alert, isClaimed }, position) => possibleReport(alertNames[alert], isClaimed, position)),
    quotes,
  }
}

function comparison(input: ReportInput, quoted: Quote[]): ReportSection {
  const { comparison, leads, themes, business, all, namedLeads } = input
  const ahead = themes
    .filter(({ verdict, aspect }) => verdict === 'we_lead' && aspect !== 'general')
    .map(({ label }) => label)
  const behind = themes
    .filter(({ verdict, aspect }) => verdict === 'they_lead' && aspect !== 'general')
    .map(({ label }) => label)
  const comparable = themes.some(({ verdict }) => verdict === 'level')
  const ours = moreOftenPraised(input)
  const theirs = competitorsPraisedFor(themes, all, leads)
  const named = moreOftenNamed(all)
  const isCompared = comparable || ahead.length + behind.length > 0
  const sums = (subjects: string[], phrase: (subjects: string[]) => string, nowhere: string[]) =>
    subjects.length > 0 ? [phrase(subjects)] : nowhere
  const paragraphs = [
    ...sums(
      ahead,
      comparisonPhrases.ahead,
      isCompared && ours.length + namedLeads.ahead.length === 0 && !leads.some(({ verdict }) => verdict === 'we_lead')
        ? [comparisonPhrases.nowhereAhead]
        : [],
    ),
    ...ours,
    ...namedLeads.ahead,
    ...sums(
      behind,
      comparisonPhrases.behind,
      isCompared &&
        named.length + theirs.length + namedLeads.behind.length === 0 &&
        !leads.some(({ verdict }) => verdict === 'they_lead')
        ? [comparisonPhrases.nowhereBehind]
        : [],
    ),
    ...named,
    ...leads.slice(0, leadsShown).map((lead) => lead.text),
    ...theirs,
    ...namedLeads.behind,
    ...overallVerdicts(comparison),
  ]
  const text = paragraphs.join('\n\n') || missingComparison(comparison, all)
  const points = [
    { label: shorten(business.name, 40), value: averageOf(all.own) },
    ...comparison.slice(0, comparedMax).map(({ name, competitor_id }) => {
      const side = all.byCompetitor.get(competitor_id)
      return { label: shorten(name, 40), value: side ? averageOf(side) : null }
    }),
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value: roundToThousandth(value) }]))
  return {
    key: 'comparison',
    heading: headings.comparison,
    text,
    quotes: comparisonQuotes(behind.length > 0 ? praiseOfCompetitors(themes, all) : [], leads, quoted),
    chart: points.length > 1 ? { kind: 'bar', unit: 'rating', series: [{ name: 'Average stars', points }] } : null,
  }
}

/** The topics that own reviews clearly praise more often than those of all competitors together. */
function moreOftenPraised({ all: { own, competitors }, vocabulary, namedLeads }: ReportInput): string[] {
  const praised = [...own.topics.keys()]
    .flatMap((topic) => {
      const name = topicName(topic, vocabulary, 'positive')
      const count = countOf(own.topics.get(topic), own, 'praises')
      const theirs = countOf(competitors.topics.get(topic), competitors, 'praises')
      const isNew = name !== null && namedLeads.ahead.every((sentence) => !sentence.includes(name))
      return isNew && moreOften(count, theirs) === 1 ? [{ name, count, theirs }] : []
    })
    .sort((a, b) => b.count.reviews - a.count.reviews || a.name.localeCompare(b.name))
    .slice(0, competitorPraisesShown)
    .map(({ name, count, theirs }) => `${name} (${shareOrCount(count)}; theirs ${shareOrCount(theirs)})`)
  return praised.length > 0 ? [comparisonPhrases.praisedMore(praised)] : []
}

/** The causes that own reviews clearly name more often than those of all competitors together. */
function moreOftenNamed({ own, competitors }: Aggregate): string[] {
  const named = namedCauses(own).flatMap(({ cause, tally }) => {
    const count = countOf(tally, own, 'complaints')
    const theirs = countOf(competitors.causes.get(cause.key), competitors, 'complaints')
    return moreOften(count, theirs) === 1
      ? [`${cause.says} (${shareOrCount(count)}; theirs ${shareOrCount(theirs)})`]
      : []
  })
  return named.length > 0 ? [comparisonPhrases.namedMore(named.slice(0, competitorPraisesShown))] : []
}

/** The competitors with enough reviews for a verdict about the stars. */
function overallVerdicts(comparison: ReportInput['comparison']): string[] {
  return comparison
    .filter(({ verdict }) => verdict !== 'insufficient_data')
    .map(({ name, verdict }) => `${name}: ${verdictPhrases[verdict]}.`)
}

function missingComparison(comparison: ReportInput['comparison'], { competitors }: Aggregate): string {
  if (comparison.length === 0) return comparisonPhrases.noCompetitor
  return competitors.reviews === 0 ? comparisonPhrases.noReviews : comparisonPhrases.tooFew
}

/** The quotes of the leads, then the others, each review and each text once. */
function comparisonQuotes(others: readonly Quote[], leads: ReportInput['leads'], quoted: Quote[]): Quote[] {
  const quotes: Quote[] = []
  for (const quote of [...leads.slice(0, leadsShown).flatMap((lead) => lead.quotes), ...others]) {
    const isNew = quotes.every(({ review_id, text }) => review_id !== quote.review_id && text !== quote.text)
    if (isNew && !isQuoted(quote, quoted) && quotes.length < quotesMax) quotes.push(quote)
  }
  quoted.push(...quotes)
  return quotes
}

/** States in numbers what reviews of competitors praise more often, where chance is unlikely to explain it. */
function competitorsPraisedFor(
  themes: ReportInput['themes'],
  { own, competitors }: Aggregate,
  leads: ReportInput['leads'],
): string[] {
  const praised = themes
    .filter(({ aspect }) => aspect !== 'general' && leads.every((lead) => lead.aspect !== aspect))
    .map(({ aspect, label }) => ({
      aspect,
      label,
      count: countOf(competitors.aspects.get(aspect), competitors, 'praises'),
      ours: countOf(own.aspects.get(aspect), own, 'praises'),
    }))
    .filter(({ count, ours }) => moreOften(count, ours) === 1)
    .sort((a, b) => b.count.reviews - a.count.reviews || a.aspect.localeCompare(b.aspect))
    .slice(0, competitorPraisesShown)
    .map(({ label, count, ours }) => `${label.toLowerCase()} (${shareOrCount(count)}; yours ${shareOrCount(ours)})`)
  return praised.length > 0 ? [comparisonPhrases.praised(praised)] : []
}

function trend({ all, problems, complaints, past, vocabulary }: ReportInput): ReportSection {
  const sentences = starsChange(all.own.standing)
  // The changes of complaints that are reported are stated with them.
  const stated = problems.filter(isReportable).slice(0, complaints.length)
  for (const problem of problems) {
    const { tally, alert } = problem
    const change = alert === null ? changeOf(tally, all.own) : null
    if (change && !stated.includes(problem))
      sentences.push(trendPhrases.complaints(subjectName(problem, vocabulary), change.kind, change.numbers))
  }
  const said = new Set(stated.flatMap(({ cause }) => cause?.key ?? []))
  for (const { cause, tally } of namedCauses(all.own)) {
    const change = said.has(cause.key) || isPast(tally, all.own) ? null : changeOf(tally, all.own)
    if (change) sentences.push(trendPhrases.named(cause.says, change.kind, change.numbers))
  }
  sentences.push(...past)
  const months = [...new Set([...all.own.months.keys(), ...all.competitors.months.keys()])].sort().slice(-monthsMax)
  const line = (side: Side) =>
    months.flatMap((month) => {
      const known = side.months.get(month)
      return known && known.ratings > 0
        ? [{ label: monthName(month), value: roundToThousandth(known.ratingSum / known.ratings) }]
        : []
    })
  const series = [
    { name: 'You', points: line(all.own) },
    { name: 'Competitors', points: line(all.competitors) },
  ].filter(({ points }) => points.length > 0)
  return {
    key: 'trend',
    heading: headings.trend,
    text: sentences.join('\n\n') || trendPhrases.sameStars,
    quotes: [],
    chart: series.length > 0 ? { kind: 'line', unit: 'rating', series } : null,
  }
}

/** The effect of recommendations that were marked as done; no section where there are none. */
function followUp({ follow_up }: ReportInput): ReportSection[] {
  if (follow_up.length === 0) return []
  const text = follow_up.map(({ title, text: sentences }) => `${title}\n${sentences}`).join('\n\n')
  return [{ key: 'follow_up', heading: headings.follow_up, text, quotes: [], chart: null }]
}

/** The recommendations, each with a quote, without sentences that the report has already. */
function priorities(
  { recommendations, all }: ReportInput,
  { quoted, stated }: { quoted: Quote[]; stated: string },
): ReportSection {
  const text = recommendations.map(({ priority, title, action, rationale }) =>
    [`${priority}. ${title}`, action, ...newSentences(rationale, stated)].join('\n'),
  )
  const quotes: Quote[] = []
  for (const { evidence } of recommendations) {
    const quote = evidence.find((one) => !isQuoted(one, [...quoted, ...quotes]))
    if (quote) quotes.push(quote)
  }
  return {
    key: 'priorities',
    heading: headings.priorities,
    text: text.join('\n\n') || noPriority,
    quotes,
    chart: all.own.reviews < percentReviewsMin ? null : weightsOf(recommendations),
  }
}

/** The sentences of a text that a report does not have already, as one line; no line where there are none. */
function newSentences(text: string, stated: string): string[] {
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z\d])/).filter((sentence) => !stated.includes(sentence.slice(0, -1)))
  return sentences.length > 0 ? [sentences.join(' ')] : []
}

/**
 * The weights of the recommendations that are ordered by them, which urgent ones and replies are not. No chart where
 * there is nothing to compare, or another rule changed the order.
 */
function weightsOf(recommendations: ReportInput['recommendations']): ReportChart | null {
  const points = recommendations
    .filter(({ urgent, problem_key }) => !urgent && problem_key !== repliesKey)
    .map(({ title, score }) => ({ label: shorten(title, 40), value: score }))
  const isOrdered = points.every(({ value }, index) => value <= (points[index - 1]?.value ?? value))
  if (points.length < 2 || !isOrdered) return null
  return { kind: 'bar', unit: 'score', series: [{ name: 'Weight', points }] }
}

function method({ sample, languages, comparison, recommendations, reported }: ReportInput): ReportSection {
  const paragraphs = methodPhrases({
    withCompetitors: comparison.length > 0,
    order: orderOf(recommendations, reported.length > 0),
  }).map((sentences) => sentences.join(' '))
  if (sample.not_analyzed > 0) paragraphs.push(sampleRead(sample.not_analyzed, unreadLanguages(languages)))
  return { key: 'method', heading: headings.method, text: paragraphs.join('\n\n'), quotes: [], chart: null }
}

/**
 * The rule by which the recommendations of this report are ordered. Serious reports come first, but advice about all of
 * cleanliness comes before advice about the reports about hygiene that are part of it.
 */
function orderOf(recommendations: ReportInput['recommendations'], hasReports: boolean): keyof typeof orderPhrases {
  const at = (isOne: (key: string) => boolean) => recommendations.findIndex(({ problem_key }) => isOne(problem_key))
  const cleanliness = at((key) => key === 'cleanliness' || key.startsWith('cleanliness.'))
  const hygiene = at((key) => key === 'alert.hygiene')
  if (cleanliness >= 0 && cleanliness < hygiene) return 'cleanlinessBeforeHygiene'
  return hasReports ? 'reportsFirst' : 'byWeight'
}

function barOf(problem: Problem, { labels }: Vocabulary): Bar {
  const { aspect, cause, isCause, subject } = problem
  const named = subject?.name ?? (cause && isCause ? cause.says : labels[aspect])
  return { label: firstUpper(named), tallyOf: (side) => tallyIn(problem, side) }
}

/** The noun phrase for what the complaints of a problem are about. */
function subjectName({ subject, aspect }: Problem, { labels }: Vocabulary): string {
  return subject?.name ?? labels[aspect].toLowerCase()
}

/** A bar of a chart, and its count on each side. */
interface Bar {
  label: string
  tallyOf: (side: Side) => Tally | undefined
}

function bars(all: Aggregate, counted: readonly Bar[], what: 'praises' | 'complaints'): ReportChart | null {
  if (counted.length === 0) return null
  const points = (side: Side) =>
    counted.map(({ label, tallyOf }) => ({
      label: shorten(label, 40),
      value: countOf(tallyOf(side), side, what).share,
    }))
  return {
    kind: 'bar',
    unit: 'share',
    series: [
      { name: 'You', points: points(all.own) },
      ...(all.competitors.reviews > 0 ? [{ name: 'Competitors', points: points(all.competitors) }] : []),
    ],
  }
}

function firstUpper(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

/** The quotes of recommendations that have no other one. */
function onlyEvidence(recommendations: ReportInput['recommendations']): Quote[] {
  return recommendations.flatMap(({ evidence }) => (evidence.length === 1 ? evidence : []))
}

/** One quote of each slot, which the report does not have already, and without those that are kept for later. */
function quotesOf(
  { quotables }: Aggregate,
  slots: readonly string[],
  quoted: Quote[],
  { kept = [], most = quotesMax }: { kept?: readonly Quote[]; most?: number } = {},
): Quote[] {
  const isNew = ({ text }: Pick<Quote, 'text'>) => [...quoted, ...kept].every((quote) => quote.text !== text)
  const left = new Map(slots.map((slot) => [slot, (quotables.get(slot) ?? []).filter(isNew)]))
  const quotes = quotesFrom(left, slots, { each: 1, most })
  quoted.push(...quotes)
  return quotes
}

/** A change in stars, and whether it may be chance. */
function starsChange({ recent, before }: Side['standing']): string[] {
  if (recent.count < starsMin || before.count < starsMin) return []
  const now = recent.sum / recent.count
  const then = before.sum / before.count
  const error = Math.sqrt(varianceOf(recent) / recent.count + varianceOf(before) / before.count)
  if (Math.abs(now - then) < reportedStarsChangeMin) return []
  if (Math.abs(now - then) < error * starsStandardErrors) return [trendPhrases.unclearStars(now, then)]
  return [trendPhrases.stars(now < then ? 'fallen' : 'risen', now, then)]
}

function varianceOf({ count, sum, squares }: Stars): number {
  return Math.max(0, squares / count - (sum / count) ** 2)
}

/** Praise of competitors for the aspects in which they lead. */
function praiseOfCompetitors(themes: ReportInput['themes'], { quotables, competitors }: Aggregate): Quote[] {
  const slots = themes
    .filter(({ verdict, aspect }) => verdict === 'they_lead' && netOf(competitors.aspects.get(aspect)) !== null)
    .map(({ aspect }) => slotName('competitors', aspect, 'positive'))
  return quotesFrom(quotables, slots, { each: 1, most: quotesMax })
}

/** The average stars, each review counting the same, so that an owner can compute it. */
function averageOf({ standing: { recent, before } }: Side): number | null {
  const count = recent.count + before.count
  return count > 0 ? (recent.sum + before.sum) / count : null
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** "Nov 2025" of "2025-11". */
function monthName(month: string): string {
  return `${monthNames[Number(month.slice(5, 7)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`
}

/** Cut between words, with an ellipsis. */
function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const kept = text.slice(0, charsMax - 1)
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), charsMax / 2)).trimEnd()}…`
}
