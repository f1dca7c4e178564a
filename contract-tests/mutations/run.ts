import { mkdir, rm, writeFile } from 'node:fs/promises'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { createConformance } from '../src/conformance.ts'
import { readContract } from '../src/contract.ts'
import type { Phase } from '../src/lane.ts'
import { lanes } from '../src/lanes.ts'
import { readOperations } from '../src/operations.ts'
import { root } from '../src/places.ts'
import { preparePython } from '../src/python.ts'
import type { LaneResult } from '../src/report.ts'
import { runLane } from '../src/run-lane.ts'
import { startService } from '../src/service.ts'
import { type Bug, plantBugs } from './bugs.ts'
import { startProxy } from './proxy.ts'

// Do the contract tests really catch what they say? This plants one bug at a time in front of the real service and runs
// the lane that has to see it. A bug that no check catches is a failure of the tests. Arguments choose bugs by a part
// of their name.

/** Cheap phases first: most bugs never reach the second round. */
const rounds: readonly { phases: readonly Phase[]; examples: number }[] = [
  { phases: ['examples', 'coverage'], examples: 1 },
  { phases: ['stateful'], examples: 60 },
  { phases: ['fuzzing'], examples: 20 },
]
const seed = 20261121

const reportsDir = `${root}reports/mutations/`
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const say = (line: string) => void process.stdout.write(`${line}\n`)

await rm(reportsDir, { recursive: true, force: true })
await mkdir(reportsDir, { recursive: true })
const operationIds = await readOperations()
const document = await readContract()
const conformance = createConformance(document)
const python = await preparePython({ signal: stopping.signal, say })
const service = await startService({ signal: stopping.signal, logFile: `${reportsDir}service.log` })
try {
  const all = plantBugs(service.accounts[0].api_key)
  const wanted = process.argv.slice(2)
  const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  // Without a bug every lane that is used here has to be green, or its red proves nothing.
  for (const lane of new Set(chosen.map(({ lane }) => lane))) {
    const alarm = await hunt({ name: 'no bug', lane, misbehave: (sent, forward) => forward(sent) })
    if (alarm !== undefined)
      throw new CannotRunError(`The lane ${lane} is red without any bug, so it proves nothing: ${alarm}`)
    say(`  no bug, and green                                    ${lane}`)
  }
  const rows: { bug: string; lane: string; caught_by: string }[] = []
  for (const bug of chosen) {
    const caughtBy = await hunt(bug)
    rows.push({ bug: bug.name, lane: bug.lane, caught_by: caughtBy ?? '' })
    say(`${caughtBy ? '✓' : '✗'} ${bug.name.padEnd(52)} ${bug.lane.padEnd(10)} ${caughtBy ?? 'NOT CAUGHT'}`)
  }
  await writeFile(`${reportsDir}mutations.json`, `${JSON.stringify(rows, undefined, 2)}\n`)
  const caught = rows.filter((row) => row.caught_by !== '').length
  say(`\n${caught} of ${rows.length} planted bugs are caught.`)
  process.exitCode = caught === rows.length ? 0 : 1
} finally {
  await service.stop()
}
// Said aloud: Node 24 never gets through its own way out where sockets were reset just before, as the lane `faults`
// does.
process.exit()

/** The checks that saw the bug; undefined when every round was green. */
async function hunt(bug: Bug): Promise<string | undefined> {
  const lane = lanes.find(({ name }) => name === bug.lane)
  if (!lane) throw new CannotRunError(`There is no lane ${bug.lane}.`)
  const proxies = new Set<Awaited<ReturnType<typeof startProxy>>>()
  const inFront = async (url: string): Promise<string> => {
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
    testedUrl: await inFront(service.baseUrl),
    testedAuthUrl: (await inFront(`${service.authUrl}/`)).replace(/\/$/, ''),
    inFront,
    ...(bug.onTheWay && { onTheWay: bug.onTheWay }),
    mode: 'fast' as const,
    failuresMax: 1,
    onProgress: () => {},
    signal: stopping.signal,
  }
  try {
    let warning: string | undefined
    if (lane.script) return whatSaw(await runLane(lane, run))
    for (const { phases: all, examples } of rounds) {
      const phases = all.filter((phase) => lane.fuzz?.phases.includes(phase))
      if (phases.length === 0) continue
      const result = await runLane(lane, { ...run, phases, examples })
      if (/^=+ ERRORS =+$/m.test(result.output))
        throw new CannotRunError(`"${bug.name}" broke the test and not the contract:\n${result.output.slice(0, 4_000)}`)
      const seen = whatSaw(result)
      if (seen) return seen
      // That an operation never succeeded is worth less than a check that says what is wrong, so the hunt goes on.
      if (!result.passed) warning ??= warningOf(result)
    }
    return warning
  } finally {
    for (const proxy of proxies) await proxy.close()
  }
}

function whatSaw({ tally, unmet }: LaneResult): string | undefined {
  if (tally.failures.size > 0) return [...tally.failures.keys()].join(', ')
  return unmet.length > 0 ? `expected counts: ${unmet[0]}` : undefined
}

/** `Missing test data: GET /webhooks/{id}`. */
function warningOf({ output }: LaneResult): string {
  const [, title = 'a warning'] = /^(.+?): \d+ operations? /m.exec(output) ?? []
  return `${title}: ${[...output.matchAll(/^ {2}- ([A-Z]+ \/.+)$/gm)].map(([, operation]) => operation).join(', ')}`
}
