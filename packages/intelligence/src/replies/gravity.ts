import stored from '../../vocabulary/grave.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { phraseBook } from '../vocabulary/patterns.ts'
import { mayGrieve } from './grief.ts'

const words = phraseBook<true>()
words.add(stored.words, true)
const unhappy = phraseBook<true>()
unhappy.add([...stored.words, ...stored.unhappy], true)
const harmless = phraseBook<true>()
harmless.add(stored.harmless, true)

const unhappyStarsMax = 2

/**
 * Returns whether a review has words of illness, death, danger, violence or discrimination, in any meaning: a joke with
 * a hospital counts as well. Only phrases of `harmless` do not, such as "to die for", which mean nothing else. A draft
 * for such a review must suit a tragedy, a report and a joke alike. Those of `unhappy` count with one or two stars
 * only: a satisfied customer tells of an operation that went well. What may tell of a death is grave as well.
 */
export function isGrave(sentences: readonly { tokens: Token[] }[], rating: number): boolean {
  const book = rating <= unhappyStarsMax ? unhappy : words
  if (mayGrieve(sentences)) return true
  return sentences.some(({ tokens }) => {
    const found = book.find(tokens)
    if (found.length === 0) return false
    const idioms = harmless.find(tokens)
    return found.some(({ from, to }) => !idioms.some((idiom) => idiom.from < to && from < idiom.to))
  })
}
