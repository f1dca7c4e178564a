import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences, type Token } from '../text/tokens.ts'

const known = new WeakMap<ReviewLabels, Token[][]>()

/**
 * The words of each labeled sentence of a review; offsets count from the start of the sentence. They are read once for
 * each `labels`, because causes, subjects and reports are found in the same words.
 */
export function tokensBySentence(text: string, labels: ReviewLabels): readonly Token[][] {
  const tokens =
    known.get(labels) ??
    labels.sentences.map(({ start, end }) => readSentences(text.slice(start, end)).flatMap((part) => part.tokens))
  known.set(labels, tokens)
  return tokens
}
