import type { Trade } from '@generated/contract/enums'
import { aspectReader, restaurantReader } from '../model/model.ts'
import { hardLabels, type LabelReading, type Reader } from '../model/reader.ts'
import { type Polarity, polarityNames } from '../model/spaces.ts'
import { viewOfSentence } from '../model/view.ts'
import { roundToThousandth } from '../numbers/rounding.ts'

export const schemes = ['aspects', 'restaurants'] as const
type Scheme = (typeof schemes)[number]

/** One label of a sentence: the clearest polarity, and the probability that the sentence is about the aspect. */
interface SchemeLabel {
  aspect: string
  polarity: Polarity
  /** 0 to 1. */
  probability: number
}

/**
 * Labels one sentence, always with at least one label. `aspects` are our own, for the trade given; `restaurants` are
 * food, service, price, ambience and anecdotes/miscellaneous, as in published restaurant data.
 */
export function labelSentence(text: string, scheme: Scheme, trade: Trade): SchemeLabel[] {
  const reader = readerOf(scheme)
  const view = viewOfSentence(text, scheme === 'restaurants' ? 'restaurant' : trade)
  return hardLabels(reader, view, trade).map((reading) => ({
    aspect: reading.label,
    polarity: clearest(reading.polarity),
    probability: roundToThousandth(reading.mention),
  }))
}

function readerOf(scheme: Scheme): Reader {
  return scheme === 'restaurants' ? restaurantReader() : aspectReader
}

/** The most probable polarity. */
export function clearest(polarity: LabelReading['polarity']): Polarity {
  return polarityNames.reduce((best, candidate) => (polarity[candidate] > polarity[best] ? candidate : best))
}
