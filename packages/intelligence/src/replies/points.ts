import * as bounds from '@generated/contract/bounds'
import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import food from '../../vocabulary/food.json' with { type: 'json' }
import gesturePhrases from '../../vocabulary/gestures.json' with { type: 'json' }
import stored from '../../vocabulary/reply-names.json' with { type: 'json' }
import type { AspectLabel, ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import { findPhrases, type Phrases } from '../labels/polarity.ts'
import { turnsOf } from '../labels/turns.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import {
  clauseVerbs,
  commonWords,
  contrastWords,
  hypotheticals,
  intensifiers,
  negators,
} from '../vocabulary/lexicon.ts'
import { isNumber, phraseBook } from '../vocabulary/patterns.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { blamesOthers, holds, type ReadSentence, sentencesOf } from './situations.ts'

/** A point of the review, in words that a draft may use, with the words of the review that support it. */
export interface Point {
  /** Fits after "you were happy with" and after "sorry about". */
  name: string
  aspect: Aspect
  polarity: Polarity
  probability: number
  quote: string
}

type Polarity = 'positive' | 'negative'

/** The reviewer plans to return, recommends the business, or has been a customer for years. */
export interface Gesture {
  kind: 'returns' | 'recommends' | 'loyal'
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
/** The minimum probability of a complaint, and clarity of praise, that a draft does not name and that still counts. */
const complaintMin = 0.25
const praiseMin = 0.5

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
    if (isReserved(sentence)) continue
    const read = labels.sentences.find(({ start, end }) => text.slice(start, end) === sentence.text)
    if (!read) continue
    const excused = rating === 5 || isExcused(sentence, sentences[index + 1], given)
    for (const found of namesOf(sentence, read, given)) {
      if (found.polarity === 'negative' && excused) continue
      if ((points.get(found.name)?.probability ?? 0) < found.probability) points.set(found.name, found)
    }
  }
  const all = [...points.values()]
  // The same name praised and blamed says nothing certain, and one or two stars with nothing but praise are irony.
  const regrets = all.some(({ polarity }) => polarity === 'negative')
  const isBelieved = ({ polarity }: Point) => polarity === 'negative' || rating === null || rating > 2 || regrets
  return all.filter(isBelieved).sort((a, b) => clarity(b) - clarity(a))
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
    (['hearsay', 'elsewhere'] as const).some((list) => holds(list, tokens))
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

/** Returns whether a review complains of the business, even of something that no draft can name. */
export function complainsOf(text: string, { sentences }: ReviewLabels, businessName: string): boolean {
  const read = sentences.map((sentence) => ({
    ...sentence,
    tokens: readSentences(text.slice(sentence.start, sentence.end)).flatMap(({ tokens }) => tokens),
  }))
  return read.some(({ aspects: labels, tokens }, index) => {
    const isPace = tokens.some(({ word }) => (leisurely.test(word) && !word.startsWith('slow')) || word === 'slowly')
    const complaints = labels.filter(({ positive, negative }) => negative >= complaintMin && negative > positive)
    if (complaints.every(({ aspect }) => isPace && aspect === 'wait') && !isImprovable(tokens)) return false
    return !blamesOthers(tokens, businessName) && !holds('exonerating', read[index + 1]?.tokens ?? [])
  })
}

/** "The desk could be a little warmer" complains, whatever its labels. */
function isImprovable(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, at) => {
    if (word !== 'could' || tokens[at + 1]?.word !== 'be') return false
    return tokens.slice(at + 2, at + 2 + comparedReach).some((token) => /^(?:more|better|\w{3,}er)$/.test(token.word))
  })
}

/** Returns whether a review praises something outside its questions and wishes, even what no draft can name. */
export function isPraised(text: string, { sentences }: ReviewLabels): boolean {
  return sentences.some(({ start, end, aspects: labels }) => {
    const sentence = text.slice(start, end)
    const tokens = readSentences(sentence).flatMap((read) => read.tokens)
    if (/\?\W*$/.test(sentence) || holds('wishes', tokens) || tokens.some(({ word }) => isHypothetical(word)))
      return false
    return labels.some(({ positive, negative }) => positive - negative >= praiseMin)
  })
}

function isHypothetical(word: string): boolean {
  return hypotheticals.has(word) || word.endsWith("'d")
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
    return judgment.names.flatMap(({ name, aspects: about }): Point[] => {
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
  const wait = waitOf(clause, sentence.tokens)
  const isPace = clause.opinions.some(({ aspect, strength }) => aspect === 'wait' && strength < 0)
  if ((wait !== null || isPace) && isUnhurried(sentence, phrases, given)) return null
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
  return !tokens.some((token) => isDoubt(token) || contrastWords.has(token.word))
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

interface Clause {
  tokens: Token[]
  opinions: Phrases['opinions']
  /** Index of the first token in the sentence; those of `opinions` count from there. */
  from: number
  /** The next clause begins with "but". */
  outweighed: boolean
  vocabulary: Vocabulary
  /** Only a noun that is said to be something is named. */
  predicated: boolean
}

/** The clauses of a sentence; a clause that both praises and blames is cut at "and" as well. */
function clausesOf(phrases: Phrases): Clause[] {
  const { tokens } = phrases
  // "If only" begins a wish, and its "only" contrasts nothing.
  const isContrast = (at: number) => contrastWords.has(tokens[at]?.word ?? '') && tokens[at - 1]?.word !== 'if'
  const ends = (at: number) => tokens[at]?.boundary !== 'none' || isContrast(at)
  return cut(phrases, 0, tokens.length, ends).flatMap((clause) => {
    const signs = new Set(clause.opinions.map(({ strength }) => Math.sign(strength)))
    const isEnd = (at: number) =>
      tokens[at]?.word === 'and' && (signs.size > 1 || joinsStatements(clause, at - clause.from))
    return cut(phrases, clause.from, clause.from + clause.tokens.length, isEnd).map((part) => ({
      ...part,
      outweighed: clause.outweighed,
    }))
  })
}

/** "They brought a candle and the cake was great": a verb on both sides of "and". */
function joinsStatements({ tokens }: Clause, at: number): boolean {
  const states = (words: readonly Token[]) =>
    words.some(({ word }) => clauseVerbs.has(word) || /(?:ed|ught)$/.test(word))
  return states(tokens.slice(0, at)) && states(tokens.slice(at + 1))
}

function cut(
  { tokens, opinions, vocabulary }: Phrases,
  from: number,
  to: number,
  begins: (at: number) => boolean,
): Clause[] {
  const starts = [from]
  for (let at = from + 1; at < to; at += 1) if (begins(at)) starts.push(at)
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to
    return {
      tokens: tokens.slice(start, end),
      opinions: opinions.flatMap((opinion) =>
        opinion.at >= start && opinion.at < end ? [{ ...opinion, at: opinion.at - start }] : [],
      ),
      from: start,
      outweighed: tokens[end]?.word === 'but',
      vocabulary,
      predicated: false,
    }
  })
}

/** Words that make "like" a verb: "I like the bread". */
const likers = /^(?:i|we|you|they|he|she|really|also|do|don't|did|didn't|would|not|kids|all|everyone|i'd|we'd|always)$/
/** Words of comparisons, conditions and negations. */
const reservations = /^(?:than|if|unless|almost|nearly|until|hoped|not|without|no|never)$/

/** The polarity of a clause whose opinions all agree; null where it is a wish, a comparison or denies something. */
function polarityOf({ tokens, opinions }: Clause): Polarity | null {
  if (holds('wishes', tokens) || holds('needs', tokens) || holds('instead', tokens)) return null
  const signs = new Set(opinions.map(({ strength }) => Math.sign(strength)))
  const { turns } = turnsOf(tokens)
  // "The staff could not have been kinder" praises in spite of its "not".
  if (turns.length > 0) return turns.every(({ sign }) => sign > 0) && !signs.has(-1) ? 'positive' : null
  const [sign] = signs
  if (signs.size !== 1 || !sign) return null
  const words = tokens.map(({ word }) => word)
  const isLike = (word: string, at: number) =>
    (word === 'like' && /^(?:a|an|the|my|in|being)$/.test(words[at + 1] ?? '') && !likers.test(words[at - 1] ?? '')) ||
    (word === 'as' && words.indexOf('as', at + 1) > at)
  if (words.some((word, at) => isLike(word, at) || hypotheticals.has(word))) return null
  const denies = words.some((word) => negators.has(word) || word.endsWith("n't"))
  // "The staff were not friendly" blames; "never a bad coffee" praises, but not in a way that a draft should repeat.
  if (denies && sign > 0) return null
  if (!denies && words.some((word) => reservations.test(word))) return null
  return sign > 0 ? 'positive' : 'negative'
}

/** A name that a clause suggests, with the aspects of which one has to be judged as the clause judges. */
interface Name {
  name: string
  aspects: readonly Aspect[]
}

const thing = (noun: string) => `the ${noun}`

/** Too vague for a name, or also the name of something else. */
const notDishes = new Set([
  'sides',
  'specials',
  'mains',
  'main',
  'appetizer',
  'entree',
  'entrée',
  'drink',
  'bottle',
  'glass',
])
/** The dishes and drinks of the vocabulary that are one word. */
const dishes = [...food.foods, ...food.drinks]
  .filter((phrase) => !phrase.includes(' '))
  .flatMap((phrase) => phrase.split('|'))
  .filter((word) => !word.endsWith('*') && !notDishes.has(word))

/** Nouns that read well in a draft, and how a draft names them. */
const nounGroups = [
  { ...stored.food, words: [...stored.food.words, ...dishes], nameOf: thing },
  { ...stored.place, nameOf: thing },
  { ...stored.rooms, nameOf: thing },
  // A job well done is good work.
  { ...stored.work, nameOf: (noun: string) => (/\bjobs?$/.test(noun) ? 'the work' : thing(noun)) },
  { ...stored['faulty work'], nameOf: thing },
  { ...stored.conditions, nameOf: thing },
  { ...stored.staff, nameOf: (noun: string) => `our ${noun}` },
  // A draft regrets the service of a waiter, not the waiter.
  { ...stored.served, nameOf: (noun: string) => `the service of our ${noun}` },
  {
    ...stored.service,
    nameOf: (_: string, polarity: Polarity) => (polarity === 'positive' ? 'our service' : 'the service'),
  },
  { ...stored.price, nameOf: () => 'our prices' },
].map(({ aspects: about, signs, words, nameOf }) => ({
  aspects: aspects.filter((aspect) => about.includes(aspect)),
  polarities: (['positive', 'negative'] as const).filter((sign) => signs.includes(sign)),
  words: new Set(words),
  nameOf,
}))

/** A health provider names no part of a treatment: the details of a patient are private. */
const privateAspects: ReadonlySet<Aspect> = new Set(['quality', 'comfort'])

function namesIn(clause: Clause, polarity: Polarity | null, { rating, trade }: Given): Name[] {
  if (polarity === null) return []
  const nouns = nounsIn(clause, polarity)
  const implied = clause.opinions.flatMap(({ at, aspect }) =>
    impliedNames
      .filter(
        ({ about, words, trades }) =>
          about === `${aspect} ${polarity}` &&
          words.test(clause.tokens[at]?.word ?? '') &&
          endsJudgment(clause.tokens, at) &&
          (trades?.includes(trade) ?? true) &&
          !isCheapness(clause.tokens[at]?.word ?? '', rating),
      )
      .map(({ name }) => ({ name, aspects: aspect ? [aspect] : [] })),
  )
  // "The price was friendly" is about the price.
  const all = nouns.length > 0 ? nouns : implied
  return trade === 'dentist'
    ? all.filter(({ aspects: about }) => !about.some((aspect) => privateAspects.has(aspect)))
    : all
}

const leisurely = /^(?:slow|slower|slowly|unhurried|patiently|gently|gradually|thorough|thoroughly|careful|carefully)$/

/** "Took their time, so gentle": a satisfied customer who praises the manner does not complain of its pace. */
function isUnhurried({ tokens }: ReadSentence, { opinions }: Phrases, { rating }: Given): boolean {
  if (rating === null || rating < 4) return false
  const isPraised = opinions.some(({ strength }) => strength > 0)
  return tokens.some(({ word }) => leisurely.test(word)) || (isPraised && holds('unhurried', tokens))
}

/** "It's cheap, and it tastes cheap": only a satisfied customer praises with this word. */
function isCheapness(word: string, rating: number | null): boolean {
  return word.startsWith('cheap') && rating !== null && rating < 4
}

/** A noun of somebody else: "her cake", "no parking". */
const foreign = /^(?:his|her|their|your|no|without|any|another|other|of)$/

function nounsIn(clause: Clause, polarity: Polarity): Name[] {
  return clause.tokens.flatMap(({ word }, at) => {
    const group = nounGroups.find(({ words, polarities }) => words.has(word) && polarities.includes(polarity))
    if (!group || foreign.test(clause.tokens[at - 1]?.word ?? '') || !endsNoun(clause, at)) return []
    if (isCompared(clause.tokens, at)) return []
    if (clause.predicated && !/^(?:is|are|was|were)$/.test(clause.tokens[at + 1]?.word ?? '')) return []
    // "One cashier for fifteen people" is about the wait, not about the cashier.
    const others = clause.opinions.filter(({ aspect }) => aspect !== null && !group.aspects.includes(aspect))
    if (polarity === 'negative' && others.length > 0 && others.length === clause.opinions.length) return []
    const before = clause.tokens[at - 1]
    const isCompound = before !== undefined && clause.tokens[at]?.boundary === 'none' && names(clause, before)
    const noun = isCompound ? `${before.word} ${word}` : word
    const name = group.nameOf(noun, polarity)
    // "My nails are perfect": they are the customer's, and a draft says so.
    const isOwn = /^(?:my|our)$/.test(clause.tokens[at - (isCompound ? 2 : 1)]?.word ?? '')
    return [{ name: isOwn ? name.replace(/^the /, 'your ') : name, aspects: group.aspects }]
  })
}

/** Words between a word that compares and the noun. */
const comparedReach = 3

/** "Runs like butter", "smooth as silk", "tastes of old cheese": the noun of a comparison is not what was judged. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - comparedReach), at).some(({ word }, index, near) => {
    if (word === 'like') return !likers.test(tokens[at - near.length + index - 1]?.word ?? '')
    const isTaste =
      word === 'of' && /^(?:tast|smell|smelt|reek|stink)/.test(tokens[at - near.length + index - 1]?.word ?? '')
    return word === 'as' || word === 'than' || isTaste
  })
}

/** "The sausage rolls": a noun in front of another word that may be a noun is only a part of one. */
function endsNoun({ tokens, opinions }: Clause, at: number): boolean {
  const next = tokens[at + 1]
  if (next?.boundary !== 'none') return true
  const { word } = next
  return (
    commonWords.has(word) ||
    clauseVerbs.has(word) ||
    intensifiers.has(word) ||
    isNumber(word) ||
    opinions.some((opinion) => opinion.at === at + 1) ||
    /(?:ed|ing|ly)$/.test(word)
  )
}

/** Returns whether a word before a noun is a term of what the business offers: "mushroom risotto". */
function names({ vocabulary }: Clause, token: Token): boolean {
  if (commonWords.has(token.word)) return false
  return vocabulary.phrases
    .find([token])
    .some(({ value }) => value.kind === 'term' && value.aspect === 'quality' && value.weight >= 0.7)
}

const businessWords = /^(?:shop|place|people|team|lot|bunch|business|company|firm|garage|service|lads|folks|person)$/

/** "Honest, quick" judges the business; "honest cooking" judges something else. */
function endsJudgment(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return next?.boundary !== 'none' || commonWords.has(next.word) || businessWords.test(next.word)
}

/** Judgments that say what they are about. */
const impliedNames: readonly {
  about: `${Aspect} ${Polarity}`
  words: RegExp
  name: string
  trades?: readonly Trade[]
}[] = [
  {
    about: 'service positive',
    words: /^(?:friendl|kind|helpful|attentive|polite|welcoming|patient|courteous|caring|gentle|lovely|nice)/,
    name: 'our team',
  },
  {
    about: 'service negative',
    words: /^(?:rude|unfriendl|impolite|dismissive|surly|arrogant|unhelpful|grumpy|ignored)/,
    name: 'the service',
  },
  {
    about: 'quality positive',
    words: /^(?:delicious|tasty|yummy|scrumptious|mouthwatering)/,
    name: 'what we served',
    trades: ['restaurant', 'hotel'],
  },
  {
    about: 'price positive',
    words: /^(?:cheap|affordable|reasonabl|inexpensive|bargain|fair|value|good|great)/,
    name: 'our prices',
  },
  { about: 'price negative', words: /^(?:expensive|overpriced|pricey|extortionate|dear|rip)/, name: 'our prices' },
  { about: 'wait positive', words: /^(?:quick|fast|prompt|speed|swift)/, name: 'our quick service' },
  { about: 'wait negative', words: /^(?:slow|sluggish)/, name: 'the time it took' },
  { about: 'cleanliness positive', words: /^(?:clean|spotless|immaculate|pristine)/, name: 'the cleanliness' },
  { about: 'cleanliness negative', words: /^(?:dirty|filthy|grubby|unclean)/, name: 'the lack of cleanliness' },
  {
    about: 'ambience positive',
    words: /^(?:cosy|cozy|relax|atmospheric|calm|peaceful|tranquil)/,
    name: 'the atmosphere',
    trades: ['restaurant', 'hotel', 'salon', 'retail'],
  },
  { about: 'ambience negative', words: /^(?:nois|loud)/, name: 'the noise' },
  { about: 'communication positive', words: /^explain/, name: 'our explanations' },
  { about: 'trust positive', words: /^honest$/, name: 'our honesty' },
]

const units = new Set('minute minutes min mins hour hours day days week weeks month months'.split(' '))
const waitingVerb = /^(?:wait|queu|kept)/
/** Words between "took" and the time: "took us an hour", "took the kitchen nearly 40 minutes". */
const tookReach = 3
/** Words that lead away from what took its time: "took our dog into the group over two weeks". */
const leads = /^(?:to|into|in|for|on|off|with|out|from|through|\w+ly)$/
/** Words between the waiting and the time it took: "waited for our table for 35 minutes". */
const waitedReach = 7

/** "Drove around for half an hour" did not wait for the business. */
const searching = /^(?:circl|park|search|driv|drove|walk|look(?:ed|ing))/

/**
 * "the 40-minute wait", "the delay of half an hour", "the queue", "the wait"; null where nothing says that one had
 * to wait, or a word denies it. The clauses of a sentence may deny each other: "never waited".
 */
function waitOf({ tokens, opinions }: Clause, sentence: Token[]): string | null {
  const words = tokens.map(({ word }) => word)
  const isDenied = words.some((word) => negators.has(word) || hypotheticals.has(word) || word.endsWith("n't"))
  if (isDenied || turnsOf(sentence).turns.some(({ sign }) => sign > 0)) return null
  for (const [unit, word] of words.entries()) {
    const amount = units.has(word) ? amountBefore(words, unit) : null
    // "An eight minute check-up" did not wait.
    if (amount === null || (!word.endsWith('s') && !/^(?:an?|one|half an?)$/.test(amount.words))) continue
    // "Over an hour" is more than an hour.
    const isVague = /^(?:over|than|nearly|almost|about|around|least)$/.test(words[amount.from - 1] ?? '')
    const duration = isVague ? null : `${amount.words} ${word}`
    if (words[unit + 1] === 'late') return duration === null ? 'the delay' : `the delay of ${duration}`
    const near = words.slice(Math.max(0, amount.from - waitedReach), amount.from + 1)
    const took = near.lastIndexOf('took')
    const tookFor = took === -1 ? null : near.slice(took + 1, -1)
    const isTook = tookFor !== null && tookFor.length <= tookReach && !tookFor.some((between) => leads.test(between))
    if (words[unit + 1] === 'wait' || isTook || near.some((before) => waitingVerb.test(before)))
      return duration === null ? 'the long wait' : `the ${amountOfTime(amount.words, word)} wait`
  }
  if (words.some((word) => word.startsWith('queu'))) return 'the queue'
  // "18 minutes for a coffee" is an event of the vocabulary.
  const isLong = opinions.some(({ aspect, strength }) => aspect === 'wait' && strength < 0)
  const isAmountOf = (word: string, at: number) =>
    /(?:hours?|minutes|mins|weeks|days)$/.test(word) && !/^(?:before|after|later|ago|early)$/.test(words[at + 1] ?? '')
  if (isLong && words.some(isAmountOf) && !words.some((word) => searching.test(word))) return 'the wait'
  return words.some((word) => /^(?:wait|waited|waiting)$/.test(word)) ? 'the wait' : null
}

/** "40-minute", "one-hour", "half-hour": an amount of time in front of a noun. */
function amountOfTime(amount: string, unit: string): string {
  const singular = unit.replace(/s$/, '').replace(/^min$/, 'minute')
  if (amount.startsWith('half')) return `half-${singular}`
  return `${/^an?$/.test(amount) ? 'one' : amount.replaceAll(' ', '-')}-${singular}`
}

/**
 * "forty five", "half an", "40": the number in front of a unit; null where it is only a part of one ("an hour and a
 * half").
 */
function amountBefore(words: string[], unit: number): { words: string; from: number } | null {
  if (words[unit + 1] === 'and' && words[unit + 3] === 'half') return null
  let from = unit
  while (from > 0 && isAmount(words[from - 1] ?? '')) from -= 1
  if (from === unit && words[unit - 1] === 'an') from -= words[unit - 2] === 'half' ? 2 : 1
  if (from === unit || ['to', 'or', 'and', 'half'].includes(words[from - 1] ?? '')) return null
  return { words: words.slice(from, unit).join(' '), from }
}

function isAmount(word: string): boolean {
  return /^\d{1,3}$/.test(word) || (isNumber(word) && !/\d/.test(word))
}

const gestureKinds = ['returns', 'recommends', 'loyal'] as const
const gestures = phraseBook<Gesture['kind']>()
for (const kind of gestureKinds) gestures.add(gesturePhrases[kind], kind)

/**
 * Returns what a happy reviewer says of coming again, each once. Nothing is taken from a sentence that says no, or says
 * where else to go.
 */
export function gesturesOf(text: string, labels: ReviewLabels): Gesture[] {
  const found = new Map<Gesture['kind'], Gesture>()
  for (const { start, end, signals } of labels.sentences) {
    if (signals.length > 0) continue
    const tokens = readSentences(text.slice(start, end)).flatMap((read) => read.tokens)
    const turned = tokens.some(({ word }) => isTurning(word))
    for (const { value } of gestures.find(tokens))
      if (!found.has(value) && (!turned || value === 'loyal'))
        found.set(value, { kind: value, quote: quoteFrom(text, start, end) })
  }
  return [...found.values()]
}

/** "Cannot wait to come again" denies nothing. */
const notTurning = new Set(["can't", 'cannot'])
const turningWords = new Set([...negators, ...contrastWords, 'if', 'elsewhere'])

function isTurning(word: string): boolean {
  return !notTurning.has(word) && (turningWords.has(word) || word.endsWith("n't"))
}

/** A verbatim slice that fits a claim, cut between words. */
function quoteFrom(text: string, start: number, end: number): string {
  if (end - start <= quoteCharsMax) return text.slice(start, end)
  const cut = text.lastIndexOf(' ', start + quoteCharsMax)
  const last = cut > start ? cut : start + quoteCharsMax
  // Half a surrogate pair is not a character.
  return text.slice(start, /[\uD800-\uDBFF]/.test(text[last - 1] ?? '') ? last - 1 : last)
}
