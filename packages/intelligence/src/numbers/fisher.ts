/** A group of reviews, and how many of them have a property. */
interface Part {
  count: number
  reviews: number
}

/** Probabilities that differ by rounding only are equal. */
const relativeTolerance = 1e-7

/**
 * The p-value of Fisher's exact test, two-sided: how probable a difference between the two groups is that is at least
 * as unlikely as the observed one, if chance alone decides who has the property. Exact for groups of any size; its time
 * grows with the smaller of the group and the number of those that have the property.
 */
export function fisherExact(one: Part, other: Part): number {
  const total = one.count + other.count
  const lowest = Math.max(0, total - other.reviews)
  const highest = Math.min(total, one.reviews)
  // Logarithms of the hypergeometric probabilities up to a common factor, each from the one before.
  const logs = new Float64Array(highest - lowest + 1)
  for (let count = lowest; count < highest; count++) {
    const ratio = ((total - count) * (one.reviews - count)) / ((count + 1) * (other.reviews - total + count + 1))
    logs[count - lowest + 1] = (logs[count - lowest] ?? 0) + Math.log(ratio)
  }
  const greatest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY)
  const observed = logs[one.count - lowest] ?? 0
  let all = 0
  let asUnlikely = 0
  for (const log of logs) {
    const probability = Math.exp(log - greatest)
    all += probability
    if (log <= observed + relativeTolerance) asUnlikely += probability
  }
  return asUnlikely / all
}
