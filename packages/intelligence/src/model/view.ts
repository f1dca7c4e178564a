import type { Trade } from '@generated/contract/enums'
import { findPhrases } from '../polarity.ts'
import { vocabularyOf } from '../taxonomy.ts'
import { readSentences } from '../tokens.ts'
import { type SentenceView, viewOf } from './features.ts'

/** Looks at a text as one sentence, wherever its full stops are. */
export function viewOfSentence(text: string, trade: Trade): SentenceView {
  const tokens = readSentences(text).flatMap((sentence) => sentence.tokens)
  return viewOf(findPhrases(tokens, vocabularyOf(trade)), text, null)
}
