import { type Aspect, aspects } from '@generated/contract/enums'

/** A set of labels that sentences get, and how our aspects map to it. */
export interface LabelSpace {
  name: 'aspects' | 'restaurants'
  labels: readonly string[]
  labelOf: (aspect: Aspect) => string
}

/** Our own aspects, for every trade. */
export const aspectSpace: LabelSpace = { name: 'aspects', labels: aspects, labelOf: (aspect) => aspect }

export const restaurantLabels = ['food', 'service', 'price', 'ambience', 'anecdotes/miscellaneous'] as const
export type RestaurantLabel = (typeof restaurantLabels)[number]

/**
 * The five categories of published restaurant data (SemEval-2014, task 4). Service is everything the staff do, how fast
 * included; ambience is the room as guests live it; what is none of the four, such as the place as a whole, where it is
 * or a mere story, is anecdotes/miscellaneous.
 */
const restaurantLabelOf: Record<Aspect, RestaurantLabel> = {
  quality: 'food',
  safety: 'food',
  service: 'service',
  wait: 'service',
  communication: 'service',
  trust: 'service',
  price: 'price',
  ambience: 'ambience',
  comfort: 'ambience',
  cleanliness: 'ambience',
  location: 'anecdotes/miscellaneous',
  booking: 'anecdotes/miscellaneous',
  general: 'anecdotes/miscellaneous',
}

export const restaurantSpace: LabelSpace = {
  name: 'restaurants',
  labels: restaurantLabels,
  labelOf: (aspect) => restaurantLabelOf[aspect],
}

export const polarityNames = ['positive', 'negative', 'neutral', 'conflict'] as const
export type Polarity = (typeof polarityNames)[number]
