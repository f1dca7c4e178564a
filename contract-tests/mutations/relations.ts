import { mkdir, rm, writeFile } from 'node:fs/promises'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { createConformance } from '../src/conformance.ts'
import { readContract } from '../src/contract.ts'
import { operatorOf } from '../src/lane.ts'
import { oauth } from '../src/lanes/oauth.ts'
import { relations } from '../src/lanes/relations.ts'
import { statuses } from '../src/lanes/statuses.ts'
import { readOperations } from '../src/operations.ts'
import { root } from '../src/paths.ts'
import { runLane } from '../src/run-lane.ts'
import { prepareSchemathesis } from '../src/schemathesis.ts'
import { startService } from '../src/service.ts'
import { type SourceBug, sourceBugs } from './source-bugs.ts'

// Checks that the relations detect bugs in the operations and stores of the service: starts one API process after the
// other, each with one bug in its source, and runs the lane `relations` on the operations that the bug affects, as the
// fast run does. A bug that is not detected is tested again as the full run does, with the other lanes of scripts.
// Arguments select bugs by a part of their names. Fails if fewer are detected than the goals say.

const fastGoal = 0.8
const fullGoal = 0.95
const seed = 20261121

const reportsDir = `${root}reports/planted-relations/`
const plant = new URL('plant.ts', import.meta.url).href
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const print = (line: string) => void process.stdout.write(`${line}\n`)

await rm(reportsDir, { recursive: true, force: true })
await mkdir(reportsDir, { recursive: true })
const document = await readContract()
const conformance = createConformance(document)
const python = await prepareSchemathesis({ env: process.env, signal: stopping.signal, print })
const service = await startService({ signal: stopping.signal, logFile: `${reportsDir}service.log` })
const startedMs = performance.now()
try {
  const parts = process.argv.slice(2)
  const chosen = sourceBugs.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  // Without a bug the relations must hold, otherwise their failures prove nothing.
  const withoutBug = { mode: 'fast', operations: operationsOf(chosen), isVerbose: true } as const
  const falseAlarm = await failedChecks([relations], service, withoutBug)
  if (falseAlarm) throw new CannotRunError(`The relations fail without a bug, so they prove nothing: ${falseAlarm}`)
  const rows: { bug: string; fast: string; full: string }[] = []
  for (const bug of chosen) {
    const row = { bug: bug.name, ...(await detect(bug)) }
    rows.push(row)
    const found = [row.fast || 'not by the fast run', row.full].filter(Boolean).join('; ')
    print(`${row.fast || row.full ? '✓' : '✗'} ${bug.name.padEnd(66)} ${found}`)
  }
  await writeFile(`${reportsDir}bugs.json`, `${JSON.stringify(rows, undefined, 2)}\n`)
  const fast = rows.filter((row) => row.fast).length
  const full = rows.filter((row) => row.fast || row.full).length
  const share = (count: number) => `${count} of ${rows.length} (${Math.round((100 * count) / rows.length)} %)`
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  print(
    `\nDetected by the relations of the fast run: ${share(fast)}; by the full run: ${share(full)}; in ${seconds} s.`,
  )
  process.exitCode = fast >= fastGoal * rows.length && full >= fullGoal * rows.length ? 0 : 1
} finally {
  await service.stop()
}
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before.
process.exit()

function operationsOf(bugs: readonly SourceBug[]): string[] {
  return [...new Set(bugs.flatMap(({ operations }) => operations))]
}

/** The checks that detected the bug in a fast run and, if there are none, in a full one. */
async function detect({ name, operations }: SourceBug): Promise<{ fast: string; full: string }> {
  const operated = operatorOf(service)
  const api = await operated.startApi(await operated.databaseUrl(), {
    NODE_OPTIONS: `--import ${plant}`,
    SVC_PLANTED_BUG: name,
  })
  try {
    const at = { baseUrl: `${api.origin}${new URL(service.baseUrl).pathname}`, authUrl: api.origin }
    const fast = await failedChecks([relations], at, { mode: 'fast', operations })
    const full = fast ? '' : await failedChecks([relations, statuses, oauth], at, { mode: 'full', operations })
    return { fast, full }
  } finally {
    await api.stop()
  }
}

/** The failed checks of the scripts of lanes, with the lane of each; empty if none failed. */
async function failedChecks(
  lanes: readonly (typeof relations)[],
  { baseUrl, authUrl }: { baseUrl: string; authUrl: string },
  {
    mode,
    operations,
    isVerbose = false,
  }: { mode: 'fast' | 'full'; operations: readonly string[]; isVerbose?: boolean },
): Promise<string> {
  const failed: string[] = []
  for (const { fuzz: _, ...lane } of lanes) {
    const { tally } = await runLane(lane, {
      python,
      service,
      document,
      conformance,
      operationIds: await readOperations(operations),
      isPart: true,
      seed,
      reportsDir,
      testedUrl: baseUrl,
      testedAuthUrl: authUrl,
      mode,
      onProgress: () => {},
      signal: stopping.signal,
    })
    if (isVerbose) for (const { id, message } of tally.found.values()) print(`    ${id}: ${message}`)
    failed.push(...[...tally.failures.keys()].map((check) => `${lane.name}/${check}`))
  }
  return failed.join(', ')
}
