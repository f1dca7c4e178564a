import type { Phrases } from '../labels/polarity.ts'
import { turnsOf } from '../labels/turns.ts'
import type { Token } from '../text/tokens.ts'
import { clauseVerbs, contrastWords, hypotheticals, negators } from '../vocabulary/lexicon.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { holds } from './situations.ts'

export type Polarity = 'positive' | 'negative'

/** A part of a sentence that judges by itself. */
export interface Clause {
  tokens: Token[]
  opinions: Phrases['opinions']
  /** Index of the first token in the sentence; those of `opinions` count from there. */
  from: number
  /** The next clause begins with "but". */
  outweighed: boolean
  /** It follows "as if" or "as though" and states what is not the case. */
  supposed: boolean
  vocabulary: Vocabulary
  /** Only a noun that is said to be something is named. */
  predicated: boolean
}

/** The clauses of a sentence; a clause that both praises and blames is cut at "and" as well. */
export function clausesOf(phrases: Phrases): Clause[] {
  const { tokens } = phrases
  // "If only" begins a wish, and its "only" contrasts nothing.
  const isContrast = (at: number) => contrastWords.has(tokens[at]?.word ?? '') && tokens[at - 1]?.word !== 'if'
  const supposedAt = supposedFrom(tokens)
  // "As if we were thieves, and the soup was cold": it ends with a comma.
  const isSupposed = (at: number) =>
    supposedAt !== -1 &&
    at >= supposedAt &&
    tokens.slice(supposedAt + 1, at + 1).every(({ boundary }) => boundary === 'none')
  const ends = (at: number) =>
    at === supposedAt || tokens[at]?.boundary !== 'none' || (isContrast(at) && at !== supposedAt + 1)
  return cut(phrases, 0, tokens.length, ends).flatMap((clause) => {
    const signs = new Set(clause.opinions.map(({ strength }) => Math.sign(strength)))
    const isEnd = (at: number) =>
      tokens[at]?.word === 'and' && (signs.size > 1 || joinsStatements(clause, at - clause.from))
    return cut(phrases, clause.from, clause.from + clause.tokens.length, isEnd).map((part) => ({
      ...part,
      outweighed: clause.outweighed,
      supposed: isSupposed(part.from),
    }))
  })
}

/** The index of "as" in "as if" or "as though"; -1 where a sentence has neither. */
export function supposedFrom(tokens: readonly Token[]): number {
  return tokens.findIndex(({ word }, at) => word === 'as' && /^(?:if|though|tho)$/.test(tokens[at + 1]?.word ?? ''))
}

/** "They brought a candle and the cake was great": a verb on both sides of "and". */
function joinsStatements({ tokens }: Clause, at: number): boolean {
  const states = (words: readonly Token[]) =>
    words.some(({ word }) => clauseVerbs.has(word) || /(?:ed|ught)$/.test(word))
  return states(tokens.slice(0, at)) && states(tokens.slice(at + 1))
}

function cut(
  { tokens, opinions, vocabulary }: Phrases,
  from: number,
  to: number,
  begins: (at: number) => boolean,
): Clause[] {
  const starts = [from]
  for (let at = from + 1; at < to; at += 1) if (begins(at)) starts.push(at)
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to
    return {
      tokens: tokens.slice(start, end),
      opinions: opinions.flatMap((opinion) =>
        opinion.at >= start && opinion.at < end ? [{ ...opinion, at: opinion.at - start }] : [],
      ),
      from: start,
      outweighed: tokens[end]?.word === 'but',
      supposed: false,
      vocabulary,
      predicated: false,
    }
  })
}

/** Words that make "like" a verb: "I like the bread". */
export const likers =
  /^(?:i|we|you|they|he|she|who|really|also|do|don't|did|didn't|would|not|kids|children|people|all|everyone|everybody|i'd|we'd|always|husband|wife|daughter|son|family|friends|guests|particularly|especially|and|but)$/
/** Words of comparisons, conditions and negations. */
export const reservations = /^(?:than|if|unless|almost|nearly|until|hoped|not|without|no|never)$/

/** "Soft like a pillow", "coffee like hot water", but not "we like the bread". */
function isComparing(before: string | undefined, after: string | undefined): boolean {
  if (likers.test(before ?? '')) return false
  return before !== undefined || /^(?:a|an|the|my|in|being)$/.test(after ?? '')
}

/** The polarity of a clause whose opinions all agree; null where it is a wish, a comparison or denies something. */
export function polarityOf({ tokens, opinions }: Clause): Polarity | null {
  if (holds('wishes', tokens) || holds('needs', tokens) || holds('instead', tokens) || holds('mixedUp', tokens))
    return null
  const signs = new Set(opinions.map(({ strength }) => Math.sign(strength)))
  const { turns } = turnsOf(tokens)
  // "The staff could not have been kinder" praises in spite of its "not".
  if (turns.length > 0) return turns.every(({ sign }) => sign > 0) && !signs.has(-1) ? 'positive' : null
  const [sign] = signs
  if (signs.size !== 1 || !sign) return null
  const words = tokens.map(({ word }) => word)
  const isLike = (word: string, at: number) =>
    (word === 'like' && isComparing(words[at - 1], words[at + 1])) ||
    (word === 'as' && words.indexOf('as', at + 1) > at)
  if (words.some((word, at) => isLike(word, at) || hypotheticals.has(word))) return null
  const denies = words.some((word) => negators.has(word) || word.endsWith("n't"))
  // "The staff were not friendly" blames; "never a bad coffee" praises, but not in a way that a draft should repeat.
  if (denies && sign > 0) return null
  if (!denies && words.some((word) => reservations.test(word))) return null
  return sign > 0 ? 'positive' : 'negative'
}
