import { InvalidValueError } from './errors.ts'

/** A parser of whole numbers from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidValueError(`must be a whole number from ${min} to ${max}`)
  }
}

/** A TCP port; 0 stands for any free one. */
export const portNumber = wholeNumber(0, 65_535)
