import { readEnvironment } from '@svc/runtime/settings'
import type { Fleet } from './fleet.ts'
import { exchanging, type Race, refreshing, revocation, switching } from './races.ts'

/** A race with its sizes. */
interface Performed {
  id: string
  title: string
  /** Throws if a guarantee is broken; returns what was counted. */
  run(fleet: Fleet, size: 'small' | 'full', seed: number): Promise<Record<string, number>>
}

export const races: Performed[] = [
  performed(revocation),
  performed(refreshing),
  performed(exchanging),
  performed(switching),
]

/** The seed of this run; `SVC_TEST_SEED` sets it. */
export const seed = Number(readEnvironment(import.meta.dirname).SVC_TEST_SEED ?? Date.now() % 1_000_000)

function performed<Size extends object>({ id, title, run, ...sizes }: Race<Size>): Performed {
  return { id, title, run: (fleet, size, seed) => run(fleet, sizes[size], random(seed)) }
}

/** Mulberry32: the same choices for the same seed. */
function random(state: number): () => number {
  let next = state
  return () => {
    next = (next + 0x6d2b79f5) | 0
    let mixed = Math.imul(next ^ (next >>> 15), 1 | next)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
