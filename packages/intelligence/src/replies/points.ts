import * as bounds from '@generated/contract/bounds'
import type { Aspect, Trade } from '@generated/contract/enums'
import type { AspectLabel, ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import { findPhrases, type Phrases } from '../labels/polarity.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { clauseVerbs, contrastWords, hypotheticals, negators } from '../vocabulary/lexicon.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { type Clause, clausesOf, type Polarity, polarityOf, reservations } from './clauses.ts'
import { type Name, namesIn } from './names.ts'
import { isWish } from './requests.ts'
import { blamesOthers, holds, isEstateAgency, type ReadSentence, sentencesOf } from './situations.ts'
import { isUnhurried, waitOf } from './waiting.ts'

/** A point of the review, in words that a draft may use, with the words of the review that support it. */
export interface Point {
  /** Fits after "you were happy with" and after "sorry about". */
  name: string
  aspect: Aspect
  polarity: Polarity
  probability: number
  quote: string
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength
/** The minimum clarity of a point: less where the stars say the same, more where they say the opposite. */
const clearMin = { withStars: 0.35, plain: 0.5, againstStars: 0.7 }
/** The same where no word of the sentence judges, and the most words of such a sentence. */
const sureMin = 0.6
const plainWordsMax = 10
/** The same where a thing is said to be something that is no known judgment. */
const surestMin = 0.85
/** Up to this number of stars, praise in a sentence that names another business is read as praise of that business. */
const mixedStarsMax = 3

/**
 * Returns what the review praises and blames, clearest first, each thing once. A thing is named only if its own clause
 * judges it and the labels of the sentence agree: a draft that names nothing is better than one that names the wrong
 * thing. Complaints that the review excuses or blames on others are left out, and so are all complaints of a review
 * with five stars: to somebody who could not be happier there is nothing to admit.
 */
export function pointsOf(text: string, labels: ReviewLabels, given: Given): Point[] {
  const { rating } = given
  const points = new Map<string, Point>()
  const sentences = sentencesOf(text, labels)
  for (const [index, sentence] of sentences.entries()) {
    if (isReserved(sentence) || isWish(sentence, sentences[index + 1])) continue
    const read = labels.sentences.find(({ start, end }) => text.slice(start, end) === sentence.text)
    if (!read) continue
    const excused = rating === 5 || isExcused(sentence, sentences[index + 1], given)
    const isOfRival = rating !== null && rating <= mixedStarsMax && holds('rivals', sentence.tokens)
    for (const found of namesOf(sentence, read, given)) {
      const isOfOthers = found.polarity === 'negative' ? excused : isOfRival
      if (isOfOthers) continue
      if ((points.get(found.name)?.probability ?? 0) < found.probability) points.set(found.name, found)
    }
  }
  const all = [...points.values()]
  // One or two stars with nothing but praise are irony.
  const regrets = all.some(({ polarity }) => polarity === 'negative')
  const isBelieved = (point: Point) =>
    point.polarity === 'negative' || rating === null || rating > unhappyStarsMax || (regrets && isPlain(point))
  const isDear = sentences.some(({ tokens }) => holds('expensive', tokens))
  // "It isn't cheap, but we did a caravan for a third": who finds it good value still pays a lot.
  const isCertain = (point: Point) =>
    !(isDear && point.aspect === 'price' && point.polarity === 'positive') &&
    (rating === 5 || !isDisputed(point, sentences))
  return all
    .filter((point) => isBelieved(point) && isCertain(point) && !isRepeated(point, all))
    .sort((a, b) => clarity(b) - clarity(a))
}

const unhappyStarsMax = 2
/** The minimum clarity of praise that a draft for one or two stars names. */
const plainMin = 0.8
/** Aspects that a draft for one or two stars may praise. Praise of a view or a price is often bitter. */
const plainAspects: ReadonlySet<Aspect> = new Set(['quality', 'service'])

/** With one or two stars, praise counts only if it is clear and concedes nothing ("at least", "I'll grant them"). */
function isPlain({ quote, aspect, probability }: Point): boolean {
  if (!plainAspects.has(aspect) || probability < plainMin) return false
  return !readSentences(quote).some(({ tokens }) => holds('conceded', tokens))
}

/** "The wait" together with "the three-day wait": the same thing, less exactly. */
function isRepeated({ name }: Point, all: readonly Point[]): boolean {
  const isTime = name === 'the wait' || name === 'the time it took'
  return isTime && all.some((other) => other.name !== name && /wait|delay|queue/.test(other.name))
}

/** Names of what a whole business is about: mentioned often, and not by chance. */
const general = /^(?:service|team|staff|prices|food|work|room|rooms|place)$/

/**
 * "Five peas. They were very good peas", "muffins were great, now the muffin is smaller": with less than five stars,
 * praise of a thing that another sentence mentions as well is not certain.
 */
function isDisputed({ name, polarity, quote }: Point, sentences: readonly ReadSentence[]): boolean {
  const noun = name.split(' ').at(-1) ?? ''
  if (polarity === 'negative' || general.test(noun)) return false
  const stem = noun.replace(/s$/, '')
  return sentences.some(
    ({ text, tokens }) => text !== quote && tokens.some(({ word }) => word === stem || word === `${stem}s`),
  )
}

function clarity({ probability }: Point): number {
  return Math.round(probability * 2)
}

/** Returns whether a sentence is a question, repeats what others said, quotes somebody or is about another business. */
function isReserved({ text, tokens }: ReadSentence): boolean {
  return (
    /\?\W*$/.test(text) ||
    /["“”«»]|(?:^|\s)['‘]\S/.test(text) ||
    text.length > quoteCharsMax ||
    (['hearsay', 'elsewhere', 'qualified'] as const).some((list) => holds(list, tokens))
  )
}

/**
 * "Pricey but worth it", "Came late. No hard feelings", "The bank was slow": what is forgiven, or the fault of others,
 * needs no apology.
 */
function isExcused({ tokens }: ReadSentence, next: ReadSentence | undefined, { businessName }: Given): boolean {
  if (holds('excuses', tokens) || blamesOthers(tokens, businessName)) return true
  return next !== undefined && (holds('excuses', next.tokens) || holds('exonerating', next.tokens))
}

/** The review and the business, as far as they decide what a draft names. */
interface Given {
  rating: number | null
  vocabulary: Vocabulary
  trade: Trade
  businessName: string
}

function namesOf(sentence: ReadSentence, { aspects: labels }: SentenceLabels, given: Given): Point[] {
  const phrases = findPhrases(sentence.tokens, given.vocabulary)
  return clausesOf(phrases).flatMap((clause) => {
    const judgment = judgmentOf(clause, sentence, phrases, given)
    // A complaint that goes on with "but" is weighed against something.
    if (judgment === null || (judgment.polarity === 'negative' && clause.outweighed)) return []
    const { polarity, min } = judgment
    if (polarity === 'positive' && given.rating !== 5 && holds('faint', clause.tokens)) return []
    return judgment.names.flatMap(({ name, aspects: about }): Point[] => {
      if (about.includes('price') && polarity === 'positive' && isEstateAgency(given.businessName)) return []
      const clearest = clearestOf(labels, about, polarity)
      if (clearest === null || clearest.probability < min) return []
      return [{ name, polarity, quote: sentence.text, ...clearest }]
    })
  })
}

interface ClauseJudgment {
  polarity: Polarity
  names: readonly Name[]
  /** The minimum probability of the label that agrees. */
  min: number
}

function judgmentOf(clause: Clause, sentence: ReadSentence, phrases: Phrases, given: Given): ClauseJudgment | null {
  if (clause.supposed) return null
  const wait = waitOf(clause, sentence.tokens)
  const isPace = clause.opinions.some(({ aspect, strength }) => aspect === 'wait' && strength < 0)
  if ((wait !== null || isPace) && isUnhurried(sentence, phrases, given.rating)) return null
  if (wait !== null)
    return {
      polarity: 'negative',
      names: [{ name: wait, aspects: ['wait'] }],
      min: clearMin[agreementOf('negative', given.rating)],
    }
  const polarity = polarityOf(clause)
  if (polarity !== null)
    return { polarity, names: namesIn(clause, polarity, given), min: clearMin[agreementOf(polarity, given.rating)] }
  if (isPlainPraise(phrases, given))
    return { polarity: 'positive', names: namesIn(clause, 'positive', given), min: sureMin }
  const predicated = polarityOfStars(given)
  if (clause.opinions.length > 0 || predicated === null || clause.tokens.some(isDoubt)) return null
  return { polarity: predicated, names: namesIn({ ...clause, predicated: true }, predicated, given), min: surestMin }
}

/** The only polarity that a statement without a known judgment can have: "The parking is hopeless". */
function polarityOfStars({ rating }: Given): Polarity | null {
  if (rating === null) return null
  return rating > 3 ? 'positive' : 'negative'
}

function isDoubt({ word }: Token): boolean {
  return negators.has(word) || hypotheticals.has(word) || reservations.test(word) || word.endsWith("n't")
}

/** "The almond croissant!": five stars and a few words without any judgment name what was good. */
function isPlainPraise({ tokens, opinions }: Phrases, { rating }: Given): boolean {
  if (rating !== 5 || opinions.length > 0 || tokens.length > plainWordsMax) return false
  // "The whole room singing" tells what happened.
  const isTold = ({ word }: Token) => clauseVerbs.has(word) || /(?:ed|ing)$/.test(word)
  return !tokens.some((token) => isDoubt(token) || isTold(token) || contrastWords.has(token.word))
}

/** The label of one of the aspects that agrees with the polarity, with the difference to the opposite. */
function clearestOf(
  labels: readonly AspectLabel[],
  about: readonly Aspect[],
  polarity: Polarity,
): Pick<Point, 'aspect' | 'probability'> | null {
  const sign = polarity === 'positive' ? 1 : -1
  const [clearest] = labels
    .filter(({ aspect }) => about.includes(aspect))
    .map(({ aspect, positive, negative }) => ({ aspect, probability: (positive - negative) * sign }))
    .sort((a, b) => b.probability - a.probability)
  return clearest ?? null
}

function agreementOf(polarity: Polarity, rating: number | null): keyof typeof clearMin {
  if (rating === null) return 'plain'
  const agrees = polarity === 'positive' ? rating >= 4 : rating <= 2
  const opposes = polarity === 'positive' ? rating <= 2 : rating === 5
  if (agrees) return 'withStars'
  return opposes ? 'againstStars' : 'plain'
}
