import { type Aspect, aspects, type Trade, trades } from '@generated/contract/enums'
import stored from '../../vocabulary/strengths.json' with { type: 'json' }
import subjects from '../../vocabulary/subjects.json' with { type: 'json' }
import { labelReview, type ReviewLabels, type SentenceLabels } from '../labels/labels.ts'
import { fullStars } from '../labels/reading.ts'
import type { Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
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
  /** Keys of the subjects of `subjects.ts` whose complaints speak against it. */
  subjects: readonly string[]
}

/** The strengths that one review names, each once. */
export interface StrengthMentions {
  praised: string[]
  blamed: string[]
  /** The keys that each sentence praises. */
  bySentence: string[][]
}

interface StoredStrength {
  key: string
  aspect: string
  name: string
  /** The trades in which it is read; all without it. */
  trades?: readonly string[]
  ofTopics?: readonly string[]
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
const books = new Map<Trade, PhraseBook<string>>(trades.map((trade) => [trade, bookOf(trade)]))

/** Throws an Error if the file has an aspect that does not exist. */
function readStrength({ key, aspect: name, ...rest }: StoredStrength): Strength {
  const aspect = aspects.find((one) => one === name)
  if (!aspect) throw new Error(`strengths.json, ${key}: "${name}" is not an aspect.`)
  return { key, aspect, name: rest.name, ofTopics: rest.ofTopics ?? null, subjects: rest.subjects ?? [] }
}

function bookOf(trade: Trade): PhraseBook<string> {
  const book = phraseBook<string>()
  for (const { key, trades: only, subjects: named = [], phrases } of given) {
    if (only && !only.includes(trade)) continue
    book.add(
      [...phrases, ...subjects.filter((subject) => named.includes(subject.key)).flatMap((one) => one.phrases)],
      key,
    )
  }
  return book
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
  const allTokens = tokensBySentence(text, read)
  const bySentence = read.sentences.map((labels, index) => {
    const tokens = allTokens[index]
    if (tokens === undefined || labels.signals.includes('prompt_injection')) return []
    const sentence = { tokens, labels, text: text.slice(labels.start, labels.end) }
    const praised = new Set<string>()
    for (const hit of books.get(trade)?.find(tokens) ?? []) {
      const judgment = judgmentOf(hit, sentence, rating, trade)
      if (judgment === 'praised') praised.add(hit.value)
      if (judgment === 'blamed') blamed.add(hit.value)
    }
    return [...praised]
  })
  const praised = [...new Set(bySentence.flat())].sort()
  return { praised, blamed: [...blamed].sort(), bySentence }
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
