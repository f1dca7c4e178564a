import { createServer } from 'node:http'
import { closeServer, listen } from '@svc/runtime/listen'
import { type ApiLoadOptions, cpuOfEach, loadAll } from './api-load.ts'
import type { BenchDatabase } from './database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

/** A process of a round. */
interface Variant {
  label: string
  environment: Readonly<Record<string, string>>
}

/** Two processes without traces: their ratio shows the error of the result. */
const off: Variant = { label: 'traces off', environment: {} }

/** The CPU time of a request in microseconds, in the order of the variants: off, control, and the others. */
type Costs = [off: number, control: number, ...on: number[]]

/** The time until V8 has compiled what is hot. */
const warmUpSeconds = 12

/** A round is measured for this many times `seconds`, because all processes share the cores. */
const measuredTimes = 3

/** The ratio of the control may differ from 1 by this much. */
const controlError = 0.03

type CostOptions = ApiLoadOptions & { rounds: number }

/** Compares the API with traces, which a server on this machine accepts and drops, with the API without them. */
export async function measureTracing(database: BenchDatabase, options: CostOptions): Promise<string> {
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'))
  })
  const settings = { host: 'the address of the collector', port: 'its port' }
  const port = await listen(collector, { host: '127.0.0.1', port: 0, settings })
  const traced = (label: string, ratio: string) => {
    const environment = { SVC_TRACES_URL: `http://127.0.0.1:${port}/v1/traces`, SVC_TRACES_RATIO: ratio }
    return { label, environment }
  }
  const on = [
    traced('no request traced', '0'),
    traced('one of ten requests traced', '0.1'),
    traced('every request traced', '1'),
  ]
  try {
    return await compare(database, on, options)
  } finally {
    await closeServer(collector, 0)
  }
}

/**
 * Each round starts new processes, in an order that rotates from round to round, and loads them at the same time, so
 * that no load of the machine favors one.
 */
async function compare(
  database: BenchDatabase,
  on: readonly Variant[],
  { rounds, ...options }: CostOptions,
): Promise<string> {
  const variants = [off, { ...off, label: `${off.label}, control` }, ...on]
  const costs: Costs[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % variants.length
    const order = [...variants.slice(first), ...variants.slice(0, first)]
    const measured = await measureRound(database, order, options)
    const costOf = (variant: Variant) => measured[order.indexOf(variant)] ?? Number.NaN
    const [offCost = Number.NaN, control = Number.NaN, ...others] = variants.map(costOf)
    costs.push([offCost, control, ...others])
  }
  const control = median(costs.map(([without, again]) => again / without))
  const range = (values: readonly number[]) => `${number(Math.min(...values), 3)}–${number(Math.max(...values), 3)}`
  // Both processes without count: their mean varies less.
  const ratiosOf = (index: number) => costs.map((cost) => (2 * (cost[index] ?? Number.NaN)) / (cost[0] + cost[1]))
  const row = ({ label }: Variant, index: number) => [
    label,
    number(median(costs.map((cost) => cost[index] ?? Number.NaN)), 1),
    number(median(ratiosOf(index)), 3),
    range(ratiosOf(index)),
  ]
  const isValid = Math.abs(control - 1) <= controlError
  return (
    `\nThe API with and without traces, ${rounds} rounds with new processes\n\n` +
    table(['', 'CPU µs', '÷ mean of off', 'min–max'], variants.map(row)) +
    `\n  The control differs by ${number(Math.abs(control - 1) * 100, 1)} %, ` +
    `${isValid ? 'so the result counts' : 'so the result does not count; use more rounds'}.\n` +
    goals([{ name: 'difference of the control', value: Math.abs(control - 1), below: controlError }])
  )
}

async function measureRound(
  database: BenchDatabase,
  order: readonly Variant[],
  options: ApiLoadOptions,
): Promise<number[]> {
  const servers: ServerProcess[] = []
  try {
    for (const { environment } of order)
      servers.push(await startServerProcess(ourProgram, { ...database.environment, ...environment }))
    await loadAll(database, servers, { ...options, seconds: warmUpSeconds })
    return await cpuOfEach(database, servers, { ...options, seconds: options.seconds * measuredTimes })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
