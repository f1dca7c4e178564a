import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { CannotRunError, messageOf } from './cannot-run-error.ts'
import { operationsChangedSince } from './changed.ts'
import { createConformance } from './conformance.ts'
import { readContract } from './contract.ts'
import { listWebhookIds, removeWebhooksSince } from './fixtures.ts'
import type { Lane } from './lane.ts'
import { lanes } from './lanes.ts'
import { readOperations } from './operations.ts'
import { help, type Options, readOptions } from './options.ts'
import { reportsDir } from './places.ts'
import { createProgress } from './progress.ts'
import { preparePython } from './python.ts'
import { connect } from './remote.ts'
import { failuresOf, type LaneResult, printSummary, summarize, writeReports } from './report.ts'
import { runLane } from './run-lane.ts'
import { type Service, startService } from './service.ts'

/** Any number would do; this one is the same for everybody. */
const usualSeed = 20261121

const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const options = readOptions(process.argv.slice(2))
  if (options.wants === 'help') say(help)
  else if (options.wants === 'list')
    for (const { name, about, operated } of lanes)
      say(`${name.padEnd(11)}${about}${operated ? ' (not with --base-url)' : ''}`)
  else process.exitCode = await main(options)
} catch (error) {
  process.exitCode = await explain(error)
}
// Said aloud: Node 24 never gets through its own way out where sockets were reset just before, as the lane `faults`
// does.
process.exit()

async function explain(error: unknown): Promise<number> {
  if (signal.aborted) {
    say('Stopped.')
    return 130
  }
  process.stderr.write(
    `${error instanceof CannotRunError || !(error instanceof Error) ? messageOf(error) : error.stack}\n`,
  )
  return 2
}

async function main(options: Options): Promise<number> {
  const { mode } = options
  const seed = options.seed ?? (mode === 'nightly' ? randomInt(2 ** 31) : usualSeed)
  await rm(reportsDir, { recursive: true, force: true })
  await mkdir(reportsDir, { recursive: true })
  const results: LaneResult[] = []
  const facts = {
    mode,
    seed,
    target: options.baseUrl ?? 'a service started for it',
    isWhole: false,
    cleanedUp: [] as string[],
  }
  const finish = async (error: string | null) => {
    const summary = await summarize(results, { ...facts, error })
    await writeReports(summary, reportsDir, process.env.GITHUB_STEP_SUMMARY)
    return summary
  }

  try {
    const { operationIds, isPart } = await chooseOperations(options)
    if (operationIds.size === 0) {
      say(`No operation has changed since ${options.changedSince}: nothing to test.`)
      return (await finish(null)).exit_code
    }
    const python = await preparePython({ signal, say })
    const service = await openService(options)
    try {
      const chosen = chooseLanes(options, service)
      facts.isWhole = !isPart && chosen.length === lanes.length
      const document = await readContract()
      const conformance = createConformance(document)
      const before = options.baseUrl ? await listWebhookIds(service, signal) : []
      const cleanUp = async () => {
        if (options.baseUrl) facts.cleanedUp.push(...(await removeWebhooksSince(before, service, signal)))
      }
      for (const lane of chosen) {
        say(`\n${lane.name}: ${lane.about}`)
        const progress = createProgress(process.stdout)
        const result = await runLane(lane, {
          python,
          service,
          document,
          conformance,
          operationIds,
          isPart,
          mode,
          seed,
          reportsDir,
          signal,
          sequences: !isPart || options.shard?.part === 1,
          safe: options.safe,
          ...(options.examples && { examples: options.examples }),
          onProgress: progress.show,
        })
          .finally(progress.end)
          .finally(cleanUp)
        for (const line of failuresOf(result)) say(line)
        results.push(result)
      }
    } finally {
      await service.stop()
    }
    const summary = await finish(null)
    printSummary(summary, say)
    if (options.replay) {
      const again = summary.failures.some(({ id }) => id === options.replay)
      say(again ? `${options.replay} still fails.` : `${options.replay} no longer fails.`)
      return again ? 1 : 0
    }
    say('reports/contract/index.html shows all of it.')
    return summary.exit_code
  } catch (error) {
    if (!signal.aborted) await finish(error instanceof Error ? error.message : String(error))
    throw error
  }
}

async function chooseOperations(options: Options) {
  const replayed = options.replay?.split('/')[1]
  const all = await readOperations()
  const isOperation = [...all.values()].includes(replayed ?? '')
  let wanted = isOperation && replayed ? [replayed] : options.operations
  if (options.changedSince !== undefined) {
    const changed = await operationsChangedSince(options.changedSince)
    if (changed !== 'all') wanted = changed.filter((name) => wanted === undefined || wanted.includes(name))
  }
  const chosen = await readOperations(wanted)
  const { shard } = options
  const entries = [...chosen].filter((_, index) => !shard || index % shard.of === shard.part - 1)
  return { operationIds: new Map(entries), isPart: entries.length < all.size }
}

function openService({ baseUrl }: Options): Promise<Service> {
  if (baseUrl !== undefined) return connect(baseUrl, { env: process.env, signal, say })
  return startService({ signal, logFile: `${reportsDir}service.log` })
}

/** Throws CannotRunError if a requested lane is not possible with this service. */
function chooseLanes(options: Options, { operated, accounts }: Service): Lane[] {
  const asked = lanes.filter(({ name }) => options.lanes === undefined || options.lanes.includes(name))
  const hasClient = accounts[0].oauth_client !== null
  const possible = asked.filter((lane) => (operated || !lane.operated) && (hasClient || !lane.needsClient))
  const left = asked.filter((lane) => !possible.includes(lane)).map(({ name }) => name)
  if (left.length > 0)
    say(`Left out, because this service is not ours to operate or there is no OAuth client: ${left.join(', ')}`)
  if (possible.length === 0) throw new CannotRunError(`No lane is left to run: ${left.join(', ')} cannot run here.`)
  return possible
}
