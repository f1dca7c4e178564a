import { ENGINE } from './engine.ts'
import { detectLanguage } from './language.ts'
import { COMMON_WORDS } from './lexicon.ts'
import { judge, type Subject } from './polarity.ts'
import type { Aspect, Trade } from './records.ts'
import { type Signal, signalsOf } from './signals.ts'
import { type Vocabulary, vocabularyOf } from './taxonomy.ts'
import { readSentences } from './tokens.ts'

export interface AspectLabel {
  aspect: Aspect
  /** What within the aspect; null where the engine that made the labels does not tell. */
  topic: string | null
  /** Probabilities, 0 to 1: positive + negative ≤ mention, what remains is unclear. */
  mention: number
  positive: number
  negative: number
}

export interface SentenceLabels {
  /** `text.slice(start, end)` is the sentence, verbatim. */
  start: number
  end: number
  aspects: AspectLabel[]
  signals: Signal[]
}

/** What the engine reads in one review. Computed once and stored beside it; another `version` means: compute again. */
export interface ReviewLabels {
  version: string
  /** ISO 639-1, or `und`. */
  language: string
  /** false: another language than English, or no words. Then there are no sentences. */
  analysable: boolean
  sentences: SentenceLabels[]
}

/** Labels one review. Time grows linearly with its length and stops growing at 10,000 characters; never throws. */
export function labelReview(text: string, { trade }: { trade: Trade }): ReviewLabels {
  const vocabulary = vocabularyOf(trade)
  const read = readSentences(text)
  const language = detectLanguage(read, (word) => isEnglishContentWord(word, vocabulary))
  const analysable = language === 'en'
  if (!analysable) return { version: ENGINE.version, language, analysable, sentences: [] }

  let previous: Subject | null = null
  const sentences = read.map(({ start, end, tokens }) => {
    const signals = signalsOf(tokens, text.slice(start, end))
    // Instructions to a machine are no opinion about a business.
    const aspects = signals.includes('prompt_injection') ? [] : judge(tokens, vocabulary, previous)
    const subject = aspects.findLast(({ aspect, mention }) => aspect !== 'general' && mention > 0.5)
    previous = subject ? { aspect: subject.aspect, topic: subject.topic } : null
    return { start, end, aspects, signals }
  })
  return { version: ENGINE.version, language, analysable, sentences }
}

/** True for a word that an English review of this trade would use; names and other languages are not among them. */
export function isEnglishContentWord(word: string, vocabulary: Vocabulary): boolean {
  return COMMON_WORDS.has(word) || vocabulary.phrases.knows(word)
}
