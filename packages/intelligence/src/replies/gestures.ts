import * as bounds from '@generated/contract/bounds'
import gesturePhrases from '../../vocabulary/gestures.json' with { type: 'json' }
import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences } from '../text/tokens.ts'
import { contrastWords, negators } from '../vocabulary/lexicon.ts'
import { phraseBook } from '../vocabulary/patterns.ts'

/** The reviewer plans to return, recommends the business, or has been a customer for years. */
export interface Gesture {
  kind: 'returns' | 'recommends' | 'loyal'
  quote: string
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength

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
    // "Better than the place that I had been going to for years": customers of others are no regulars.
    const isCompared = tokens.some(({ word }) => word === 'than')
    for (const { value } of gestures.find(tokens))
      if (!found.has(value) && (value === 'loyal' ? !isCompared : !turned))
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
