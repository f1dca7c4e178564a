import { mkdir, rm, writeFile } from 'node:fs/promises'
import { allAtOnce } from '../src/at-once.ts'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { createConformance } from '../src/conformance.ts'
import { readContract } from '../src/contract.ts'
import type { Phase } from '../src/lane.ts'
import { lanes } from '../src/lanes.ts'
import { readOperations } from '../src/operations.ts'
import { root } from '../src/paths.ts'
import type { LaneResult } from '../src/report.ts'
import { runLane } from '../src/run-lane.ts'
import { prepareSchemathesis } from '../src/schemathesis.ts'
import { type Service, startService } from '../src/service.ts'
import { type Bug, plantBugs } from './bugs.ts'
import { startProxy } from './proxy.ts'

// Checks that the contract tests detect violations: puts one planted bug at a time in front of a real service and runs
// the lane that must detect it. A bug that no check detects is a failure of the tests. Two services are tested at the
// same time, because each lane waits for one response after another. Arguments select bugs by a part of their names.

/** Cheap phases first: most bugs are detected in the first round. */
const rounds: readonly { phases: readonly Phase[]; examples: number }[] = [
  { phases: ['examples', 'coverage'], examples: 1 },
  { phases: ['stateful'], examples: 60 },
  { phases: ['fuzzing'], examples: 20 },
]
const seed = 20261121

const reportsDir = `${root}reports/mutations/`
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const print = (line: string) => void process.stdout.write(`${line}\n`)

await rm(reportsDir, { recursive: true, force: true })
await mkdir(reportsDir, { recursive: true })
const operationIds = await readOperations()
const document = await readContract()
const conformance = createConformance(document)
const python = await prepareSchemathesis({ env: process.env, signal: stopping.signal, print })

/** One of the services on which lanes run at the same time. */
interface Testbed {
  service: Service
  /** The folder in which each lane has a folder for its reports. */
  reportsDir: string
  signal: AbortSignal
}

// The key has no effect on the names.
const parts = process.argv.slice(2)
const chosen = plantBugs('').filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
const rows: { bug: string; lane: string; detected_by: string }[] = []
// Without a bug every lane used here must pass, otherwise its failures prove nothing.
const waiting = [
  ...[...new Set(chosen.map(({ lane }) => lane))].map((lane) => (testbed: Testbed) => passWithoutBug(lane, testbed)),
  ...chosen.map(
    ({ name }) =>
      (testbed: Testbed) =>
        detectPlanted(name, testbed),
  ),
]
await allAtOnce([1, 2].map(runWaiting), stopping.signal)
const order = chosen.map(({ name }) => name)
rows.sort((one, other) => order.indexOf(one.bug) - order.indexOf(other.bug))
await writeFile(`${reportsDir}mutations.json`, `${JSON.stringify(rows, undefined, 2)}\n`)
const detected = rows.filter((row) => row.detected_by !== '').length
print(`\n${detected} of ${rows.length} planted bugs were detected.`)
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before, as in the lane `faults`.
process.exit(detected === rows.length ? 0 : 1)

/** Takes one run after another from those that wait, on a service that is started for them. */
function runWaiting(number: number): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const service = await startService({ signal, logFile: `${reportsDir}service-${number}.log` })
    try {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift())
        await run({ service, reportsDir: `${reportsDir}${number}/`, signal })
    } finally {
      await service.stop()
    }
  }
}

/** Throws CannotRunError if the lane fails although no bug is planted. */
async function passWithoutBug(lane: Bug['lane'], testbed: Testbed): Promise<void> {
  const startedMs = performance.now()
  const falseAlarm = await detect({ name: 'no bug', lane, misbehave: (sent, forward) => forward(sent) }, testbed)
  if (falseAlarm !== undefined)
    throw new CannotRunError(`The lane ${lane} fails without a bug, so it proves nothing: ${falseAlarm}`)
  print(`  ${'passes without a bug'.padEnd(52)} ${lane.padEnd(10)} ${secondsSince(startedMs)}`)
}

async function detectPlanted(name: string, testbed: Testbed): Promise<void> {
  const bug = plantBugs(testbed.service.accounts[0].api_key).find((one) => one.name === name)
  if (bug === undefined) throw new Error(`There is no planted bug "${name}".`)
  const startedMs = performance.now()
  const by = await detect(bug, testbed)
  rows.push({ bug: name, lane: bug.lane, detected_by: by ?? '' })
  const columns = [name.padEnd(52), bug.lane.padEnd(10), secondsSince(startedMs), by ?? 'NOT DETECTED']
  print(`${by ? '✓' : '✗'} ${columns.join(' ')}`)
}

function secondsSince(startedMs: number): string {
  return `${Math.round((performance.now() - startedMs) / 1_000)} s`.padStart(5)
}

/** The checks that detected the bug; undefined if every round passed. */
async function detect(bug: Bug, { service, reportsDir, signal }: Testbed): Promise<string | undefined> {
  const lane = lanes.find(({ name }) => name === bug.lane)
  if (!lane) throw new CannotRunError(`There is no lane ${bug.lane}.`)
  const proxies = new Set<Awaited<ReturnType<typeof startProxy>>>()
  const putInFront = async (url: string): Promise<string> => {
    const proxy = await startProxy(url, bug.misbehave)
    proxies.add(proxy)
    return proxy.baseUrl
  }
  const run = {
    python,
    service,
    document,
    conformance,
    operationIds,
    seed,
    reportsDir,
    testedUrl: await putInFront(service.baseUrl),
    testedAuthUrl: (await putInFront(`${service.authUrl}/`)).replace(/\/$/, ''),
    putInFront,
    ...(bug.changeDelivery && { changeDelivery: bug.changeDelivery }),
    mode: 'fast' as const,
    failuresMax: 1,
    onProgress: () => {},
    signal,
  }
  try {
    let warning: string | undefined
    if (lane.script) return failedChecks(await runLane(lane, run))
    for (const { phases: all, examples } of rounds) {
      const phases = all.filter((phase) => lane.fuzz?.phases.includes(phase))
      if (phases.length === 0) continue
      const result = await runLane(lane, { ...run, phases, examples })
      if (/^=+ ERRORS =+$/m.test(result.output))
        throw new CannotRunError(`"${bug.name}" made the test fail to run:\n${result.output.slice(0, 4_000)}`)
      const checks = failedChecks(result)
      if (checks) return checks
      // A warning that an operation never succeeded proves less than a failed check, so later rounds are run as well.
      if (!result.passed) warning ??= warningOf(result)
    }
    return warning
  } finally {
    for (const proxy of proxies) await proxy.close()
  }
}

function failedChecks({ tally, unmet }: LaneResult): string | undefined {
  if (tally.failures.size > 0) return [...tally.failures.keys()].join(', ')
  return unmet.length > 0 ? `expected counts: ${unmet[0]}` : undefined
}

/** `Missing test data: GET /webhooks/{id}`. */
function warningOf({ output }: LaneResult): string {
  const [, title = 'a warning'] = /^(.+?): \d+ operations? /m.exec(output) ?? []
  return `${title}: ${[...output.matchAll(/^ {2}- ([A-Z]+ \/.+)$/gm)].map(([, operation]) => operation).join(', ')}`
}
