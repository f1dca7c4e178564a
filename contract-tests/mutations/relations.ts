import { writeFile } from 'node:fs/promises'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { oauth } from '../src/lanes/oauth.ts'
import { relations } from '../src/lanes/relations.ts'
import { statuses } from '../src/lanes/statuses.ts'
import { root } from '../src/paths.ts'
import { type DefectiveService, prepareDefects, startDefective, withoutFuzzing } from './defective-service.ts'
import type { SourceBug } from './source-bug.ts'
import { sourceBugs } from './source-bugs.ts'

// Checks that the relations detect bugs in the operations and stores of the service: starts one API process after the
// other, each with one bug in its source, and runs the lane `relations` on the operations that the bug affects, as the
// fast run does. A bug that is not detected is tested again as the full run does, with the other lanes of scripts.
// Arguments select bugs by a part of their names. Fails if fewer are detected than the goals say.

const fastGoal = 0.8
const fullGoal = 0.95

const reportsDir = `${root}reports/planted-relations/`
const plant = new URL('plant.ts', import.meta.url).href
const print = (line: string) => void process.stdout.write(`${line}\n`)

const defective = await startDefective(await prepareDefects(reportsDir, print))
const startedMs = performance.now()
try {
  const parts = process.argv.slice(2)
  const chosen = sourceBugs.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  // Without a bug the relations must hold, otherwise their failures prove nothing.
  const operations = [...new Set(chosen.flatMap((bug) => bug.operations))]
  const falseAlarm = await defective.failedChecks([relations], defective.service, { mode: 'fast', operations })
  for (const message of falseAlarm.messages) print(`    ${message}`)
  if (falseAlarm.checks.length > 0)
    throw new CannotRunError(`The relations fail without a bug, so they prove nothing: ${falseAlarm.checks.join(', ')}`)
  const rows: { bug: string; fast: string; full: string }[] = []
  for (const bug of chosen) {
    const row = { bug: bug.name, ...(await detect(defective, bug)) }
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
  await defective.stop()
}
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before.
process.exit()

/** The checks that detected the bug in a fast run and, if there are none, in a full one. */
async function detect(
  { startApi, failedChecks }: DefectiveService,
  { name, operations }: SourceBug,
): Promise<{ fast: string; full: string }> {
  const api = await startApi({ NODE_OPTIONS: `--import ${plant}`, SVC_PLANTED_BUG: name })
  try {
    const fast = (await failedChecks([relations], api, { mode: 'fast', operations })).checks
    const full =
      fast.length > 0
        ? []
        : (await failedChecks([relations, statuses, withoutFuzzing(oauth)], api, { mode: 'full', operations })).checks
    return { fast: fast.join(', '), full: full.join(', ') }
  } finally {
    await api.stop()
  }
}
