import { writeFile } from 'node:fs/promises'
import { applyBaseline } from './baseline.ts'
import { coverageOf } from './coverage.ts'
import type { Failure } from './failure.ts'
import { pageOf } from './page.ts'
import type { SchemathesisResult } from './schemathesis.ts'
import type { LaneSummary, Summary } from './summary.ts'
import type { Tally } from './tally.ts'

export interface LaneResult extends SchemathesisResult {
  lane: string
  tally: Tally
  /** What the lane expected of the counts and did not get. */
  unmet: string[]
}

export interface RunFacts {
  mode: string
  seed: number
  target: string
  /** Whether every lane was to run on every operation. */
  isWhole: boolean
  cleanedUp: readonly string[]
  error: string | null
}

/** Puts the results of the lanes together, with what is known already and what no lane reached. */
export async function summarize(results: readonly LaneResult[], facts: RunFacts): Promise<Summary> {
  const perLane = results.map(summarizeLane)
  const found = results.flatMap(({ tally }) => [...tally.found.values()])
  const unmet = results.flatMap(({ lane, unmet, passed, tally, output }) => [
    ...unmet.map((message) => problem(lane, 'coverage', 'expected_counts', message)),
    // A warning that fails the run belongs to no check.
    ...(passed || tally.failures.size > 0 ? [] : [problem(lane, 'run', 'warnings', tailOf(output))]),
  ])
  // Lanes that never ran reach nothing, which says nothing of the service.
  const isWhole = facts.isWhole && facts.error === null
  const coverage = await coverageOf(perLane, { isWhole })
  const uncovered = coverage.problems.map((message) => problem('all', 'coverage', 'every_status_reached', message))
  const { failures, problems } = await applyBaseline([...found, ...unmet, ...uncovered], isWhole)
  const open = [...failures.filter(({ baseline }) => !baseline), ...problems]
  const sum = (field: 'passed' | 'cases' | 'seconds') => perLane.reduce((total, lane) => total + lane[field], 0)
  return {
    exit_code: exitCodeOf(facts.error, open.length),
    error: facts.error,
    mode: facts.mode,
    seed: facts.seed,
    target: facts.target,
    is_whole: isWhole,
    passed: sum('passed'),
    failed: facts.error !== null ? Math.max(1, open.length) : open.length,
    cases: sum('cases'),
    seconds: round(sum('seconds')),
    lanes: perLane,
    failures: [...failures, ...problems],
    coverage,
    slowest: slowestOf(results),
    cleaned_up: [...facts.cleanedUp],
  }
}

function exitCodeOf(error: string | null, openFailures: number): Summary['exit_code'] {
  if (error !== null) return 2
  return openFailures > 0 ? 1 : 0
}

function problem(lane: string, operation: string, check: string, message: string): Failure {
  return { id: `${lane}/${operation}/${check}`, lane, operation, check, message, curl: null, count: 1 }
}

function tailOf(output: string): string {
  return output.slice(Math.max(0, output.search(/^=+ (ERRORS|WARNINGS) =+$/m))).slice(0, 3_000)
}

function summarizeLane({ lane, tally, unmet, passed, seconds }: LaneResult): LaneSummary {
  const failed = tally.scenarios.failed + unmet.length
  const statusCounts: Record<string, Record<string, number>> = {}
  for (const [key, count] of [...tally.statusCounts].sort()) {
    const [operationId = '', status = ''] = key.split(' ')
    statusCounts[operationId] = { ...statusCounts[operationId], [status]: count }
  }
  return {
    name: lane,
    passed: tally.scenarios.passed,
    failed: passed || failed > 0 ? failed : 1,
    cases: tally.cases,
    seconds: round(seconds),
    case_list: tally.caseList,
    failed_checks: Object.fromEntries(tally.failures),
    checks: [...tally.checks.values()].reduce((total, count) => total + count, 0),
    unmet,
    statusCounts,
  }
}

const slowestShown = 10

function slowestOf(results: readonly LaneResult[]): Summary['slowest'] {
  return (
    results
      .flatMap(({ lane, tally }) =>
        [...tally.slowest].map(([operation, seconds]) => ({ operation, ms: Math.round(seconds * 1_000), lane })),
      )
      // There the database is made to be slow.
      .filter(({ lane }) => lane !== 'faults')
      .sort((one, other) => other.ms - one.ms)
      .slice(0, slowestShown)
  )
}

/** Writes `summary.json`, `junit.xml`, `index.html`, and the job summary of GitHub Actions if requested. */
export async function writeReports(summary: Summary, dir: string, stepSummaryFile: string | undefined): Promise<void> {
  await writeFile(`${dir}summary.json`, `${JSON.stringify(summary, undefined, 2)}\n`)
  await writeFile(`${dir}junit.xml`, junitOf(summary))
  await writeFile(`${dir}index.html`, pageOf(summary))
  if (stepSummaryFile) await writeFile(stepSummaryFile, markdownOf(summary), { flag: 'a' })
}

/**
 * One suite a lane, one test case for each operation it touched; a failure of a lane as a whole is a test case as well.
 */
function junitOf(summary: Summary): string {
  const suites = summary.lanes.map((lane) => {
    const own = summary.failures.filter((failure) => failure.lane === lane.name)
    const names = [...new Set([...Object.keys(lane.statusCounts), ...own.map(({ operation }) => operation)])]
    const cases = names.map((name) =>
      testCase(
        lane.name,
        name,
        own.filter(({ operation }) => operation === name),
      ),
    )
    return suite(lane.name, cases, lane.seconds)
  })
  const all = summary.failures.filter(({ lane }) => !summary.lanes.some(({ name }) => name === lane))
  const rest = all.map((failure) => testCase(failure.lane, failure.operation, [failure]))
  if (summary.error !== null)
    rest.push(`<testcase classname="run" name="could run"><error message="${xml(summary.error)}"/></testcase>`)
  if (rest.length > 0) suites.push(suite('run', rest, 0))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

function suite(name: string, cases: readonly string[], seconds: number): string {
  const failures = cases.filter((text) => /<(failure|error) /.test(text)).length
  return `<testsuite name="contract.${xml(name)}" tests="${cases.length}" failures="${failures}" time="${seconds}">\n${cases.join('\n')}\n</testsuite>`
}

function testCase(lane: string, operation: string, failures: readonly Failure[]): string {
  const open = failures.filter(({ baseline }) => !baseline)
  const head = `<testcase classname="contract.${xml(lane)}" name="${xml(operation)}"`
  if (open.length === 0) return `${head}/>`
  const bodies = open.map(
    ({ id, check, message, curl }) =>
      `<failure type="${xml(check)}" message="${xml(message.split('\n')[0] ?? '')}">${xml(`${message}\n\n${curl ?? ''}\nnpm run contract -- --replay ${id}`)}</failure>`,
  )
  return `${head}>${bodies.join('')}</testcase>`
}

function xml(text: string): string {
  return (
    text
      // XML has no way to write these.
      .replace(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

function markdownOf(summary: Summary): string {
  const rows = summary.lanes.map(
    ({ name, cases, seconds, passed, failed, case_list }) =>
      `| ${failed === 0 ? '✅' : '❌'} ${name} | ${cases} | ${seconds} s | ${passed} | ${failed} | \`${case_list}\` |`,
  )
  const open = summary.failures.filter(({ baseline }) => !baseline)
  const failures = open.map(
    ({ id, message, curl }) =>
      `<details><summary><code>${id}</code></summary>\n\n\`\`\`\n${message}\n\n${curl ?? ''}\nnpm run contract -- --replay ${id}\n\`\`\`\n\n</details>`,
  )
  const { reached, documented } = summary.coverage
  return [
    `## Contract tests: ${verdict(summary)}`,
    `${summary.cases} cases against ${summary.target}, seed ${summary.seed}; ${reached} of ${documented} documented statuses reached.`,
    `| lane | cases | time | passed | failed | case list |\n| --- | ---: | ---: | ---: | ---: | --- |\n${rows.join('\n')}`,
    ...(summary.error === null ? [] : [`It could not run:\n\n\`\`\`\n${summary.error}\n\`\`\``]),
    ...failures,
    '',
  ].join('\n\n')
}

function verdict({ exit_code, failed }: Summary): string {
  if (exit_code === 2) return 'could not run'
  if (failed === 0) return 'no failure'
  return failed === 1 ? '1 failure' : `${failed} failures`
}

/** What a person at a terminal needs. */
export function printSummary(summary: Summary, say: (line: string) => void): void {
  const head = ['lane', 'cases', 'time', 'cases/s', 'checks', 'passed', 'failed', 'case list']
  const rows = summary.lanes.map((lane) => [
    lane.name,
    String(lane.cases),
    `${lane.seconds} s`,
    String(Math.round(lane.cases / Math.max(lane.seconds, 0.1))),
    String(lane.checks),
    String(lane.passed),
    String(lane.failed),
    lane.case_list,
  ])
  say('')
  for (const cells of [head, ...rows])
    say(cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(column === 7 ? 18 : 10))).join(''))
  sayCoverage(summary, say)
  for (const { operation, ms, lane } of summary.slowest.slice(0, 3)) say(`  slowest: ${operation} ${ms} ms (${lane})`)
  if (summary.cleaned_up.length > 0) say(`Made and deleted again: ${summary.cleaned_up.join(', ')}`)
  const known = summary.failures.filter(({ baseline }) => baseline)
  if (known.length > 0) say(`${known.length} known failures are in contract-tests/baseline.json.`)
  const perSecond = Math.round(summary.cases / Math.max(summary.seconds, 0.1))
  say(
    `\nseed ${summary.seed}, ${summary.cases} cases in ${summary.seconds} s (${perSecond}/s): ${summary.passed} passed, ${summary.failed} failed`,
  )
}

/** What a part of the whole leaves to the others is not missing: only the whole names it. */
function sayCoverage({ coverage, is_whole }: Summary, say: (line: string) => void): void {
  const { reached, documented, cells, notReached } = coverage
  const explained = cells.filter(({ reason }) => reason !== undefined).length
  const reasons = explained > 0 ? `, ${explained} explained in contract-tests/uncovered.json` : ''
  say(`\n${reached} of ${documented} documented statuses reached${is_whole ? reasons : ' by this part of the whole'}.`)
  if (is_whole) for (const line of notReached.slice(0, 12)) say(`  not reached: ${line}`)
}

/** What a lane found, ready to be read and run again. */
export function failuresOf({ tally, unmet, passed, output }: LaneResult): string[] {
  const found = [...tally.found.values()].map(({ id, message, curl, count }) =>
    [`✗ ${id}${count > 1 ? ` (${count} times)` : ''}`, indented(message), ...(curl ? [indented(curl)] : [])].join('\n'),
  )
  const warnings = passed || tally.failures.size > 0 ? [] : [tailOf(output)]
  return [...found, ...unmet.map((message) => `✗ ${message}`), ...warnings]
}

function indented(text: string): string {
  return text
    .slice(0, 2_000)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
