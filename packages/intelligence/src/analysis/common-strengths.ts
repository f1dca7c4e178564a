import type { Aggregate, Side, Tally } from './aggregate.ts'
import { moreOften } from './compare.ts'
import { type Count, countOf, shareOrCount } from './counts.ts'
import { comparisonPhrases } from './report-phrases.ts'
import { type Strength, strengthOf } from './strengths.ts'

/**
 * Finds what many customers of a business praise by name, and what those of one business praise clearly more often than
 * those of another.
 */

/** With fewer reviews that praise it, or below this share of all, it is not what customers praise. */
const reviewsMin = 3
const shareMin = 0.1
/** At least this many times as many reviews praise a strength as complain about the same. */
const praiseTimes = 3
/** The reviews of a business and its competitors that show what kind of business it is. */
const topicReviewsMin = 3
/** The chance, by Fisher's exact test, below which two businesses differ in what is praised. */
const chanceMax = 0.05
/** The number of strengths in a sentence. */
const namedMax = 3

/** A strength with the reviews that praise it. */
export interface CommonStrength {
  strength: Strength
  praises: Count
}

/**
 * The strengths that at least a tenth of the reviews of a business praise, those of most reviews first: not what
 * customers of competitors praise more often, nor those that more of the last 90 days complain about than praise.
 */
export function commonStrengths({ own, competitors }: Pick<Aggregate, 'own' | 'competitors'>): CommonStrength[] {
  return strengthsOf(own, [own, competitors])
    .filter(({ strength, tally }) => isPraised(strength, tally, own))
    .map(({ strength, tally }) => ({ strength, praises: countOf(tally, own, 'praises') }))
    .filter(({ strength: { key }, praises }) => {
      const theirs = countOf(competitors.strengths.get(key), competitors, 'praises')
      return praises.reviews * theirs.of >= theirs.reviews * praises.of
    })
    .sort((a, b) => b.praises.reviews - a.praises.reviews || a.strength.key.localeCompare(b.strength.key))
}

function isPraised({ subjects }: Strength, tally: Tally, side: Side): boolean {
  if (tally.praising < Math.max(reviewsMin, shareMin * side.reviews)) return false
  const complaints = [tally, ...subjects.flatMap((subject) => side.subjects.get(subject) ?? [])]
  const most = (count: (one: Tally) => number) => Math.max(...complaints.map(count))
  if (most(({ complaining }) => complaining) * praiseTimes > tally.praising) return false
  return most(({ complaining90d }) => complaining90d) <= (tally.windows[0]?.praising ?? 0)
}

/** The strengths that reviews of a business name and that fit the kind of it and its competitors. */
function strengthsOf(side: Side, sides: readonly Side[]): { strength: Strength; tally: Tally }[] {
  return [...side.strengths].flatMap(([key, tally]) => {
    const strength = strengthOf(key)
    return strength && isOfKind(strength, sides) ? [{ strength, tally }] : []
  })
}

function isOfKind({ ofTopics }: Strength, sides: readonly Side[]): boolean {
  if (ofTopics === null) return true
  const mentioning = sides.flatMap(({ topics }) => ofTopics.map((topic) => topics.get(topic)?.mentioning ?? 0))
  return mentioning.reduce((sum, count) => sum + count, 0) >= topicReviewsMin
}

/**
 * The strengths that reviews of the business praise clearly more often than those of all competitors, what those of one
 * competitor praise more often than own reviews, and what competitors are blamed for, as sentences.
 */
export function namedLeads(
  { own, competitors, byCompetitor }: Pick<Aggregate, 'own' | 'competitors' | 'byCompetitor'>,
  tracked: readonly { id: string; name: string }[],
): { ahead: string[]; behind: string[] } {
  const ours = differing(own, competitors, 'praises')
  const blamed = differing(competitors, own, 'complaints')
  const theirs = tracked.flatMap(({ id, name }) => {
    const side = byCompetitor.get(id)
    const praised = side ? differing(side, own, 'praises') : []
    return praised.length > 0 ? [comparisonPhrases.praisedBy(name, listOf(praised, 'yours'))] : []
  })
  return {
    ahead: [
      ...(ours.length > 0 ? [comparisonPhrases.praisedMore(listOf(ours, 'theirs'))] : []),
      ...(blamed.length > 0 ? [comparisonPhrases.blamedMore(listOf(blamed, 'yours'))] : []),
    ],
    behind: theirs,
  }
}

interface Difference {
  strength: Strength
  count: Count
  other: Count
}

/** "beards and shaves (9 of 36; theirs 1 of 27)". */
function listOf(differences: readonly Difference[], whose: 'yours' | 'theirs'): string[] {
  return differences
    .slice(0, namedMax)
    .map(({ strength, count, other }) => `${strength.name} (${shareOrCount(count)}; ${whose} ${shareOrCount(other)})`)
}

/** The strengths that reviews of one side praise, or complain about, clearly more often than those of another. */
function differing(side: Side, otherSide: Side, what: 'praises' | 'complaints'): Difference[] {
  return strengthsOf(side, [side, otherSide])
    .filter(({ strength, tally }) => what === 'complaints' || isPraised(strength, tally, side))
    .map(({ strength, tally }) => ({
      strength,
      count: countOf(tally, side, what),
      other: countOf(otherSide.strengths.get(strength.key), otherSide, what),
    }))
    .filter(({ count, other }) => moreOften(count, other, chanceMax) === 1)
    .sort((a, b) => b.count.reviews - a.count.reviews || a.strength.key.localeCompare(b.strength.key))
}
