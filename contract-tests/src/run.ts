import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { Python } from '@svc/python'
import { allAtOnce } from './at-once.ts'
import { CannotRunError, messageOf } from './cannot-run-error.ts'
import { operationsChangedSince } from './changed.ts'
import { createConformance } from './conformance.ts'
import { readContract } from './contract.ts'
import { type Facets, readFacets } from './facets.ts'
import { listWebhookIds, removeWebhooksSince } from './fixtures.ts'
import type { Lane } from './lane.ts'
import { lanes, secondServiceLanes } from './lanes.ts'
import { readOperations } from './operations.ts'
import type { RunOptions } from './options.ts'
import { reportsDir } from './paths.ts'
import { createProgress } from './progress.ts'
import { connect } from './remote.ts'
import { failuresOf, type LaneResult, printSummary, type RunFacts, summarize, writeReports } from './report.ts'
import { runLane } from './run-lane.ts'
import { prepareSchemathesis } from './schemathesis.ts'
import { type Service, startService } from './service.ts'
import type { Summary } from './summary.ts'

/** The default, the same on every machine; the number itself has no meaning. */
const defaultSeed = 20261121

interface RunContext {
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Prints one line. */
  print(line: string): void
}

/** The findings of a run so far. They are reported even if the run fails before its end. */
interface RunRecord {
  results: LaneResult[]
  facts: Omit<RunFacts, 'error'> & { cleanedUp: string[] }
}

/**
 * Runs the chosen lanes, writes the reports and returns the exit code: 0 without failures, otherwise 1. Rejects when
 * the tests cannot run or `signal` aborts.
 */
export async function runContractTests(options: RunOptions, context: RunContext): Promise<number> {
  const { env, signal, print } = context
  const seed = options.seed ?? (options.mode === 'nightly' ? randomInt(2 ** 31) : defaultSeed)
  const target = options.baseUrl ?? 'a service started for the tests'
  const record: RunRecord = { results: [], facts: { mode: options.mode, seed, target, isWhole: false, cleanedUp: [] } }
  await rm(reportsDir, { recursive: true, force: true })
  await mkdir(reportsDir, { recursive: true })

  const report = async (error: string | null): Promise<Summary> => {
    const summary = await summarize(record.results, { ...record.facts, error })
    await writeReports(summary, reportsDir, env.GITHUB_STEP_SUMMARY)
    return summary
  }
  try {
    const chosen = await chooseOperations(options)
    if (chosen.operationIds.size === 0) {
      print(`No operation has changed since ${options.changedSince}: nothing to test.`)
      return (await report(null)).exit_code
    }
    await runLanes(options, { ...chosen, record, context })
    const summary = await report(null)
    printSummary(summary, print)
    if (options.replay) return reportReplay(options.replay, summary, print)
    print('reports/contract/index.html has the details.')
    return summary.exit_code
  } catch (error) {
    if (!signal.aborted) await report(messageOf(error))
    throw error
  }
}

interface ChosenOperations {
  operationIds: ReadonlyMap<string, string>
  /** Whether some operations are omitted. */
  isPart: boolean
}

/**
 * Runs the chosen lanes, and adds their results to the record in the order of the lanes. A full run has two services
 * and tests both at the same time, because each lane waits for one response after another.
 */
async function runLanes(
  options: RunOptions,
  { record, context, ...operations }: ChosenOperations & { record: RunRecord; context: RunContext },
): Promise<void> {
  const requested = requestedLanes(options)
  const python = requested.some(({ fuzz }) => fuzz) ? await prepareSchemathesis(context) : undefined
  const facets = await readFacets()
  const isSplit = options.mode !== 'fast' && options.baseUrl === undefined && !operations.isPart
  const groups = [
    { name: 'service', chosen: requested.filter(({ name }) => !isSplit || !secondServiceLanes.has(name)) },
    { name: 'service-2', chosen: requested.filter(({ name }) => isSplit && secondServiceLanes.has(name)) },
  ].filter(({ chosen }) => chosen.length > 0)
  record.facts.isWhole = !operations.isPart && requested.length === lanes.length
  const runs = groups.map(({ name, chosen }) => async (signal: AbortSignal) => {
    const service = await openService(options, { ...context, signal, logFile: `${reportsDir}${name}.log` })
    try {
      const possible = possibleLanes(chosen, service, context.print)
      if (possible.length < chosen.length) record.facts.isWhole = false
      await runGroup(possible, {
        ...operations,
        options,
        record,
        python,
        facets,
        service,
        context: { ...context, signal },
      })
    } finally {
      await service.stop()
    }
  })
  await allAtOnce(runs, context.signal)
  const order = lanes.map(({ name }) => name)
  record.results.sort((one, other) => order.indexOf(one.lane) - order.indexOf(other.lane))
}

interface GroupRun extends ChosenOperations {
  options: RunOptions
  record: RunRecord
  python: Python | undefined
  facets: Facets
  service: Service
  context: RunContext
}

/** Throws CannotRunError if there are none. */
function requestedLanes({ lanes: names, fuzz }: RunOptions): Lane[] {
  const requested = lanes.filter((lane) => (names.length === 0 || names.includes(lane.name)) && (fuzz || !lane.fuzz))
  if (requested.length === 0) throw new CannotRunError('Every requested lane needs Schemathesis.')
  return requested
}

/** Runs lanes one after another on one service. */
async function runGroup(
  chosen: readonly Lane[],
  { options, record, python, facets, service, operationIds, isPart, context: { signal, print } }: GroupRun,
): Promise<void> {
  const document = await readContract()
  const run = {
    python,
    service,
    document,
    conformance: createConformance(document),
    facets,
    operationIds,
    isPart,
    mode: options.mode,
    seed: record.facts.seed,
    reportsDir,
    signal,
    sequences: !isPart || options.shard?.part === 1,
    safe: options.safe,
    ...(options.examples && { examples: options.examples }),
  }
  const before = options.baseUrl ? await listWebhookIds(service, signal) : []
  for (const lane of chosen) {
    print(`\n${lane.name}: ${lane.description}`)
    const progress = createProgress(process.stdout, lane.name)
    const result = await runLane(lane, { ...run, onProgress: progress.show })
      .finally(progress.end)
      .finally(async () => {
        if (options.baseUrl) record.facts.cleanedUp.push(...(await removeWebhooksSince(before, service, signal)))
      })
    for (const line of failuresOf(result)) print(line)
    record.results.push(result)
  }
}

async function chooseOperations(options: RunOptions): Promise<ChosenOperations> {
  const all = await readOperations()
  const replayed = options.replay?.operation
  const isOperation = [...all.values()].some((name) => name === replayed)
  let wanted = isOperation && replayed ? [replayed] : options.operations
  if (options.changedSince !== undefined) {
    const changed = await operationsChangedSince(options.changedSince)
    if (changed !== 'all') wanted = changed.filter((name) => wanted.length === 0 || wanted.includes(name))
    if (changed !== 'all' && wanted.length === 0) return { operationIds: new Map(), isPart: true }
  }
  const chosen = await readOperations(wanted.length > 0 ? wanted : undefined)
  const { shard } = options
  const entries = [...chosen].filter((_, index) => !shard || index % shard.of === shard.part - 1)
  return { operationIds: new Map(entries), isPart: entries.length < all.size }
}

function openService(
  { baseUrl }: RunOptions,
  { env, signal, print, logFile }: RunContext & { logFile: string },
): Promise<Service> {
  if (baseUrl !== undefined) return connect(baseUrl, { env, signal, print })
  return startService({ signal, logFile })
}

/** The lanes that can run with this service. Throws CannotRunError if none can. */
function possibleLanes(
  requested: readonly Lane[],
  { operated, accounts }: Service,
  print: RunContext['print'],
): Lane[] {
  const hasClient = accounts[0].oauth_client !== null
  const possible = requested.filter((lane) => (operated || !lane.operated) && (hasClient || !lane.needsClient))
  const skipped = requested.filter((lane) => !possible.includes(lane)).map(({ name }) => name)
  if (skipped.length > 0)
    print(`Skipped, because they require operator access or an OAuth client: ${skipped.join(', ')}`)
  if (possible.length === 0) throw new CannotRunError(`None of the lanes can run here: ${skipped.join(', ')}.`)
  return possible
}

/** Prints whether the replayed case still fails, and returns the exit code. */
function reportReplay({ id }: { id: string }, { failures }: Summary, print: RunContext['print']): number {
  const failsAgain = failures.some((failure) => failure.id === id)
  print(failsAgain ? `${id} still fails.` : `${id} no longer fails.`)
  return failsAgain ? 1 : 0
}
