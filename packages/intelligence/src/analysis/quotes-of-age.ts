import { type Candidate, reviewsOf } from './quotables.ts'

// Quotes prefer the present: an older one is shown only where newer ones do not suffice.

/** A quote of a review that is older than this many days shows what was, not what is. */
export const presentDays = 180
const dayMs = 86_400_000

/** The slots of newer and of older reviews as one: in each slot the newer come first. */
export function newerFirst(
  newer: ReadonlyMap<string, readonly Candidate[]>,
  older: ReadonlyMap<string, readonly Candidate[]>,
): Map<string, Candidate[]> {
  const slots = new Map([...newer].map(([name, candidates]) => [name, candidates.map((one) => ({ ...one }))]))
  for (const [name, candidates] of older) {
    const kept = slots.get(name) ?? []
    slots.set(name, kept)
    for (const candidate of candidates) {
      const same = kept.find(({ text }) => text === candidate.text)
      if (same) same.times += candidate.times
      else kept.push({ ...candidate })
    }
  }
  return slots
}

/** Returns whether a review is not older than 180 days. One without a date may be new. */
export function isPresent({ review: { published_at } }: Candidate, now: Date): boolean {
  return published_at === null || now.getTime() - Date.parse(published_at) <= presentDays * dayMs
}

/** The candidates of present reviews, and as many older ones as it takes to have those of `enough` reviews. */
export function presentOnes(candidates: readonly Candidate[], now: Date, enough: number): Candidate[] {
  const chosen = candidates.filter((candidate) => isPresent(candidate, now))
  for (const candidate of candidates)
    if (reviewsOf(chosen) < enough && !chosen.includes(candidate)) chosen.push(candidate)
  return chosen
}
