import * as bounds from '@generated/contract/bounds'
import { type Aspect, aspects } from '@generated/contract/enums'
import { type ReadingWindow, readingWindowDays, readingWindows } from '../labels/reading.ts'
import { fisherExact } from '../numbers/fisher.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { CompetitorLead, Period, Quote } from '../records.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import type { Aggregate, Side, Tally } from './aggregate.ts'
import { leadPhrases } from './lead-phrases.ts'
import { competitorSlot, quotesFrom, slotName } from './quotables.ts'

/** With fewer reviews of a side, a few of them are not what its customers say. */
const reviewsMin = 6
/** With fewer reviews that judge an aspect on either side, a difference is more likely a misreading than a lead. */
const judgmentsMin = 4
/** With fewer judgments on either side before or since, the reviews do not show when a lead began. */
const datedMin = 3
/** Smaller differences are within the error of reading, for any number of reviews. */
const differenceMin = 0.15
/** The p-value of Fisher's exact test from which a difference of a few judgments may be chance. */
const chanceMax = 0.05
/** Standard errors of a two-sided interval of 95%. */
const standardErrors = 1.959964
const leadsMax = bounds.Analysis.leads.maxItems
const dayMs = 86_400_000
const monthDays = 30

interface Competitor {
  id: `cmp_${string}`
  name: string
}

/**
 * The aspects in which the business or one competitor clearly leads, the most certain first: the share of praise among
 * the reviews that judge the aspect differs, and the 95% interval of the difference does not include zero. A finding
 * has the numbers of reviews behind it and a quote of each side if there is one.
 */
export function leadsOf(
  all: Aggregate,
  competitors: readonly Competitor[],
  { period, vocabulary }: { period: Period; vocabulary: Vocabulary },
): CompetitorLead[] {
  const leads = competitors.flatMap((competitor) => {
    const side = all.byCompetitor.get(competitor.id)
    if (!side) return []
    return aspects.flatMap((aspect) => leadIn(aspect, competitor, { all, side, period, vocabulary }) ?? [])
  })
  const certainty = ({ difference: { low, high } }: CompetitorLead) => Math.min(Math.abs(low), Math.abs(high))
  return leads
    .map((lead, index) => ({ lead, index }))
    .sort((a, b) => certainty(b.lead) - certainty(a.lead) || a.index - b.index)
    .slice(0, leadsMax)
    .map(({ lead }) => lead)
}

function leadIn(
  aspect: Aspect,
  { id, name }: Competitor,
  { all, side, period, vocabulary }: { all: Aggregate; side: Side; period: Period; vocabulary: Vocabulary },
): CompetitorLead | null {
  const ours = all.own.aspects.get(aspect)
  const theirs = side.aspects.get(aspect)
  if (aspect === 'general' || !ours || !theirs) return null
  if (all.own.reviews < reviewsMin || side.reviews < reviewsMin) return null
  if (ours.judging < judgmentsMin || theirs.judging < judgmentsMin) return null
  const difference = differenceBetween(
    { count: ours.praising, of: ours.judging },
    { count: theirs.praising, of: theirs.judging },
  )
  if (difference.low <= 0 && difference.high >= 0) return null
  if (fisherExact(judged(ours), judged(theirs)) > chanceMax) return null
  if (Math.abs(difference.value) < differenceMin) return null
  const verdict = difference.value > 0 ? 'we_lead' : 'they_lead'
  const facts = {
    aspect,
    label: vocabulary.labels[aspect],
    verdict,
    own: praiseOf(ours),
    competitor: praiseOf(theirs),
    difference,
    since: sinceWhen(ours.windows, theirs.windows, Math.sign(difference.value), period),
  } as const
  return {
    competitor_id: id,
    name,
    ...facts,
    quotes: quotesOfLead(all, { id, aspect, weLead: verdict === 'we_lead' }),
    text: leadPhrases.text({
      name,
      months: monthsSince(facts.since, period),
      isWholePeriod: facts.since === period.from,
      ...facts,
    }),
  }
}

/** The praising reviews among those that judge. */
function judged({ judging, praising }: Tally): Parameters<typeof fisherExact>[0] {
  return { count: praising, reviews: judging }
}

function praiseOf({ judging, praising }: Tally): CompetitorLead['own'] {
  return { mentions: judging, praises: praising }
}

/** A number of things of a kind among all of them. */
interface Part {
  count: number
  of: number
}

/**
 * The difference of two shares, ours minus theirs, with the 95% interval of Newcombe (1998, method 10), which is
 * computed from two Wilson intervals and holds for small numbers too. Rounded to three decimals.
 */
function differenceBetween(ours: Part, theirs: Part): CompetitorLead['difference'] {
  const own = shareOf(ours)
  const other = shareOf(theirs)
  const value = own.share - other.share
  return {
    value: roundToThousandth(value),
    low: roundToThousandth(value - Math.hypot(own.share - own.low, other.high - other.share)),
    high: roundToThousandth(value + Math.hypot(own.high - own.share, other.share - other.low)),
  }
}

/** A share with its Wilson interval. */
function shareOf({ count, of }: Part): { share: number; low: number; high: number } {
  const share = count / of
  const square = standardErrors ** 2 / of
  const center = (share + square / 2) / (1 + square)
  const reach = Math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
  return { share, low: center - reach, high: center + reach }
}

/**
 * The beginning of the lead: the leader has been ahead since, and never behind, in windows of 90 days counted back from
 * the end of the period. A window in which both are equal or one is not judged changes nothing. Null if the newest
 * window that shows a difference shows the opposite, or the reviews before or since are too few to tell.
 */
function sinceWhen(
  ours: readonly ReadingWindow[],
  theirs: readonly ReadingWindow[],
  sign: number,
  period: Period,
): string | null {
  let oldest: number | null = null
  for (let index = 0; index < readingWindows; index += 1) {
    const direction = directionOf(ours[index], theirs[index])
    if (direction === -sign) break
    if (direction === sign) oldest = index
  }
  if (oldest === null) return null
  // A lead of the whole period shows in both halves of it, any other has an end of the time before.
  const isWhole = oldest === readingWindows - 1
  const newest = isWhole ? readingWindows / 2 : oldest + 1
  const isDated = [ours, theirs].every((windows) =>
    [windows.slice(0, newest), windows.slice(newest)].every((part) => judgmentsIn(part) >= datedMin),
  )
  if (!isDated) return null
  if (isWhole) return period.from
  return new Date(Date.parse(period.to) - (oldest + 1) * readingWindowDays * dayMs).toISOString()
}

function judgmentsIn(windows: readonly ReadingWindow[]): number {
  return windows.reduce((sum, { judging }) => sum + judging, 0)
}

/** The months from an instant to the end of the period; null if there is none. */
function monthsSince(since: string | null, { to }: Period): number | null {
  return since === null ? null : Math.round((Date.parse(to) - Date.parse(since)) / (monthDays * dayMs))
}

/** 1 where our share of praise is higher, -1 where theirs is, otherwise 0. */
function directionOf(ours: ReadingWindow | undefined, theirs: ReadingWindow | undefined): number {
  if (!ours || !theirs || ours.judging === 0 || theirs.judging === 0) return 0
  return Math.sign(ours.praising / ours.judging - theirs.praising / theirs.judging)
}

/** Praise of the leader, then a complaint about the other. */
function quotesOfLead(
  { quotables }: Aggregate,
  { id, aspect, weLead }: { id: `cmp_${string}`; aspect: Aspect; weLead: boolean },
): Quote[] {
  const slots = weLead
    ? [slotName('own', aspect, 'positive'), competitorSlot(id, aspect, 'negative')]
    : [competitorSlot(id, aspect, 'positive'), slotName('own', aspect, 'negative')]
  return quotesFrom(quotables, slots, { each: 1, most: slots.length })
}
