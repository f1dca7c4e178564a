import { roundToThousandth } from '../numbers/rounding.ts'
import type { Side, Tally } from './aggregate.ts'

/**
 * The number of reviews that say something, and the number of reviews that were read. Charts, texts, summaries and
 * records take this one number, so that a fact never has two.
 */
export interface Count {
  reviews: number
  of: number
  /** Rounded to three decimals, as the records show it. */
  share: number
}

/** With fewer reviews a percentage sounds more certain than it is, so the number is written instead. */
export const percentReviewsMin = 50

/** The number of reviews of a side that mention, praise or complain about something. */
export function countOf(tally: Tally | undefined, side: Side, what: 'mentions' | 'praises' | 'complaints'): Count {
  const counted = { mentions: tally?.mentioning, praises: tally?.praising, complaints: tally?.complaining }
  return countIn(counted[what] ?? 0, side.reviews)
}

/** A number of reviews of `of` that were read. */
export function countIn(reviews: number, of: number): Count {
  return { reviews, of, share: of === 0 ? 0 : roundToThousandth(reviews / of) }
}

/** A share in whole percent; a share above zero is never "0%". */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  return whole === 0 && share > 0 ? 'under 1%' : `${whole}%`
}

/** "24 of your 244 reviews complain"; the verb is given for one and for many. */
export function reviewsThat({ reviews, of }: Count, [one, many]: readonly [one: string, many: string]): string {
  return `${reviews} of your ${plural(of, 'review')} ${reviews === 1 ? one : many}`
}

/** "10%", or "4 of 24" where there are few. */
export function shareOrCount(count: Count): string {
  return count.of >= percentReviewsMin ? percent(count.share) : `${count.reviews} of ${count.of}`
}

/** "1 competitor", "2 competitors". */
export function plural(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
