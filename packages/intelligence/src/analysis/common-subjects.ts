import { aspects, type Trade } from '@generated/contract/enums'
import stored from '../../model/subject-rates.json' with { type: 'json' }
import { fisherExact } from '../numbers/fisher.ts'
import { vocabularyOf } from '../vocabulary/taxonomy.ts'
import type { Aggregate, Side, Tally } from './aggregate.ts'
import { usualCountOf, wordKey, wordOfKey } from './open-words.ts'
import { type Subject, subjectOf } from './subjects.ts'

/**
 * Finds what the complaints of a business have in common: the subjects that clearly more of them name than complaints
 * of other businesses do, and that customers do not praise as often.
 */

/** The sentences of the corpus that complain, and those of them that name a subject, by trade; `all` has all. */
interface Rates {
  sentences: Readonly<Record<string, number>>
  subjects: Readonly<Record<string, Readonly<Record<string, number>>>>
}

type Sides = Pick<Aggregate, 'own' | 'competitors'>

/** A subject with the reviews that complain about it. */
interface CommonSubject {
  subject: Subject
  tally: Tally
}

const rates: Rates = stored
/** With fewer reviews, a subject is not what complaints have in common; nor below this share of all reviews. */
const reviewsMin = 3
const shareMin = 0.04
/** At least this many times as many reviews complain about a subject as praise it. */
const complainTimes = 2
/** The p-value of Fisher's exact test below which complaints name a subject more often than those of the corpus. */
const corpusChanceMax = 0.01
/** The same for a comparison with the reviews of competitors, with at least this many reviews that complain. */
const competitorChanceMax = 0.05
const comparedMin = 5
/** The same for complaints of the last 90 days, compared with those before. */
const newChanceMax = 0.02
/** The same where nobody complained before, and at least this many do in plain words. */
const firstChanceMax = 0.05
const firstReviewsMin = 4
/** The p-value for a word whose meaning is not known, and the reviews of competitors that tell it from their trade. */
const wordChanceMax = 0.0001
const wordReviewsMin = 4
const competitorsMin = 8
/** Competitors whose reviews complain about a subject this often, compared with those of the business, share it. */
const sharedPart = 0.75
/** A subject that a corpus names as often as this, compared with the business, is not special. */
const usualPart = 0.5

/**
 * The subjects that complaints of the business have in common, those of most reviews first; at most one is a word whose
 * meaning is not known.
 */
export function commonSubjects({ own, competitors }: Sides, trade: Trade): CommonSubject[] {
  const common = [...own.subjects]
    .flatMap(([key, tally]): CommonSubject[] => {
      if (tally.complaining < Math.max(reviewsMin, shareMin * own.reviews)) return []
      const isRecent = isNew(tally, own)
      if (!isRecent && tally.complaining < complainTimes * tally.praising) return []
      const word = wordOfKey(key)
      const isCommon =
        word === null
          ? isRecent || isSpecial(key, { own, competitors }, trade)
          : isUnusualWord(word, { own, competitors }, trade)
      const subject = word === null ? subjectOf(key) : subjectOfWord(word, own)
      return subject && isCommon ? [{ subject, tally }] : []
    })
    .sort((a, b) => b.tally.complaining - a.tally.complaining || a.subject.key.localeCompare(b.subject.key))
  const words = common.filter(({ subject }) => wordOfKey(subject.key) !== null)
  return common.filter((one) => !words.slice(1).includes(one))
}

/** A word as a subject. Its aspect is the one that most of its reviews complain about. */
function subjectOfWord(word: string, own: Side): Subject {
  const key = wordKey(word)
  const [aspect] = aspects
    .filter((one) => one !== 'general')
    .sort((a, b) => overlapOf(key, b, own) - overlapOf(key, a, own) || aspects.indexOf(a) - aspects.indexOf(b))
  return { key, aspect: aspect ?? 'quality', name: `"${word}"`, action: null }
}

/** Returns whether a word is in the vocabulary of a trade, whose complaints are found by aspect and topic. */
function isOfTrade(word: string, trade: Trade): boolean {
  const { phrases } = vocabularyOf(trade)
  return phrases.knows(word) || phrases.knows(`${word}s`)
}

/**
 * Returns whether complaints name a word much more often than those of the corpus do, and it is not a word of the
 * trade, which customers of competitors use as well.
 */
function isUnusualWord(word: string, { own, competitors }: Sides, trade: Trade): boolean {
  const key = wordKey(word)
  const count = own.subjects.get(key)?.complaining ?? 0
  const theirs = competitors.subjects.get(key)
  if (competitors.reviews < competitorsMin || count < wordReviewsMin || isOfTrade(word, trade)) return false
  const mentions = (theirs?.complaining ?? 0) + (theirs?.praising ?? 0)
  if (mentions * own.reviews > usualPart * count * competitors.reviews) return false
  const said = { count, reviews: Math.max(count, own.complainingSentences) }
  const usual = { count: usualCountOf(word), reviews: rates.sentences.all ?? 0 }
  return usual.count * said.reviews < usualPart * count * usual.reviews && fisherExact(said, usual) <= wordChanceMax
}

/** Returns whether complaints name a subject more often than those of the corpus or of the competitors do. */
function isSpecial(key: string, { own, competitors }: Sides, trade: Trade): boolean {
  const ours = { count: own.subjects.get(key)?.complaining ?? 0, reviews: own.reviews }
  const theirs = { count: competitors.subjects.get(key)?.complaining ?? 0, reviews: competitors.reviews }
  if (theirs.count * ours.reviews > sharedPart * ours.count * theirs.reviews) return false
  const said = { count: ours.count, reviews: Math.max(ours.count, own.complainingSentences) }
  const usual = usualOf(key, trade)
  if (usual.count * said.reviews > said.count * usual.reviews) return false
  const isUnusual = usual.count * said.reviews <= usualPart * said.count * usual.reviews
  if (isUnusual && fisherExact(said, usual) <= corpusChanceMax) return true
  return ours.count >= comparedMin && fisherExact(ours, theirs) <= competitorChanceMax
}

/**
 * Returns whether at least three customers of the last 90 days complain about a subject, more than praise it, and
 * clearly more than before: of all customers, or of those who judge it.
 */
function isNew(tally: Tally, { reviews90d, reviewsBefore }: Side): boolean {
  const judging90d = tally.windows[0]?.judging ?? 0
  if (tally.complaining90d < reviewsMin || tally.complaining90d * 2 <= judging90d) return false
  const earlier = tally.complaining - tally.complaining90d
  const isFirst = earlier === 0 && tally.complaining90d >= firstReviewsMin && isInPlainWords(tally)
  const chanceMax = isFirst ? firstChanceMax : newChanceMax
  const isMore = (recent: number, before: number) =>
    earlier * recent < tally.complaining90d * before &&
    fisherExact({ count: tally.complaining90d, reviews: recent }, { count: earlier, reviews: before }) <= chanceMax
  return isMore(reviews90d, reviewsBefore) || isMore(judging90d, tally.judging - judging90d)
}

/** Returns whether at least half of the complaints about a subject show it also when they are read alone. */
export function isInPlainWords({ shownComplaints, complaining }: Tally): boolean {
  return shownComplaints * 2 >= complaining
}

/** The sentences of the corpus that complain and name a subject: of the trade, where it names it more often. */
function usualOf(key: string, trade: Trade): { count: number; reviews: number } {
  const of = (name: string) => ({ count: rates.subjects[key]?.[name] ?? 0, reviews: rates.sentences[name] ?? 0 })
  const all = of('all')
  const own = of(trade)
  return own.count * all.reviews > all.count * own.reviews ? own : all
}

/** The number of reviews that complain about a subject and about something else: see `addOverlaps`. */
export function overlapOf(subject: string, other: string, { overlaps }: Side): number {
  return overlaps.get(`${subject} ${other}`) ?? 0
}
