import stored from '../../vocabulary/replies/meanings.json' with { type: 'json' }
import { readSentences } from '../text/tokens.ts'
import { phraseBook } from '../vocabulary/patterns.ts'

/** Takes one of several phrases for a slot of a draft. Variants take different ones. */
export type Pick = (slot: string, phrases: readonly string[]) => string

/** Words of a phrase that identify its construction. */
const constructionWords = 4
/** Shorter words say little: drafts repeat them anyway. Words that begin alike count as one: "kind", "kindness". */
const contentLettersMin = 4
const courtesy = new Set(
  'about would could there their which that with your have very much from what when more were will been they'.split(
    ' ',
  ),
)

const meanings = Object.entries(stored).map(([meaning, phrases]) => {
  const book = phraseBook<string>()
  book.add(phrases, meaning)
  return book
})

/** The meanings of a sentence by `vocabulary/replies/meanings.json`, such as that the team reads the review. */
export function meaningsOf(sentence: string): readonly string[] {
  const tokens = readSentences(sentence).flatMap((read) => read.tokens)
  return meanings.flatMap((book) =>
    book
      .find(tokens)
      .slice(0, 1)
      .map(({ value }) => value),
  )
}

/** The parts of a phrase that are compared. */
interface Reading {
  construction: string
  meanings: readonly string[]
  words: readonly string[]
}

/** Phrases are read once: the lists of `phrases.ts` have all that there are. */
const readings = new Map<string, Reading>()

function read(phrase: string): Reading {
  const known = readings.get(phrase)
  if (known) return known
  const reading = { construction: constructionOf(phrase), meanings: meaningsOf(phrase), words: contentOf(phrase) }
  readings.set(phrase, reading)
  return reading
}

/**
 * Returns a function that makes the picker of a variant. Each slot begins at a phrase that the seed decides. Phrases
 * that repeat no meaning of an earlier sentence come first; of these, phrases that occur in none of the `recent`
 * drafts, then those used longest ago; among equals those that repeat no word of the sentences before. `recent` is
 * newest first.
 */
export function phrasePickers(seed: string, recent: readonly string[]): (variant: number) => Pick {
  const start = hash(seed)
  const written = recent.map((text) => text.toLowerCase())
  const takenBy = new Map<string, number>()

  return (variant) => {
    const said = new Set<string>()
    const meant = new Set<string>()
    return (slot, phrases) => {
      const first = hash(slot, start) % Math.max(1, phrases.length)
      const rotated = [...phrases.slice(first), ...phrases.slice(0, first)]
      const open = rotated.filter((phrase) => (takenBy.get(`${slot} ${phrase}`) ?? variant) === variant)
      const best = (open.length > 0 ? open : rotated)
        .map((phrase) => {
          const { construction, meanings: own, words } = read(phrase)
          return {
            phrase,
            age: ageOf(construction, written),
            meant: own.filter((meaning) => meant.has(meaning)).length,
            repeated: words.filter((word) => said.has(word)).length,
          }
        })
        .reduce((one, other) => (isBetter(other, one) ? other : one))
      takenBy.set(`${slot} ${best.phrase}`, variant)
      const chosen = read(best.phrase)
      for (const word of chosen.words) said.add(word)
      for (const meaning of chosen.meanings) meant.add(meaning)
      return best.phrase
    }
  }
}

interface Candidate {
  /** Drafts since one with the same construction. */
  age: number
  /** Meanings, and words, of the sentences before. */
  meant: number
  repeated: number
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.meant !== other.meant) return one.meant < other.meant
  return one.age > other.age || (one.age === other.age && one.repeated < other.repeated)
}

/** The number of drafts since one with a construction; infinite where none has it. */
function ageOf(construction: string, written: readonly string[]): number {
  const age = written.findIndex((text) => text.includes(construction))
  return age === -1 ? Number.POSITIVE_INFINITY : age
}

/** "we're so glad that": how a sentence begins, without what it is about. */
function constructionOf(phrase: string): string {
  const [before = ''] = phrase.toLowerCase().split('{')
  return before.trim().split(' ').slice(0, constructionWords).join(' ') || phrase.toLowerCase()
}

function contentOf(phrase: string): string[] {
  const words = phrase.toLowerCase().match(/[a-z]+/g) ?? []
  return words
    .filter((word) => word.length >= contentLettersMin && !courtesy.has(word))
    .map((word) => word.slice(0, contentLettersMin))
}

/** FNV-1a, 32 bits. */
function hash(text: string, start = 0x811c9dc5): number {
  let value = start
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}
