/** Rounds to three decimals, as the records show values. */
export function roundToThousandth(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Cuts after three decimals, so that the parts of a probability never exceed the whole. */
export function floorToThousandth(probability: number): number {
  return Math.floor(probability * 1000) / 1000
}
