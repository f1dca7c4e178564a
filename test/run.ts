// `npm test`: the checks of the repository, each with its time, and a last line that counts them all. A check without
// test cases (lint, types, generated files) counts as one.

import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { root, runCommand } from './command.ts'
import { setup as keepCompiledCode } from './compile-cache.ts'
import { missingPrograms } from './programs.ts'
import { setup as createScratchDir, teardown as removeScratchDir } from './scratch-dir.ts'
import { skippedFor, skippedTests } from './skipped-tests.ts'

interface Count {
  passed: number
  failed: number
  /** Tests that did not run, for example because a program is missing. */
  skipped?: number
}

interface Check {
  name: string
  command: string[]
  /** Reads how many tests ran; without it the check itself is one test. */
  count?: () => Count
}

/** Programs that this machine does not have. */
const missing = missingPrograms()
const python = missing.find(({ name }) => name === 'python3')

const vitestReport = `${root}reports/vitest.json`
const contractReport = `${root}reports/contract/summary.json`
const contractOutput = `${root}reports/contract-tests.log`

/** The compiler checks again only what has changed since the last run. */
function incrementalTsc(name: string): string[] {
  return ['tsc', '--incremental', '--tsBuildInfoFile', `${root}node_modules/.cache/tsc/${name}.tsbuildinfo`]
}

const staticChecks: Check[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'contract lint', command: ['node', 'packages/codegen/src/main.ts', 'lint'] },
  {
    name: 'generated files match the contract',
    command: ['node', 'packages/codegen/src/main.ts', 'generate', '--check'],
  },
  { name: 'structure', command: ['node', 'test/structure.ts'] },
  { name: 'unused files and dependencies', command: ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'types', command: [...incrementalTsc('root'), '-p', 'tsconfig.json'] },
  { name: 'types of the portal', command: [...incrementalTsc('portal'), '-p', 'apps/portal'] },
  { name: 'portal build', command: ['turbo', 'run', 'build', '--filter=@svc/portal', '--output-logs=errors-only'] },
]

function vitest(projects: readonly string[]): Check {
  return {
    name: 'unit and integration tests',
    command: [
      ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      ...projects.flatMap((name) => ['--project', name]),
    ],
    count: readVitestReport,
  }
}

/** The fast run of the contract tests; without Python only the lanes that do not need Schemathesis. */
const contractTests: Check = {
  name: 'contract tests, fast lane',
  command: ['node', 'contract-tests/src/cli.ts', '--fast', ...(python ? ['--without-fuzzing'] : [])],
  count: readContractReport,
}

function readVitestReport(): Count {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8'))
  // A suite that fails while it loads holds no failed test, and must count all the same.
  const brokenSuites = report.testResults.filter(
    (suite: { status: string; assertionResults: { status: string }[] }) =>
      suite.status === 'failed' && !suite.assertionResults.some((result) => result.status === 'failed'),
  ).length
  skips.push(...skippedTests(report, root, missing))
  const { numTotalTests: all, numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: failed + brokenSuites, skipped: all - passed - failed }
}

function readContractReport(): Count {
  const { passed, failed } = JSON.parse(readFileSync(contractReport, 'utf8'))
  if (!python) return { passed, failed }
  skips.push(skippedFor(python, 'the lanes of the contract tests that need'))
  return { passed, failed, skipped: 1 }
}

/** Runs a check and adds it to the summary. Its output goes to a file descriptor, or to this terminal. */
async function perform(check: Check, output: number | 'inherit' = 'inherit'): Promise<void> {
  const started = performance.now()
  const count = countOf(check, await runCommand(check.command, { output }))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  summary.push(
    `${count.failed === 0 ? '✓' : '✗'} ${check.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  )
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped ?? 0
}

function countOf(check: Check, succeeded: boolean): Count {
  try {
    const count = check.count?.() ?? { passed: Number(succeeded), failed: Number(!succeeded) }
    return succeeded || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch (error) {
    process.stderr.write(`${check.name}: no report was written (${String(error)})\n`)
    return { passed: 0, failed: 1 }
  }
}

function printTitle({ name }: Check): void {
  process.stdout.write(`\n── ${name}\n`)
}

/** Services for continuous integration set the variable `CI`. */
const isContinuousIntegration = ![undefined, '', 'false', '0'].includes(process.env.CI)
const total = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
/** A line for each group of tests that did not run. */
const skips: string[] = []

const test = defineCommand({
  name: 'test',
  summary: 'Run the checks that every change has to pass: about 10 minutes on two quiet cores',
  options: {
    all: {
      flag: true,
      description: 'Also the slow tests, and fail if a test is skipped, as with CI=true: about 20 minutes',
    },
    static: { flag: true, description: 'Only what runs no tests: format, lint, generated files, structure, types' },
  },
  json: false,
  async run({ options }) {
    keepCompiledCode()
    if (options.static) await performStaticChecks()
    else await performAll(options.all ? ['*'] : ['!slow'])
    if (options.all || isContinuousIntegration) total.failed += total.skipped
    return {
      text: `\n${[...summary, ...skips].join('\n')}\n\n${total.passed} passed, ${total.failed} failed`,
      exitCode: total.failed === 0 ? 0 : 1,
    }
  },
})

async function performStaticChecks(): Promise<void> {
  for (const check of staticChecks) {
    printTitle(check)
    await perform(check)
  }
}

async function performAll(projects: readonly string[]): Promise<void> {
  createScratchDir()
  process.once('exit', removeScratchDir)
  mkdirSync(`${root}reports`, { recursive: true })
  // A check that wrote no report must not be judged by the one before.
  for (const report of [vitestReport, contractReport]) rmSync(report, { force: true })

  // The contract tests use one core for most of their time: the other checks use the other.
  const output = openSync(contractOutput, 'w')
  const contractRun = perform(contractTests, output)
  await performStaticChecks()
  const tests = vitest(projects)
  printTitle(tests)
  await perform(tests)

  await contractRun
  closeSync(output)
  printTitle(contractTests)
  process.stdout.write(readFileSync(contractOutput))
}

const program = { name: 'npm test --', summary: 'Test the whole repository', commands: test }
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
