/** Adam (Kingma and Ba, 2015) with a weight decay that is separate from the gradient. The step decreases to 0. */
const stepSize = 2e-3
const weightDecay = 1e-2
const firstMomentDecay = 0.9
const secondMomentDecay = 0.999
const epsilon = 1e-8

/** Moves the weights of one sheet against their gradient, one step at a time. */
export class Adam {
  readonly #mean: Float32Array
  readonly #square: Float32Array
  readonly #steps: number
  #step = 0

  constructor(length: number, steps: number) {
    this.#mean = new Float32Array(length)
    this.#square = new Float32Array(length)
    this.#steps = steps
  }

  move(weights: Float32Array, gradient: Float32Array): void {
    const mean = this.#mean
    const square = this.#square
    const size = stepSize * (1 - this.#step / this.#steps)
    this.#step += 1
    const meanPart = 1 - firstMomentDecay ** this.#step
    const squarePart = 1 - secondMomentDecay ** this.#step
    for (let index = 0; index < weights.length; index += 1) {
      const slope = gradient[index] as number
      const average = firstMomentDecay * (mean[index] as number) + (1 - firstMomentDecay) * slope
      const spread = secondMomentDecay * (square[index] as number) + (1 - secondMomentDecay) * slope * slope
      mean[index] = average
      square[index] = spread
      const weight = weights[index] as number
      weights[index] =
        weight * (1 - size * weightDecay) - (size * (average / meanPart)) / (Math.sqrt(spread / squarePart) + epsilon)
    }
  }
}

/** Shuffles in place (Fisher and Yates). `next` returns numbers from 0 up to, but not including, 1. */
export function shuffle(order: number[], next: () => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1))
    const kept = order[last] as number
    order[last] = order[other] as number
    order[other] = kept
  }
}
