import { type ApiLoadOptions, cpuOfEach, loadAll } from './api-load.ts'
import type { BenchDatabase } from './database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

/** The processes of a round. The control has the settings of `off`, so their ratio shows the error of the result. */
const variants = [
  { name: 'on', label: 'metrics on', port: '0' },
  { name: 'off', label: 'metrics off', port: 'none' },
  { name: 'control', label: 'metrics off, control', port: 'none' },
] as const

type Variant = (typeof variants)[number]

/** The CPU time of a request in microseconds, by the name of the variant. */
type Costs = Record<Variant['name'], number>

/** The time until V8 has compiled what is hot. */
const warmUpSeconds = 12

/** A round is measured for this many times `seconds`, because all processes share the cores. */
const measuredTimes = 3

/** The ratio of the control may differ from 1 by this much. */
const controlError = 0.03

/**
 * Compares the API with metrics, which nobody reads, with the API without them. Each round starts new processes, in an
 * order that rotates from round to round, and loads them at the same time, so that no load of the machine favors one.
 */
export async function measureMetrics(
  database: BenchDatabase,
  { rounds, ...options }: ApiLoadOptions & { rounds: number },
): Promise<string> {
  const costs: Costs[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % variants.length
    costs.push(await measureRound(database, [...variants.slice(first), ...variants.slice(0, first)], options))
  }
  const control = median(costs.map((cost) => cost.control / cost.off))
  // Both processes without metrics count: their mean varies less.
  const ratio = median(costs.map((cost) => (2 * cost.on) / (cost.off + cost.control)))
  const range = (values: readonly number[]) => `${number(Math.min(...values), 3)}–${number(Math.max(...values), 3)}`
  const row = ({ name, label }: Variant) => [
    label,
    number(median(costs.map((cost) => cost[name])), 1),
    number(median(costs.map((cost) => cost[name] / cost.off)), 3),
    range(costs.map((cost) => cost[name] / cost.off)),
  ]
  const isValid = Math.abs(control - 1) <= controlError
  return (
    `\nThe API with and without metrics, ${rounds} rounds with new processes\n\n` +
    table(['', 'CPU µs', '÷ off', 'min–max'], variants.map(row)) +
    `\n  The control differs by ${number(Math.abs(control - 1) * 100, 1)} %, ` +
    `${isValid ? 'so the result counts' : 'so the result does not count; use more rounds'}: ${number(ratio, 3)}.\n` +
    goals([
      { name: 'difference of the control', value: Math.abs(control - 1), below: controlError },
      { name: 'CPU per request, metrics on ÷ mean of both without', value: ratio, below: 1.02 },
    ])
  )
}

async function measureRound(
  database: BenchDatabase,
  order: readonly Variant[],
  options: ApiLoadOptions,
): Promise<Costs> {
  const servers: ServerProcess[] = []
  try {
    for (const { port } of order)
      servers.push(await startServerProcess(ourProgram, { ...database.environment, SVC_METRICS_PORT: port }))
    await loadAll(database, servers, { ...options, seconds: warmUpSeconds })
    const costs = await cpuOfEach(database, servers, { ...options, seconds: options.seconds * measuredTimes })
    const costOf = (name: Variant['name']) => costs[order.findIndex((variant) => variant.name === name)] ?? Number.NaN
    return { on: costOf('on'), off: costOf('off'), control: costOf('control') }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
