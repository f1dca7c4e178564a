import { type ApiLoadOptions, cpuOfEach, loadAll } from './api-load.ts'
import type { BenchDatabase } from './database.ts'
import type { SwitchedMetrics, SwitchMetrics } from './metrics-switch.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, quantile, table } from './statistics.ts'

interface MetricsCostOptions extends ApiLoadOptions {
  /** Each with a new process. */
  rounds: number
}

/** The order in which metrics are on and off: a load of the machine that grows or falls steadily affects both alike. */
const order = [false, true, true, false] as const

/** Repetitions of the order in a process. */
const repetitions = 10

/** Until V8 has compiled what is hot, with metrics and without. */
const warmUpSeconds = 10

/** The CPU time of a request in microseconds, in `order`. */
type Costs = [off: number, on: number, onAgain: number, offAgain: number]

/**
 * Measures the cost of metrics that nobody reads: the same process is loaded with them and without them, in turns,
 * because two processes of the same program differ by more than metrics cost.
 */
export async function measureMetrics(database: BenchDatabase, options: MetricsCostOptions): Promise<string> {
  const rounds: Costs[][] = []
  for (let round = 0; round < options.rounds; round++) rounds.push(await measureProcess(database, options))
  const costs = rounds.flat()
  const ratios = costs.map(([off, on, onAgain, offAgain]) => (on + onAgain) / (off + offAgain))
  const [low, high] = intervalOfMedian(ratios)
  const row = (name: string, values: readonly number[]) => [name, number(median(values), 1)]
  return (
    `\nThe API with and without metrics: ${options.rounds} processes, each switched ${repetitions} times\n\n` +
    table(
      ['', 'CPU µs'],
      [
        row(
          'metrics off',
          costs.flatMap(([off, , , again]) => [off, again]),
        ),
        row(
          'metrics on',
          costs.flatMap(([, on, again]) => [on, again]),
        ),
      ],
    ) +
    `\n  On ÷ off: median ${number(median(ratios), 3)}, 95 % interval ${number(low, 3)} to ${number(high, 3)}\n` +
    goals([{ name: 'CPU per request, metrics on ÷ off in the same process', value: median(ratios), below: 1.02 }])
  )
}

/** The interval that holds the median of the distribution in 95 % of all samples, from the ranks of the values. */
function intervalOfMedian(values: readonly number[]): [low: number, high: number] {
  const half = 0.98 / Math.sqrt(values.length)
  return [quantile(values, Math.max(0, 0.5 - half)), quantile(values, Math.min(1, 0.5 + half))]
}

async function measureProcess(database: BenchDatabase, options: MetricsCostOptions): Promise<Costs[]> {
  const environment = { ...database.environment, SVC_METRICS_PORT: '0' }
  const server = await startServerProcess(ourProgram, environment, { nodeArguments: ['--import', metricsSwitch] })
  try {
    for (const isOn of [true, false]) {
      await switchMetrics(server, isOn)
      await loadAll(database, [server], { ...options, seconds: warmUpSeconds })
    }
    const costs: Costs[] = []
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const measured: number[] = []
      for (const isOn of order) {
        await switchMetrics(server, isOn)
        measured.push(...(await cpuOfEach(database, [server], options)))
      }
      const [off = Number.NaN, on = Number.NaN, onAgain = Number.NaN, offAgain = Number.NaN] = measured
      costs.push([off, on, onAgain, offAgain])
    }
    return costs
  } finally {
    await server.stop()
  }
}

const metricsSwitch = new URL('metrics-switch.ts', import.meta.url).href

async function switchMetrics(server: ServerProcess, isOn: boolean): Promise<void> {
  const { observers } = await server.ask<SwitchedMetrics>({ type: 'metrics', isOn } satisfies SwitchMetrics)
  if (!(observers > 0)) throw new Error('The API observes no garbage collection, so its metrics were not switched.')
}
