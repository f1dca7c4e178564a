import stored from '../../model/alert-vectors.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { hashText } from './hash.ts'
import { openVectors } from './vectors.ts'

/** The vectors of the reader of alerts, of more words than the model of aspects has: a report uses rare ones. */
export const alertVectors = openVectors(stored)

/** The row of the vector of a word; -1 when it has none. */
export function alertVectorOf({ word }: Pick<Token, 'word'>): number {
  const { rows } = alertVectors
  return rows.get(hashText(word)) ?? rows.get(hashText(word.replace(/'s$/, ''))) ?? -1
}
