/** Choices that a seed determines. */
export interface Random {
  /** An integer from 0 to `max` - 1. */
  below(max: number): number
  /** True in this share of the cases, from 0 to 1. */
  chance(share: number): boolean
  oneOf<Value>(values: readonly Value[]): Value
}

/** Chooses a seed, or takes that of SVC_TEST_SEED, and prints it: the same seed makes the same choices. */
export function announceSeed(file: string): number {
  const seed = Number(process.env.SVC_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`Seed of ${file}: ${seed} (repeat with SVC_TEST_SEED=${seed})\n`)
  return seed
}

/** Mulberry32: small, and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (max: number) => Math.floor(next() * max)
  return {
    below,
    chance: (share) => next() < share,
    oneOf(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('Nothing to choose from.')
      return value
    },
  }
}
