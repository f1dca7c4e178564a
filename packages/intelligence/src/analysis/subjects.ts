import { type Aspect, aspects, type Trade, trades } from '@generated/contract/enums'
import stored from '../../vocabulary/subjects.json' with { type: 'json' }
import { labelReview, type ReviewLabels, type SentenceLabels } from '../labels/labels.ts'
import { fullStars } from '../labels/reading.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { isDenied } from './causes.ts'
import { nounsIn, wordKey, wordOfKey } from './open-words.ts'
import { tokensBySentence } from './read-sentences.ts'

/**
 * The things that reviews are about, as `vocabulary/subjects.json` stores them: each with the words that mean it, so
 * that "scent", "perfume" and "fragrance" are one thing. `common-subjects.ts` finds those that many complaints share.
 */
export interface Subject {
  key: string
  aspect: Aspect
  /** The noun phrase after "complain about". */
  name: string
  /** Advice that fits any complaint about it; null where only the quotes say what is wrong. */
  action: string | null
}

export interface SubjectComplaint {
  key: string
  /** The sentence shows the complaint also when it is read alone. */
  isClear: boolean
  /** A phrase states it that complains by itself. */
  isPhrase: boolean
}

/** The subjects of one review, each once. */
export interface SubjectMentions {
  complained: string[]
  praised: string[]
  /** The complaints of each sentence. */
  bySentence: SubjectComplaint[][]
  /** The number of sentences that complain, about anything. */
  complainingSentences: number
}

interface StoredSubject {
  key: string
  aspect: string
  name: string
  /** The trades in which it is read; all without it. */
  trades?: readonly string[]
  action?: string
  /** Phrases that complain by themselves. */
  complaints?: readonly string[]
  phrases: readonly string[]
}

/** A sentence that praises as clearly as this, and complains about nothing, does not complain. */
const praiseOfCriticalMin = 0.8
/** The same for a sentence that praises what it names. */
const praiseMin = 0.5
/** A complaint this probable makes a sentence one that complains, and this probable shows it. */
const complaintMin = 0.3
const clearComplaintMin = 0.6
/** The sum of complaints about all aspects, and its ratio to that of praise, from which a sentence is negative. */
const negativeMin = 0.3
const negativeTimes = 3
const criticalStarsMax = 3
/** Words after which a review with at most three stars states its complaint. */
const turns: ReadonlySet<string> = new Set(['but', 'however', 'yet', 'except', 'unfortunately', 'sadly', 'pity'])

interface Meaning {
  key: string
  isComplaint: boolean
}

interface ReadSentence {
  tokens: Token[]
  hits: Hit<Meaning>[]
  labels: SentenceLabels
  /** The text of the sentence, from which offsets of tokens count. */
  text: string
}

const given: readonly StoredSubject[] = stored
const byKey = new Map(given.map((each) => [each.key, readSubject(each)]))
const books = new Map<Trade, PhraseBook<Meaning>>(trades.map((trade) => [trade, bookOf(trade)]))

/** Throws an Error if the file has an aspect that does not exist. */
function readSubject({ key, aspect: written, name, action }: StoredSubject): Subject {
  const aspect = aspects.find((one) => one === written)
  if (!aspect) throw new Error(`subjects.json, ${key}: "${written}" is not an aspect.`)
  return { key, aspect, name, action: action ?? null }
}

function bookOf(trade: Trade): PhraseBook<Meaning> {
  const book = phraseBook<Meaning>()
  for (const { key, trades: only, complaints = [], phrases } of given) {
    if (only && !only.includes(trade)) continue
    book.add(complaints, { key, isComplaint: true })
    book.add(phrases, { key, isComplaint: false })
  }
  return book
}

function hitsIn(tokens: Token[], trade: Trade): Hit<Meaning>[] {
  return books.get(trade)?.find(tokens) ?? []
}

/** The subject of a key; undefined for one that does not exist. */
export function subjectOf(key: string): Subject | undefined {
  return byKey.get(key)
}

/** The subjects that a text of a trade names, each once, in the order of their first words. */
export function subjectsNamed(text: string, trade: Trade): string[] {
  return [...new Set(readSentences(text).flatMap(({ tokens }) => hitsIn(tokens, trade).map(({ value }) => value.key)))]
}

/** The subjects that a review complains about, and those that it praises. With five stars it complains about none. */
export function subjectsIn(
  { text, rating }: { text: string; rating: number | null },
  read: ReviewLabels,
  trade: Trade,
): SubjectMentions {
  const praised = new Set<string>()
  let complainingSentences = 0
  const allTokens = tokensBySentence(text, read)
  const bySentence = read.sentences.map((labels, index) => {
    const tokens = allTokens[index]
    if (tokens === undefined || labels.signals.includes('prompt_injection')) return []
    if (isComplaint(labels, rating)) complainingSentences += 1
    const sentence = { tokens, hits: hitsIn(tokens, trade), labels, text: text.slice(labels.start, labels.end) }
    const complained = new Map<string, SubjectComplaint>()
    for (const hit of [...sentence.hits, ...openHits(sentence)]) {
      const { key } = hit.value
      if (wordOfKey(key) !== null && !isNegative(labels)) continue
      if (complainsAbout(hit, sentence, rating, trade))
        complained.set(key, complaintOf(hit, labels, complained.get(key)))
      else if (isPraise(labels)) praised.add(key)
    }
    return [...complained.values()]
  })
  const complained = [...new Set(bySentence.flat().map(({ key }) => key))].sort()
  return {
    complained,
    praised: [...praised].filter((key) => !complained.includes(key)).sort(),
    bySentence,
    complainingSentences,
  }
}

function complaintOf(
  { value: { key, isComplaint: isPhrase } }: Hit<Meaning>,
  labels: SentenceLabels,
  before: SubjectComplaint | undefined,
): SubjectComplaint {
  const isClear = isPhrase || before?.isClear === true || most(labels, 'negative') >= clearComplaintMin
  return { key, isClear, isPhrase: isPhrase || before?.isPhrase === true }
}

/** The nouns of a sentence that are in no phrase of a subject. */
function openHits({ tokens, hits }: ReadSentence): Hit<Meaning>[] {
  return nounsIn(tokens).flatMap(({ word, at }) =>
    hits.some(({ from, to }) => from <= at && at < to)
      ? []
      : [{ value: { key: wordKey(word), isComplaint: false }, from: at, to: at + 1 }],
  )
}

/** Returns whether a sentence complains about what a phrase in it names. */
function complainsAbout(hit: Hit<Meaning>, sentence: ReadSentence, rating: number | null, trade: Trade): boolean {
  const { tokens, labels, text } = sentence
  if (rating === fullStars) return false
  if (hit.value.isComplaint && !isDenied(tokens, hit.from)) return true
  const complains = isComplaint(labels, rating)
  if (rating !== null && rating <= criticalStarsMax) return complains || isAfterTurn(tokens, hit.from)
  // A satisfied customer praises one thing and blames another, often in one sentence.
  if (!complains || tokens.every(({ boundary }) => boundary === 'none')) return complains
  const [from, to] = clauseAround(tokens, hit)
  const clause = text.slice(tokens[from]?.start, tokens[to]?.end)
  return labelReview(clause, { trade }).sentences.some((part) => isComplaint(part, rating))
}

/** The indexes of the first and the last token of the part between punctuation that a phrase is in. */
export function clauseAround(tokens: readonly Token[], hit: Pick<Hit<unknown>, 'from' | 'to'>): [number, number] {
  const isEnd = ({ boundary }: Token) => boundary !== 'none'
  const from = tokens.slice(0, hit.from + 1).findLastIndex(isEnd)
  const to = tokens.findIndex((token, index) => index >= hit.to && isEnd(token))
  return [Math.max(0, from), to < 0 ? tokens.length - 1 : to - 1]
}

function isAfterTurn(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(0, at).some(({ word }) => turns.has(word))
}

function isComplaint(sentence: SentenceLabels, rating: number | null): boolean {
  if (rating === fullStars) return false
  const negative = most(sentence, 'negative')
  const positive = most(sentence, 'positive')
  if (rating !== null && rating <= criticalStarsMax) return negative >= complaintMin || positive < praiseOfCriticalMin
  return negative >= complaintMin && negative > positive
}

/**
 * Returns whether a sentence is negative, also where it fits no aspect. Stars alone do not show what a noun whose
 * meaning is not known has to do with a complaint.
 */
function isNegative({ aspects: labels }: SentenceLabels): boolean {
  const sum = (sign: 'positive' | 'negative') => labels.reduce((total, label) => total + label[sign], 0)
  return sum('negative') >= Math.max(negativeMin, negativeTimes * sum('positive'))
}

function isPraise(sentence: SentenceLabels): boolean {
  return most(sentence, 'positive') >= praiseMin && most(sentence, 'negative') < complaintMin
}

function most({ aspects: labels }: SentenceLabels, sign: 'positive' | 'negative'): number {
  return Math.max(0, ...labels.map((label) => label[sign]))
}

/** Counts, for each subject that a review complains about, what else the same review says. */
export function addOverlaps(
  overlaps: Map<string, number>,
  subjects: readonly string[],
  others: readonly string[],
): void {
  for (const subject of subjects) {
    for (const other of others) {
      if (other === `subject.${subject}`) continue
      const pair = `${subject} ${other}`
      overlaps.set(pair, (overlaps.get(pair) ?? 0) + 1)
    }
  }
}
