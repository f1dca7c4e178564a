import { writeFile } from 'node:fs/promises'
import { applyBaseline } from './baseline.ts'
import { coverageOf } from './coverage.ts'
import { facetKinds } from './facets.ts'
import type { Failure } from './failure.ts'
import { summaryHtml } from './page.ts'
import type { SchemathesisResult } from './schemathesis.ts'
import type { FacetCell, LaneSummary, Summary } from './summary.ts'
import type { Tally } from './tally.ts'

export interface LaneResult extends SchemathesisResult {
  lane: string
  tally: Tally
  /** The expectations of the counts that are not met. */
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

/** Combines the results of the lanes with the known failures and the statuses that no lane reached. */
export async function summarize(results: readonly LaneResult[], facts: RunFacts): Promise<Summary> {
  const perLane = results.map(summarizeLane)
  const found = results.flatMap(({ tally }) => [...tally.found.values()])
  const unmet = results.flatMap(({ lane, unmet, passed, tally, output }) => [
    ...unmet.map((message) => problem(lane, 'coverage', 'expected_counts', message)),
    // A warning that fails the run has no check.
    ...(passed || tally.failures.size > 0 ? [] : [problem(lane, 'run', 'warnings', tailOf(output))]),
  ])
  // Statuses of lanes that did not run are not failures of the service.
  const isWhole = facts.isWhole && facts.error === null
  const relations = results.flatMap(({ tally }) => tally.relations)
  const facetCounts = results.map(({ lane, tally: { facets } }) => ({ lane, facets }))
  const coverage = await coverageOf(perLane, { isWhole, relations, facetCounts })
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
      // In this lane the database is slow on purpose.
      .filter(({ lane }) => lane !== 'faults')
      .sort((one, other) => other.ms - one.ms)
      .slice(0, slowestShown)
  )
}

/** Writes `summary.json`, `junit.xml`, `index.html`, and the job summary of GitHub Actions if requested. */
export async function writeReports(summary: Summary, dir: string, stepSummaryFile: string | undefined): Promise<void> {
  await writeFile(`${dir}summary.json`, `${JSON.stringify(summary, undefined, 2)}\n`)
  await writeFile(`${dir}junit.xml`, junitOf(summary))
  await writeFile(`${dir}index.html`, summaryHtml(summary))
  if (stepSummaryFile) await writeFile(stepSummaryFile, markdownOf(summary), { flag: 'a' })
}

/**
 * One suite per lane with one test case per operation. A failure of a lane as a whole is a test case as well.
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
  const failures = cases.filter((testCase) => /<(failure|error) /.test(testCase)).length
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

function xml(value: string): string {
  return (
    value
      // These characters are not allowed in XML.
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
  const { reached, documented, facets } = summary.coverage
  return [
    `## Contract tests: ${verdict(summary)}`,
    `${summary.cases} cases against ${summary.target}, seed ${summary.seed}; ${reached} of ${documented} documented statuses reached.\n${facetLine(facets)}`,
    `| lane | cases | time | passed | failed | case list |\n| --- | ---: | ---: | ---: | ---: | --- |\n${rows.join('\n')}`,
    ...(summary.error === null ? [] : [`The tests could not run:\n\n\`\`\`\n${summary.error}\n\`\`\``]),
    ...failures,
    '',
  ].join('\n\n')
}

function verdict({ exit_code, failed }: Summary): string {
  if (exit_code === 2) return 'could not run'
  if (failed === 0) return 'no failure'
  return failed === 1 ? '1 failure' : `${failed} failures`
}

/** Prints the results for a terminal. */
export function printSummary(summary: Summary, print: (line: string) => void): void {
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
  print('')
  for (const cells of [head, ...rows])
    print(
      cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(column === 7 ? 18 : 10))).join(''),
    )
  printCoverage(summary, print)
  for (const { operation, ms, lane } of summary.slowest.slice(0, 3)) print(`  slowest: ${operation} ${ms} ms (${lane})`)
  if (summary.cleaned_up.length > 0) print(`Created and deleted: ${summary.cleaned_up.join(', ')}`)
  const known = summary.failures.filter(({ baseline }) => baseline)
  if (known.length > 0) print(`${known.length} known failures are in contract-tests/baseline.json.`)
  const perSecond = Math.round(summary.cases / Math.max(summary.seconds, 0.1))
  print(
    `\nseed ${summary.seed}, ${summary.cases} cases in ${summary.seconds} s (${perSecond}/s): ${summary.passed} passed, ${summary.failed} failed`,
  )
}

/** Prints the statuses that were not reached, unless the run was only a part of the tests. */
function printCoverage({ coverage, is_whole }: Summary, print: (line: string) => void): void {
  const { reached, documented, cells, notReached } = coverage
  const explained = cells.filter(({ reason }) => reason !== undefined).length
  const reasons = explained > 0 ? `, ${explained} explained in contract-tests/uncovered.json` : ''
  print(`\n${reached} of ${documented} documented statuses reached${is_whole ? reasons : ' by this partial run'}.`)
  if (is_whole) for (const line of notReached.slice(0, 12)) print(`  not reached: ${line}`)
  printRelations(coverage, print)
  printFacets(coverage.facets, is_whole, print)
}

/** Prints how many facets of operations were tested, and those that were not, unless the run was only a part. */
function printFacets(facets: readonly FacetCell[], isWhole: boolean, print: (line: string) => void): void {
  print(facetLine(facets))
  const untested = facets.filter(({ count }) => count === 0)
  if (isWhole)
    for (const { operation, kind, name } of untested.slice(0, 12)) print(`  not tested: ${operation} ${kind} ${name}`)
}

function facetLine(facets: readonly FacetCell[]): string {
  const parts = facetKinds.map((kind) => {
    const own = facets.filter((facet) => facet.kind === kind)
    return `${kind} ${own.filter(({ count }) => count > 0).length} of ${own.length}`
  })
  return `Tested: ${parts.join(', ')}.`
}

/** Prints how many relations were compared, and the reason for each that was not. */
function printRelations({ relations }: Summary['coverage'], print: (line: string) => void): void {
  if (relations.length === 0) return
  const untested = relations.filter(({ outcome }) => outcome === 'untested')
  print(`${relations.length - untested.length} of ${relations.length} relations of operations compared.`)
  for (const { operation, relation, reason } of untested.slice(0, 12))
    print(`  not compared: ${operation} ${relation}: ${reason}`)
}

/** The failures of a lane with the commands that reproduce them, for a terminal. */
export function failuresOf({ tally, unmet, passed, output }: LaneResult): string[] {
  const found = [...tally.found.values()].map(({ id, message, curl, count }) =>
    [`✗ ${id}${count > 1 ? ` (${count} times)` : ''}`, indented(message), ...(curl ? [indented(curl)] : [])].join('\n'),
  )
  const warnings = passed || tally.failures.size > 0 ? [] : [tailOf(output)]
  return [...found, ...unmet.map((message) => `✗ ${message}`), ...warnings]
}

function indented(lines: string): string {
  return lines
    .slice(0, 2_000)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
