import { type Aspect, aspects } from '@generated/contract/enums'
import type { Polarity } from '@svc/intelligence/model/spaces'

/** The same sentences labeled twice. */
interface Pair {
  text: string
  first: ReadonlyMap<Aspect, Polarity>
  second: ReadonlyMap<Aspect, Polarity>
}

interface Agreement {
  sentences: number
  /** Percent; the first labeling counts as the truth. */
  precision: number
  recall: number
  f1: number
  /** Percent of the aspects in both labelings that have the same sign in both. */
  signs: number
  /** Cohen's kappa of the presence of each aspect, and the number of times that the first labeling has it. */
  aspects: { aspect: Aspect; kappa: number; count: number }[]
}

/**
 * Compares two labelings of the same sentences. Percentages are from 0 to 100, and NaN if nothing was labeled. Kappa is
 * at most 1; 0 is agreement by chance.
 */
export function agreementOf(pairs: readonly Pair[]): Agreement {
  let both = 0
  let first = 0
  let second = 0
  let sameSign = 0
  for (const pair of pairs) {
    first += pair.first.size
    second += pair.second.size
    for (const [aspect, polarity] of pair.first) {
      const other = pair.second.get(aspect)
      if (other === undefined) continue
      both += 1
      if (other === polarity) sameSign += 1
    }
  }
  return {
    sentences: pairs.length,
    precision: (100 * both) / second,
    recall: (100 * both) / first,
    f1: (200 * both) / (first + second),
    signs: (100 * sameSign) / both,
    aspects: aspects.map((aspect) => ({ aspect, ...kappaOf(pairs, aspect) })),
  }
}

function kappaOf(pairs: readonly Pair[], aspect: Aspect): { kappa: number; count: number } {
  let same = 0
  let first = 0
  let second = 0
  for (const pair of pairs) {
    const a = pair.first.has(aspect)
    const b = pair.second.has(aspect)
    if (a === b) same += 1
    if (a) first += 1
    if (b) second += 1
  }
  const total = pairs.length
  const byChance = (first * second + (total - first) * (total - second)) / total ** 2
  return { kappa: byChance === 1 ? 1 : (same / total - byChance) / (1 - byChance), count: first }
}

/** Formats the comparison as a table. */
export function describeAgreement({ sentences, precision, recall, f1, signs, aspects }: Agreement): string {
  return [
    `${sentences} sentences labeled twice`,
    `aspects: precision ${precision.toFixed(1)}, recall ${recall.toFixed(1)}, F1 ${f1.toFixed(1)}`,
    `equal signs where both give the aspect: ${signs.toFixed(1)} %`,
    '',
    `${'aspect'.padEnd(16)}${'kappa'.padStart(7)}${'given'.padStart(8)}`,
    ...aspects.map(
      ({ aspect, kappa, count }) => `${aspect.padEnd(16)}${kappa.toFixed(2).padStart(7)}${String(count).padStart(8)}`,
    ),
  ].join('\n')
}
