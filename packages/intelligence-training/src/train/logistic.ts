import type { Matrix } from './matrix.ts'

export interface LogisticTask {
  matrix: Matrix
  outputs: number
  /** `sigmoid`: each output by itself. `softmax`: exactly one of them is right. */
  link: 'sigmoid' | 'softmax'
  /** Row by row, 0 or 1 for each output. */
  targets: Float32Array
  /** Row by row, for each output how much it counts; 0 where it is not known. Softmax takes the first of each row. */
  weights: Float32Array
  /** Strength of the L2 penalty; the bias is free. */
  penalty: number
  iterations: number
}

export interface LogisticWeights {
  outputs: number
  bias: Float64Array
  /** Feature by feature, one number for each output. */
  weights: Float64Array
}

const history = 8

/**
 * Fits logistic regressions by L-BFGS. The same task returns the same weights, bit for bit. Throws if a number is not
 * finite.
 */
export function fit(task: LogisticTask): LogisticWeights {
  const { matrix, outputs } = task
  const columns = matrix.names.length
  const size = (columns + 1) * outputs
  const evaluate = objective(task)

  let x = new Float64Array(size)
  let gradient = new Float64Array(size)
  let value = evaluate(x, gradient)
  if (!Number.isFinite(value)) throw new Error('Weights, targets and features must be finite numbers.')
  const steps: { s: Float64Array; y: Float64Array; rho: number }[] = []
  for (let iteration = 0; iteration < task.iterations; iteration += 1) {
    const direction = directionOf(gradient, steps)
    let slope = dot(direction, gradient)
    if (slope >= 0) {
      direction.set(gradient.map((entry) => -entry))
      slope = dot(direction, gradient)
      steps.length = 0
    }
    let step = iteration === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1
    let next = new Float64Array(size)
    let nextGradient = new Float64Array(size)
    let nextValue = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 20; tries += 1) {
      for (let index = 0; index < size; index += 1) next[index] = (x[index] ?? 0) + step * (direction[index] ?? 0)
      nextValue = evaluate(next, nextGradient)
      if (nextValue <= value + 1e-4 * step * slope) break
      step /= 2
    }
    const s = new Float64Array(size)
    const y = new Float64Array(size)
    for (let index = 0; index < size; index += 1) {
      s[index] = (next[index] ?? 0) - (x[index] ?? 0)
      y[index] = (nextGradient[index] ?? 0) - (gradient[index] ?? 0)
    }
    const curvature = dot(s, y)
    if (curvature > 1e-10) {
      steps.push({ s, y, rho: 1 / curvature })
      if (steps.length > history) steps.shift()
    }
    const gain = value - nextValue
    x = next
    gradient = nextGradient
    next = new Float64Array(0)
    nextGradient = new Float64Array(0)
    value = nextValue
    if (gain < Math.abs(value) * 1e-5) break
  }
  return { outputs, bias: x.slice(columns * outputs), weights: x.slice(0, columns * outputs) }
}

/** Returns a function that computes the penalized log loss at a point and writes its gradient. */
function objective(task: LogisticTask) {
  const { matrix, outputs, link, penalty } = task
  const { starts, columns, values } = matrix
  const rows = starts.length - 1
  const biasAt = matrix.names.length * outputs
  const scores = new Float64Array(outputs)
  const wanted = new Int32Array(outputs)
  return (x: Float64Array, gradient: Float64Array): number => {
    let loss = 0
    for (let index = 0; index < biasAt; index += 1) {
      const weight = x[index] as number
      gradient[index] = penalty * weight
      loss += 0.5 * penalty * weight * weight
    }
    gradient.fill(0, biasAt)
    for (let row = 0; row < rows; row += 1) {
      const from = starts[row] as number
      const to = starts[row + 1] as number
      const count = outputsOf(task, row, wanted)
      for (let place = 0; place < count; place += 1) {
        const output = wanted[place] as number
        scores[output] = x[biasAt + output] as number
      }
      for (let at = from; at < to; at += 1) {
        const base = (columns[at] as number) * outputs
        const value = values[at] as number
        for (let place = 0; place < count; place += 1) {
          const output = wanted[place] as number
          scores[output] = (scores[output] as number) + value * (x[base + output] as number)
        }
      }
      loss +=
        link === 'sigmoid'
          ? sigmoidErrors(task, row, wanted.subarray(0, count), scores)
          : softmaxErrors(task, row, scores)
      for (let at = from; at < to; at += 1) {
        const base = (columns[at] as number) * outputs
        const value = values[at] as number
        for (let place = 0; place < count; place += 1) {
          const output = wanted[place] as number
          gradient[base + output] = (gradient[base + output] as number) + value * (scores[output] as number)
        }
      }
      for (let place = 0; place < count; place += 1) {
        const output = wanted[place] as number
        gradient[biasAt + output] = (gradient[biasAt + output] as number) + (scores[output] as number)
      }
    }
    return loss
  }
}

/** Puts the outputs about which a row says something into `wanted`, and returns how many they are. */
function outputsOf({ outputs, link, weights }: LogisticTask, row: number, wanted: Int32Array): number {
  let count = 0
  for (let output = 0; output < outputs; output += 1) {
    if (link === 'sigmoid' && weights[row * outputs + output] === 0) continue
    wanted[count] = output
    count += 1
  }
  return count
}

/** Replaces the scores of the wanted outputs by weighted errors and returns the loss. */
function sigmoidErrors(
  { outputs, weights, targets }: LogisticTask,
  row: number,
  wanted: Int32Array,
  scores: Float64Array,
): number {
  let loss = 0
  for (const output of wanted) {
    const weight = weights[row * outputs + output] as number
    const target = targets[row * outputs + output] as number
    const score = scores[output] as number
    const signed = target > 0.5 ? score : -score
    loss += weight * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed)
    scores[output] = weight * (1 / (1 + Math.exp(-score)) - target)
  }
  return loss
}

/** Replaces all scores by weighted errors and returns the loss. */
function softmaxErrors({ outputs, weights, targets }: LogisticTask, row: number, scores: Float64Array): number {
  const weight = weights[row * outputs] as number
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  let total = 0
  for (const score of scores) total += Math.exp(score - highest)
  let loss = 0
  for (let output = 0; output < outputs; output += 1) {
    const target = targets[row * outputs + output] as number
    const log = (scores[output] as number) - highest - Math.log(total)
    if (target > 0) loss -= weight * target * log
    scores[output] = weight * (Math.exp(log) - target)
  }
  return loss
}

/** The two-loop recursion of L-BFGS. */
function directionOf(
  gradient: Float64Array,
  steps: readonly { s: Float64Array; y: Float64Array; rho: number }[],
): Float64Array {
  const direction = gradient.map((entry) => -entry)
  const alphas: number[] = []
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index]
    if (!step) continue
    const alpha = step.rho * dot(step.s, direction)
    alphas[index] = alpha
    addScaled(direction, -alpha, step.y)
  }
  const last = steps.at(-1)
  if (last) {
    const scale = 1 / (last.rho * dot(last.y, last.y))
    for (let index = 0; index < direction.length; index += 1) direction[index] = (direction[index] as number) * scale
  }
  for (const [index, step] of steps.entries()) {
    const beta = step.rho * dot(step.y, direction)
    addScaled(direction, (alphas[index] ?? 0) - beta, step.s)
  }
  return direction
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number)
  return sum
}

function addScaled(target: Float64Array, scale: number, source: Float64Array): void {
  for (let index = 0; index < target.length; index += 1) {
    target[index] = (target[index] as number) + scale * (source[index] as number)
  }
}
