import { type Aspect, aspects } from '@generated/contract/enums'
import stored from '../../vocabulary/subjects.json' with { type: 'json' }
import type { ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import { fullStars } from '../labels/reading.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { phraseBook } from '../vocabulary/patterns.ts'

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

/** The subjects of one review, each once. */
export interface SubjectMentions {
  complained: string[]
  praised: string[]
  /** The subjects that each sentence complains about. */
  bySentence: string[][]
  /** The number of sentences that complain, about anything. */
  complainingSentences: number
}

interface StoredSubject {
  key: string
  aspect: string
  name: string
  action?: string
  phrases: readonly string[]
}

/** A sentence that praises as clearly as this, and complains about nothing, does not complain. */
const praiseOfCriticalMin = 0.8
/** The same for a sentence that praises what it names. */
const praiseMin = 0.5
/** A complaint this probable makes a sentence one that complains. */
const complaintMin = 0.3
const criticalStarsMax = 3
/** What follows one of these in a review with at most three stars is the complaint. */
const turns: ReadonlySet<string> = new Set(['but', 'however', 'yet', 'except', 'unfortunately', 'sadly', 'pity'])

const book = phraseBook<string>()
const byKey = new Map((stored as readonly StoredSubject[]).map((given) => [given.key, readSubject(given)]))

/** Throws an Error if the file has an aspect that does not exist. */
function readSubject({ key, aspect: given, name, action = null, phrases }: StoredSubject): Subject {
  const aspect = aspects.find((one) => one === given)
  if (!aspect) throw new Error(`subjects.json, ${key}: "${given}" is not an aspect.`)
  book.add(phrases, key)
  return { key, aspect, name, action }
}

/** The subject of a key; undefined for one that does not exist. */
export function subjectOf(key: string): Subject | undefined {
  return byKey.get(key)
}

/** The subjects that a text names, each once, in the order of their first words. */
export function subjectsNamed(text: string): string[] {
  return [...new Set(readSentences(text).flatMap(({ tokens }) => book.find(tokens).map(({ value }) => value)))]
}

/** The subjects that a review complains about and those that it praises. A review with five stars complains about none. */
export function subjectsIn(
  { text, rating }: { text: string; rating: number | null },
  { sentences }: ReviewLabels,
): SubjectMentions {
  const praised = new Set<string>()
  let complainingSentences = 0
  const bySentence = sentences.map((sentence) => {
    if (sentence.signals.includes('prompt_injection')) return []
    const complains = isComplaint(sentence, rating)
    if (complains) complainingSentences += 1
    const tokens = readSentences(text.slice(sentence.start, sentence.end)).flatMap((part) => part.tokens)
    const turn = rating !== null && rating <= criticalStarsMax ? lastTurn(tokens) : tokens.length
    const complained: string[] = []
    for (const { value, from } of book.find(tokens)) {
      if (complains || from > turn) complained.push(value)
      else if (isPraise(sentence)) praised.add(value)
    }
    return complained
  })
  const complained = [...new Set(bySentence.flat())].sort()
  return {
    complained,
    praised: [...praised].filter((key) => !complained.includes(key)).sort(),
    bySentence,
    complainingSentences,
  }
}

/** Counts, for each subject that a review complains about, what else the same review says. */
export function addOverlaps(overlaps: Map<string, number>, subjects: readonly string[], others: readonly string[]): void {
  for (const subject of subjects) {
    for (const other of others) {
      if (other === subject) continue
      const pair = `${subject} ${other}`
      overlaps.set(pair, (overlaps.get(pair) ?? 0) + 1)
    }
  }
}

/** The index of the last word after which a sentence turns; behind the sentence where it does not. */
function lastTurn(tokens: readonly Token[]): number {
  const index = tokens.findLastIndex(({ word }) => turns.has(word))
  return index < 0 ? tokens.length : index
}

function isComplaint(sentence: SentenceLabels, rating: number | null): boolean {
  if (rating === fullStars) return false
  if (most(sentence, 'negative') >= complaintMin) return true
  return rating !== null && rating <= criticalStarsMax && most(sentence, 'positive') < praiseOfCriticalMin
}

function isPraise(sentence: SentenceLabels): boolean {
  return most(sentence, 'positive') >= praiseMin && most(sentence, 'negative') < complaintMin
}

function most({ aspects: labels }: SentenceLabels, sign: 'positive' | 'negative'): number {
  return Math.max(0, ...labels.map((label) => label[sign]))
}
