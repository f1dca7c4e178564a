import type { Aggregate, Side, Tally } from './aggregate.ts'
import { isInPlainWords } from './common-subjects.ts'
import { moreOften } from './compare.ts'
import { type Count, countOf, shareOrCount } from './counts.ts'
import { singularOf } from './open-words.ts'
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
/** The same for reviews that name strengths of that kind, whose words are less certain. */
const strengthReviewsMin = 5
/** The chance, by Fisher's exact test, below which two businesses differ in what is praised. */
const chanceMax = 0.05
/** The number of strengths in a sentence. */
const namedMax = 3

/** The reviews that praise one thing of a strength, and their share of those that praise it; the number of things. */
const itemReviewsMin = 3
const itemShareMin = 0.15
const itemsMax = 2

/** A strength with the reviews that praise it, and the things of it that are praised most. */
export interface CommonStrength {
  strength: Strength
  praises: Count
  items: string[]
}

/**
 * The strengths that at least a tenth of the reviews of a business praise, those of most reviews first: not what
 * customers of competitors praise more often, nor those that more of the last 90 days complain about than praise.
 */
export function commonStrengths({ own, competitors }: Pick<Aggregate, 'own' | 'competitors'>): CommonStrength[] {
  return strengthsOf(own, [own, competitors])
    .filter(({ strength, tally }) => isPraised(strength, tally, own))
    .map(({ strength, tally }) => ({
      strength,
      praises: countOf(tally, own, 'praises'),
      items: mostPraised(strength, tally, own),
    }))
    .filter(({ strength: { key }, praises }) => {
      const theirs = countOf(competitors.strengths.get(key), competitors, 'praises')
      return praises.reviews * theirs.of >= theirs.reviews * praises.of
    })
    .sort((a, b) => b.praises.reviews - a.praises.reviews || a.strength.key.localeCompare(b.strength.key))
}

/** The things of a strength that many of its reviews praise, as most of them write it. */
function mostPraised({ key }: Strength, { praising }: Tally, { praisedItems }: Side): string[] {
  const found = new Map<string, { written: string; most: number; reviews: number }>()
  for (const [stored, reviews] of [...praisedItems].sort(([a], [b]) => a.localeCompare(b))) {
    if (!stored.startsWith(`${key} `)) continue
    const written = stored.slice(key.length + 1)
    const item = written.split(' ').map(singularOf).join(' ')
    const known = found.get(item) ?? { written, most: 0, reviews: 0 }
    const isUsual = reviews > known.most || (reviews === known.most && written.length > known.written.length)
    found.set(item, {
      written: isUsual ? written : known.written,
      most: Math.max(reviews, known.most),
      reviews: known.reviews + reviews,
    })
  }
  return [...found.values()]
    .filter(({ reviews }) => reviews >= Math.max(itemReviewsMin, itemShareMin * praising))
    .sort((a, b) => b.reviews - a.reviews || a.written.localeCompare(b.written))
    .slice(0, itemsMax)
    .map(({ written }) => written)
}

function isPraised({ subjects }: Strength, tally: Tally, side: Side): boolean {
  if (tally.praising < Math.max(reviewsMin, shareMin * side.reviews)) return false
  // Dissatisfied customers name many things in passing: of complaints about a subject, those in plain words count.
  const ofSubjects = subjects.flatMap((subject) => side.subjects.get(subject) ?? [])
  const most = Math.max(tally.complaining, ...ofSubjects.map(({ shownComplaints }) => shownComplaints))
  if (most * praiseTimes > tally.praising) return false
  const now = [tally, ...ofSubjects.filter(isInPlainWords)].map(({ complaining90d }) => complaining90d)
  return Math.max(...now) <= (tally.windows[0]?.praising ?? 0)
}

/** The strengths that reviews of a business name and that fit the kind of it and its competitors. */
function strengthsOf(side: Side, sides: readonly Side[]): { strength: Strength; tally: Tally }[] {
  return [...side.strengths].flatMap(([key, tally]) => {
    const strength = strengthOf(key)
    return strength && isOfKind(strength, sides) ? [{ strength, tally }] : []
  })
}

function isOfKind({ ofTopics, ofStrengths }: Strength, sides: readonly Side[]): boolean {
  if (ofTopics === null) return true
  const mentioning = (tallies: (side: Side) => ReadonlyMap<string, Tally>, keys: readonly string[]) =>
    sides
      .flatMap((side) => keys.map((key) => tallies(side).get(key)?.mentioning ?? 0))
      .reduce((sum, one) => sum + one, 0)
  return (
    mentioning(({ topics }) => topics, ofTopics) >= topicReviewsMin ||
    mentioning(({ strengths }) => strengths, ofStrengths) >= strengthReviewsMin
  )
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
