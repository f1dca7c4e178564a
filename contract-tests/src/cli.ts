import { randomInt } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { lanes } from './lanes.ts'
import { readOperations } from './operations.ts'
import { reportsDir } from './places.ts'
import { CannotRun } from './problem.ts'
import { createProgress } from './progress.ts'
import { preparePython } from './python.ts'
import { failuresOf, type LaneResult, printSummary, summarise } from './report.ts'
import { runLane } from './run-lane.ts'
import { startService } from './service.ts'

const help = `Tests the running service against its contract with Schemathesis.

usage: npm run contract -- [OPTIONS]

  --fast               what npm test runs: fewer generated cases, under three minutes
  --nightly            many more cases, with a new seed each time
  --lane NAME          only this lane; may be repeated: ${lanes.map(({ name }) => name).join(', ')}
  --operation NAME     only this operation; may be repeated
  --seed N             the same seed sends the same cases
  --examples N         cases per operation while fuzzing
  --list               list the lanes

Exit code 0: no failure. 1: failures were found. 2: it could not run. 130: it was stopped.
Reports: reports/contract/summary.json, and per lane junit.xml, events.ndjson and output.txt.
`

/** Any number would do; this one is the same for everybody. */
const usualSeed = 20261121

const { values: options } = readOptions()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  process.exitCode = await main()
} catch (error) {
  if (stopping.signal.aborted) {
    say('Stopped.')
    process.exitCode = 130
  } else {
    const isKnown = error instanceof CannotRun
    process.stderr.write(`${isKnown ? error.message : (error as Error).stack}\n`)
    process.exitCode = 2
  }
}

async function main(): Promise<number> {
  if (options.help) {
    say(help)
    return 0
  }
  if (options.list) {
    for (const { name, about } of lanes) say(`${name.padEnd(12)}${about}`)
    return 0
  }
  const mode = options.fast ? 'fast' : options.nightly ? 'nightly' : 'full'
  const seed = readNumber('seed', options.seed) ?? (mode === 'nightly' ? randomInt(2 ** 31) : usualSeed)
  const chosen = lanes.filter(({ name }) => options.lane === undefined || options.lane.includes(name))

  await rm(reportsDir, { recursive: true, force: true })
  await mkdir(reportsDir, { recursive: true })
  const operationIds = await readOperations(options.operation)
  const python = await preparePython({ signal: stopping.signal, say })
  const service = await startService({ signal: stopping.signal, logFile: `${reportsDir}service.log` })
  const results: LaneResult[] = []
  try {
    for (const lane of chosen) {
      say(`
${lane.name}: ${lane.about}`)
      const progress = createProgress(process.stdout)
      const result = await runLane(lane, {
        python,
        service,
        operationIds,
        ...(options.operation && { operations: options.operation }),
        seed,
        examples: readNumber('examples', options.examples) ?? lane.examples[mode],
        reportsDir,
        onProgress: progress.show,
        signal: stopping.signal,
      }).finally(progress.end)
      for (const line of failuresOf(result)) say(line)
      results.push(result)
    }
  } finally {
    await service.stop()
  }

  const summary = summarise(results, { mode, seed })
  await writeFile(`${reportsDir}summary.json`, `${JSON.stringify(summary, undefined, 2)}\n`)
  printSummary(summary, say)
  return summary.failed === 0 ? 0 : 1
}

function readOptions() {
  try {
    const parsed = parseArgs({
      options: {
        fast: { type: 'boolean' },
        full: { type: 'boolean' },
        nightly: { type: 'boolean' },
        lane: { type: 'string', multiple: true },
        operation: { type: 'string', multiple: true },
        seed: { type: 'string' },
        examples: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const unknown = parsed.values.lane?.find((name) => !lanes.some((lane) => lane.name === name))
    if (unknown !== undefined) throw new Error(`There is no lane "${unknown}".`)
    return parsed
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`)
    process.exit(2)
  }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9][0-9]{0,9}$/.test(text)) throw new CannotRun(`--${name} is a whole number above 0, not "${text}".`)
  return Number(text)
}
