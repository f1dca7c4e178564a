import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import type { Aggregate, Side, Tally } from './aggregate.ts'
import { commonSubjects, isInPlainWords } from './common-subjects.ts'
import { inComparison } from './compare.ts'
import { countOf, reviewsThat } from './counts.ts'
import { complainingNow, hardlyRecurs, isPast, isPastPraise, sinceThen } from './past.ts'
import type { Problem } from './problem.ts'
import { type Candidate, namingAspect, reviewsOf, slotName } from './quotables.ts'
import { hasComplaints, namedCauses } from './recommend.ts'
import { subjectOf } from './subjects.ts'

// What was said before the last 90 days and is no longer said, as sentences.

const linesMax = 4
/** With fewer reviews that complained, their end is not worth a sentence. */
const complaintsMin = 3
const praiseMin = 3
/** The number and the share of reviews that complained about a subject that is no more special than usual. */
const endedMin = 4
const endedShareMin = 0.1
/** The number of reviews whose quotes show that the complaints are about the aspect. */
const quotesMin = 2
/** A cause names the complaints about its aspect if at least this part of them is about it. */
const causePart = 0.5

function isFirstOfReview({ review }: Candidate, index: number, candidates: readonly Candidate[]): boolean {
  return candidates.findIndex((one) => one.review.id === review.id) === index
}

interface PastComplaint {
  tally: Tally
  theirs: Tally | undefined
  /** "complained about waiting", "said that nobody answers the phone". */
  says: string
}

/**
 * "4 of your 34 reviews complained about parking; none of 15 in the last 90 days does.", those of most reviews first,
 * without the problems that are stated as present and the aspects of these.
 */
export function pastComplaints(
  all: Aggregate,
  { labels, trade, present }: Pick<Vocabulary, 'labels'> & { trade: Trade; present: readonly Problem[] },
): string[] {
  const { own, competitors, quotables } = all
  const isLine = (tally: Tally) =>
    tally.complaining >= complaintsMin &&
    hasComplaints(tally, false) &&
    (isPast(tally, own) || hardlyRecurs(tally, own))
  const isPresent = (aspect: Aspect) => present.some((problem) => problem.aspect === aspect)
  const ofSubjects = pastSubjects(all, trade)
    .filter(({ subject, tally }) => isLine(tally) && present.every((problem) => problem.subject?.key !== subject.key))
    .map(({ subject: { key, name, aspect }, tally }) => {
      return { aspect, tally, theirs: competitors.subjects.get(key), says: `complained about ${name}` }
    })
  const named = namedCauses(own).filter(
    ({ cause, tally }) =>
      !cause.onlyWithin && isLine(tally) && present.every((problem) => problem.cause?.key !== cause.key),
  )
  const ofAspects = aspects.flatMap((aspect): PastComplaint[] => {
    const tally = own.aspects.get(aspect)
    if (aspect === 'general' || !tally || isPresent(aspect) || !isLine(tally)) return []
    const quotes = [aspect, namingAspect(aspect)].flatMap(
      (about) => quotables.get(slotName('own', about, 'negative')) ?? [],
    )
    if (reviewsOf(quotes.filter(isFirstOfReview)) < quotesMin) return []
    const names = [
      ...named.map(({ cause, tally: { complaining } }) => ({ aspect: cause.aspects[0], complaining })),
      ...ofSubjects.map((one) => ({ aspect: one.aspect, complaining: one.tally.complaining })),
    ]
    const isNamed = names.some((one) => one.aspect === aspect && one.complaining >= tally.complaining * causePart)
    const says = `complained about ${labels[aspect].toLowerCase()}`
    return isNamed ? [] : [{ tally, theirs: competitors.aspects.get(aspect), says }]
  })
  const ofCauses = named.map(({ cause, tally }): PastComplaint => {
    return { tally, theirs: competitors.causes.get(cause.key), says: `said that ${cause.says}` }
  })
  return [...ofCauses, ...ofSubjects, ...ofAspects]
    .sort((a, b) => b.tally.complaining - a.tally.complaining || a.says.localeCompare(b.says))
    .slice(0, linesMax)
    .map(({ tally, theirs, says }) => {
      const count = countOf(tally, own, 'complaints')
      const compared = inComparison(count, countOf(theirs, competitors, 'complaints'))
      return `${reviewsThat(count, [says, says])}${compared}; ${sinceThen(tally, own)}.`
    })
}

/**
 * The subjects that complaints have in common, and those that at least a tenth of all reviews, and four, complained
 * about in plain words: what has ended need not be special to be news.
 */
function pastSubjects(all: Aggregate, trade: Trade): ReturnType<typeof commonSubjects> {
  const { own } = all
  const common = commonSubjects(all, trade)
  const others = [...own.subjects].flatMap(([key, tally]) => {
    const subject = subjectOf(key)
    const isMany = tally.complaining >= Math.max(endedMin, endedShareMin * own.reviews)
    const isOther = subject !== undefined && common.every((one) => one.subject.key !== key)
    return isOther && isMany && isInPlainWords(tally) && isPast(tally, own) ? [{ subject, tally }] : []
  })
  return [...common, ...others]
}

/** "3 of your 36 reviews praise the atmosphere, but none of 15 in the last 90 days; 2 of these complain about it." */
export function pastPraise(strengths: readonly Aspect[], own: Side, { labels }: Vocabulary): string[] {
  return strengths
    .filter((aspect) => isPastPraise(aspect, own))
    .flatMap((aspect) => {
      const tally = own.aspects.get(aspect)
      if (!tally || tally.praising < praiseMin) return []
      const now = tally.windows[0]?.praising ?? 0
      if (now * own.reviewsBefore >= (tally.praising - now) * own.reviews90d) return []
      const complaining = complainingNow(aspect, own)
      const verb = complaining === 1 ? 'complains' : 'complain'
      return [
        `${reviewsThat(countOf(tally, own, 'praises'), ['praised', 'praised'])} ${labels[aspect].toLowerCase()}, ` +
          `but ${now === 0 ? 'none' : `only ${now}`} of ${own.reviews90d} in the last 90 days; ` +
          `${complaining} of these ${verb} about it.`,
      ]
    })
}
