import { aspects } from '@generated/contract/enums'
import {
  aspectSpace,
  type LabelSpace,
  type Polarity,
  polarityNames,
  type RestaurantLabel,
  restaurantLabels,
  restaurantSpace,
} from '@svc/intelligence/model/spaces'
import type { Example } from './examples.ts'

// The shares of praise, complaints and neutral mentions. Sentences that were chosen or written so that something can be
// learned from them, ours as well as those of MAMS, have more complaints and neutral mentions than reviews have;
// judgments are weighted until the parts are usual. No part is taken from a file that the model is measured on.

/**
 * Opinions in online reviews of restaurants, counted once for each sentence and category: MEMD-ABSA (Cai et al., 2023),
 * 5,152 sentences whose opinions were all labeled. Only these counts are used of it.
 */
const publishedCounts: Record<RestaurantLabel, Record<'positive' | 'negative' | 'conflict', number>> = {
  food: { positive: 2035, negative: 444, conflict: 144 },
  service: { positive: 763, negative: 430, conflict: 36 },
  price: { positive: 133, negative: 88, conflict: 3 },
  ambience: { positive: 330, negative: 104, conflict: 20 },
  'anecdotes/miscellaneous': { positive: 1139, negative: 286, conflict: 35 },
}

/** Returns true for a sentence of a batch about a restaurant whose subjects were not selected for training. */
export function isUnselected(example: Example): boolean {
  return example.source === 'corpus' && example.trade === 'restaurant' && !example.selected
}

/**
 * Computes the weight of each judgment of a label, so that its polarities have their usual shares: as many neutral
 * mentions as in the unselected batches, since published sets label hardly any, and the rest divided as published. The
 * examples are weighted source by source, restaurants apart from other trades. Without unselected sentences about a
 * label, all of its judgments count alike.
 */
export function judgmentWeights(space: LabelSpace, examples: readonly Example[]) {
  const counts = new Map<string, number>()
  const keyOf = ({ source, trade }: Example, label: string) => `${source} ${trade === 'restaurant'} ${label}`
  for (const example of examples) {
    for (const [label, polarity] of example.labels) {
      const keys = [keyOf(example, label), `${keyOf(example, label)} ${polarity}`]
      if (isUnselected(example)) keys.push(`usual ${label}`, `usual ${label} ${polarity}`)
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const countOf = (key: string) => counts.get(key) ?? 0
  const partOf = (label: string, polarity: Polarity) => {
    const neutral = countOf(`usual ${label} neutral`) / countOf(`usual ${label}`)
    if (polarity === 'neutral') return neutral
    const published = publishedCounts[publishedLabel(space, label)]
    return ((1 - neutral) * published[polarity]) / (published.positive + published.negative + published.conflict)
  }
  return (example: Example, label: string, polarity: Polarity): number => {
    if (countOf(`usual ${label}`) === 0) return 1
    const key = keyOf(example, label)
    const present = polarityNames.filter((name) => counts.has(`${key} ${name}`))
    const whole = present.reduce((sum, name) => sum + partOf(label, name), 0)
    // A source that has nothing but what is never usual teaches nothing about the label.
    if (whole === 0) return 0
    return ((partOf(label, polarity) / whole) * countOf(key)) / countOf(`${key} ${polarity}`)
  }
}

function publishedLabel({ name }: LabelSpace, label: string): RestaurantLabel {
  const aspect = aspects.find((candidate) => candidate === label)
  const wanted = aspect && name === aspectSpace.name ? restaurantSpace.labelOf(aspect) : label
  const known = restaurantLabels.find((candidate) => candidate === wanted)
  if (!known) throw new Error(`"${label}" is not a label of the published counts.`)
  return known
}
