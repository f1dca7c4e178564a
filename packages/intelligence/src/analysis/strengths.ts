import { type Aspect, aspects, type Trade, trades } from '@generated/contract/enums'
import stored from '../../vocabulary/strengths.json' with { type: 'json' }
import subjects from '../../vocabulary/subjects.json' with { type: 'json' }
import { labelReview, type ReviewLabels, type SentenceLabels } from '../labels/labels.ts'
import { fullStars } from '../labels/reading.ts'
import { wordOf } from '../model/words.ts'
import type { Token } from '../text/tokens.ts'
import { clauseVerbs, commonWords, functionWords, negators, pronouns } from '../vocabulary/lexicon.ts'
import { type Hit, isNumber, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { judgesInWords } from './aspect-words.ts'
import { isDenied } from './causes.ts'
import { tokensBySentence } from './read-sentences.ts'
import { clauseAround } from './subjects.ts'

/**
 * The things that customers praise by name, such as "beards and shaves" or "how children are treated", as
 * `vocabulary/strengths.json` stores it. `common-strengths.ts` finds those that many reviews praise.
 */
export interface Strength {
  key: string
  aspect: Aspect
  /** The noun phrase after "praise". */
  name: string
  /** It is stated only for a business whose reviews are about one of these topics; for any without it. */
  ofTopics: readonly string[] | null
  /** Or whose reviews name these strengths, by their keys. */
  ofStrengths: readonly string[]
  /** It has many things, of which some may be praised most: "sausage rolls" of bread, cakes and pastries. */
  hasItems: boolean
  /** Keys of the subjects of `subjects.ts` whose complaints speak against it. */
  subjects: readonly string[]
}

/** The strengths that one review names, each once. */
export interface StrengthMentions {
  praised: string[]
  blamed: string[]
  /** The keys that each sentence praises. */
  bySentence: string[][]
  /** The things that the review praises of strengths that have many. */
  items: { key: string; item: string }[]
}

interface StoredStrength {
  key: string
  aspect: string
  name: string
  /** The trades in which it is read; all without it. */
  trades?: readonly string[]
  ofTopics?: readonly string[]
  ofStrengths?: readonly string[]
  hasItems?: boolean
  /** Keys of `subjects.json` whose words name it as well. */
  subjects?: readonly string[]
  phrases: readonly string[]
}

interface ReadSentence {
  tokens: Token[]
  labels: SentenceLabels
  text: string
}

type Judgment = 'praised' | 'blamed'

/** A part of a review with at most three stars praises from this probability on. */
const praiseMin = 0.5
/** A part that complains as probably as this does not praise, and complains about what it names from the second on. */
const complaintMin = 0.3
const blameMin = 0.4
const satisfiedStarsMin = 4

const given: readonly StoredStrength[] = stored
const byKey = new Map(given.map((each) => [each.key, readStrength(each)]))
const books = new Map<Trade, PhraseBook<string>[]>(trades.map((trade) => [trade, booksOf(trade)]))

/** Throws an Error if the file has an aspect that does not exist. */
function readStrength({ key, aspect: name, ...rest }: StoredStrength): Strength {
  const aspect = aspects.find((one) => one === name)
  if (!aspect) throw new Error(`strengths.json, ${key}: "${name}" is not an aspect.`)
  const { name: named, ofTopics = null, ofStrengths = [], hasItems = false, subjects: against = [] } = rest
  return { key, aspect, name: named, ofTopics, ofStrengths, hasItems, subjects: against }
}

/**
 * A book for each kind of business: a word belongs to one phrase of a book only, and "bad hips" are those of a dog or
 * of a member.
 */
function booksOf(trade: Trade): PhraseBook<string>[] {
  const byKind = new Map<string, PhraseBook<string>>()
  for (const { key, trades: only, ofTopics = [], subjects: named = [], phrases } of given) {
    if (only && !only.includes(trade)) continue
    const kind = ofTopics.join(' ')
    const book = byKind.get(kind) ?? phraseBook<string>()
    byKind.set(kind, book)
    book.add(
      [...phrases, ...subjects.filter((subject) => named.includes(subject.key)).flatMap((one) => one.phrases)],
      key,
    )
  }
  return [...byKind.values()]
}

/** The strength of a key; undefined for one that does not exist. */
export function strengthOf(key: string): Strength | undefined {
  return byKey.get(key)
}

/** The strengths that a review praises, and those that it complains about; with five stars it complains about none. */
export function strengthsIn(
  { text, rating }: { text: string; rating: number | null },
  read: ReviewLabels,
  trade: Trade,
): StrengthMentions {
  const blamed = new Set<string>()
  const items = new Map<string, StrengthMentions['items'][number]>()
  const allTokens = tokensBySentence(text, read)
  const bySentence = read.sentences.map((labels, index) => {
    const tokens = allTokens[index]
    if (tokens === undefined || labels.signals.includes('prompt_injection')) return []
    const sentence = { tokens, labels, text: text.slice(labels.start, labels.end) }
    const praised = new Set<string>()
    for (const hit of (books.get(trade) ?? []).flatMap((book) => book.find(tokens))) {
      const judgment = judgmentOf(hit, sentence, rating, trade)
      if (judgment === 'praised') {
        praised.add(hit.value)
        const item = byKey.get(hit.value)?.hasItems ? itemOf(hit, tokens, trade) : null
        if (item !== null) items.set(`${hit.value} ${item}`, { key: hit.value, item })
      }
      if (judgment === 'blamed') blamed.add(hit.value)
    }
    return [...praised]
  })
  const praised = [...new Set(bySentence.flat())].sort()
  return { praised, blamed: [...blamed].sort(), bySentence, items: [...items.values()] }
}

/**
 * The words of a thing: those of a phrase of several words, or a noun with the word before it that says which one,
 * such as "brown bread". Null where no such word is before it. The number of things is bounded by that of the words
 * that the model has vectors for.
 */
function itemOf({ from, to }: Hit<string>, tokens: readonly Token[], trade: Trade): string | null {
  const words = tokens.slice(from, to).map(({ word }) => word)
  if (words.length > 1) return words.join(' ')
  const before = tokens[from - 1]
  return before && tokens[from]?.boundary === 'none' && saysWhich(before, trade) ? `${before.word} ${words[0]}` : null
}

const lettersMin = 3
const noItem: ReadonlySet<string> = new Set([
  ...functionWords,
  ...commonWords,
  ...clauseVerbs,
  ...negators,
  ...pronouns,
])

/** Returns whether a word before a noun may say which thing it is: not a judgment, a verb, a number or a name. */
function saysWhich({ word, capital }: Token, trade: Trade): boolean {
  if (capital || word.length < lettersMin || word.includes("'") || isNumber(word) || noItem.has(word)) return false
  return wordOf(word, false).vector >= 0 && !judgesInWords(word, trade)
}

/**
 * The judgment of what a phrase names: of its sentence, or, where that praises one thing and blames another, of the
 * part between punctuation that has the phrase. A satisfied customer who names a thing without a complaint praises it.
 */
function judgmentOf(
  hit: Hit<string>,
  { tokens, labels, text }: ReadSentence,
  rating: number | null,
  trade: Trade,
): Judgment | null {
  if (isDenied(tokens, hit.from)) return null
  const isSatisfied = rating !== null && rating >= satisfiedStarsMin
  const whole = sumOf([labels])
  const isMixed = whole.negative >= complaintMin && tokens.some(({ boundary }) => boundary !== 'none')
  const [from, to] = clauseAround(tokens, hit)
  const part = isMixed
    ? sumOf(labelReview(text.slice(tokens[from]?.start, tokens[to]?.end), { trade }).sentences)
    : whole
  if (part.negative < complaintMin && (isSatisfied || part.positive >= praiseMin)) return 'praised'
  return rating !== fullStars && part.negative >= blameMin && part.negative > part.positive ? 'blamed' : null
}

/** The clearest praise and the clearest complaint of some sentences. */
function sumOf(sentences: readonly SentenceLabels[]): { positive: number; negative: number } {
  const labels = sentences.flatMap((sentence) => sentence.aspects)
  const most = (sign: 'positive' | 'negative') => Math.max(0, ...labels.map((label) => label[sign]))
  return { positive: most('positive'), negative: most('negative') }
}
