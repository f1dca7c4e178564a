import { readSentences } from '@svc/intelligence/text/tokens'

export interface Leak {
  /** Places in the two lists, counted from 0. */
  ours: number
  theirs: number
  similarity: number
}

/** Two texts whose words have at least this Jaccard similarity, from 0 to 1, may be copies of each other. */
export const leakSimilarity = 0.6

/** Finds pairs of a text of `ours` and one of `theirs` that reach `leakSimilarity`, in the order of `ours`. */
export function findLeaks(ours: readonly string[], theirs: readonly string[]): Leak[] {
  const theirWords = theirs.map(wordsOf)
  const places = new Map<string, number[]>()
  for (const [place, words] of theirWords.entries()) {
    for (const word of words) places.set(word, [...(places.get(word) ?? []), place])
  }
  return ours.flatMap((text, index) => {
    const words = wordsOf(text)
    const shared = new Map<number, number>()
    for (const word of words)
      for (const place of places.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    return [...shared].flatMap(([place, count]) => {
      const similarity = count / (words.size + (theirWords[place]?.size ?? 0) - count)
      return similarity >= leakSimilarity ? [{ ours: index, theirs: place, similarity }] : []
    })
  })
}

function wordsOf(text: string): Set<string> {
  return new Set(readSentences(text).flatMap(({ tokens }) => tokens.map(({ word }) => word)))
}
