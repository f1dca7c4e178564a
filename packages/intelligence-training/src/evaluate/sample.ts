import { randomFrom } from '@svc/intelligence/numbers/random'
import type { CorpusSentence } from '../train/examples.ts'

/**
 * Draws `perTrade` sentences of each trade and shuffles them. `seed` is an integer; the same seed draws the same
 * sentences in the same order.
 */
export function sampleOf(corpus: readonly CorpusSentence[], perTrade: number, seed: number): CorpusSentence[] {
  const next = randomFrom(seed)
  const trades = [...new Set(corpus.map(({ trade }) => trade))].sort()
  const taken = trades.flatMap((trade) =>
    shuffled(
      corpus.filter((sentence) => sentence.trade === trade),
      next,
    ).slice(0, perTrade),
  )
  return shuffled(taken, next)
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const result = [...list]
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(next() * (index + 1))
    const kept = result[index] as T
    result[index] = result[other] as T
    result[other] = kept
  }
  return result
}
