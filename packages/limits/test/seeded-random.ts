export interface SeededRandom {
  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Mulberry32: the same seed gives the same run, so a failure that names its seed can be repeated (`SVC_TEST_SEED`). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed
  function below(bound: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
  return { below, pick: (choices) => choices[below(choices.length)] ?? choices[0] }
}
