import type { Trade } from '@generated/contract/enums'
import { findPhrases } from '../labels/polarity.ts'
import { readSentences } from '../text/tokens.ts'
import { vocabularyOf } from '../vocabulary/taxonomy.ts'
import { type SentenceView, viewOf } from './features.ts'

/** Reads a text as one sentence, regardless of full stops. */
export function viewOfSentence(text: string, trade: Trade): SentenceView {
  const tokens = readSentences(text).flatMap((sentence) => sentence.tokens)
  return viewOf(findPhrases(tokens, vocabularyOf(trade)), text, null)
}
