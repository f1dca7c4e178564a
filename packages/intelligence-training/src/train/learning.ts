import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { WindowWeights } from '@svc/intelligence/model/windows'
import { fit, type LogisticTask, type LogisticWeights } from './logistic.ts'
import type { Matrix } from './matrix.ts'
import type { WindowsTask } from './windows.ts'

// What the readers of alerts and of requests have in common: both consist of a logistic regression on words and of
// filters over windows, and a second regression weighs the scores of the two.

export interface LearningTask {
  words: LogisticTask | null
  windows: WindowsTask
}

export interface LearnedPart {
  words: LogisticWeights | null
  windows: WindowWeights
}

/** Runs tasks in threads, as many at once as there are processors; the results are in the order of the tasks. */
export async function learnAll(tasks: readonly LearningTask[], say: (line: string) => void): Promise<LearnedPart[]> {
  const results: LearnedPart[] = []
  let next = 0
  const work = async () => {
    while (next < tasks.length) {
      const index = next
      next += 1
      results[index] = await new Promise<LearnedPart>((done, failed) => {
        const worker = new Worker(new URL('./learning-thread.ts', import.meta.url), { workerData: tasks[index] })
        worker.once('error', failed).once('message', done)
      })
      say(`part ${index + 1} of ${tasks.length} learned`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, work))
  return results
}

/** A sentence as the second regression reads it. */
interface Scored {
  scores: readonly number[]
  /** 0 or 1. */
  target: number
  weight: number
}

/** Fits the factors by which scores add up to log odds, and the summand, all rounded to thousandths. */
export function fitScale(rows: readonly Scored[]): { factors: number[]; shift: number } {
  const { bias, weights } = fit({
    matrix: denseMatrix(rows.map(({ scores }) => scores)),
    outputs: 1,
    link: 'sigmoid',
    targets: Float32Array.from(rows, ({ target }) => target),
    weights: Float32Array.from(rows, ({ weight }) => weight),
    penalty: 1,
    iterations: 60,
  })
  const rounded = (value: number) => Number(value.toFixed(3))
  return { factors: Array.from(weights, rounded), shift: rounded(bias[0] ?? 0) }
}

function denseMatrix(rows: readonly (readonly number[])[]): Matrix {
  const width = rows[0]?.length ?? 0
  return {
    starts: Int32Array.from({ length: rows.length + 1 }, (_, row) => row * width),
    columns: Int32Array.from({ length: rows.length * width }, (_, at) => at % width),
    values: Float32Array.from(rows.flat()),
    names: Int32Array.from({ length: width }, (_, column) => column),
  }
}
