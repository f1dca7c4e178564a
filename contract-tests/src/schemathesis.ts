import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { type Python, PythonError, preparePython } from '@svc/python'
import { execa } from 'execa'
import { CannotRunError } from './cannot-run-error.ts'
import { type DocumentedOperation, type DocumentName, operationsOf, readContract } from './contract.ts'
import { followEvents } from './events.ts'
import { idVariableFor } from './fixtures.ts'
import type { Credentials, Phase } from './lane.ts'
import { documentFiles, root, schemathesisDir } from './paths.ts'
import type { Counter } from './tally.ts'

interface Run {
  python: Python
  /** The document that is tested, by default the REST API; each has settings and hooks of its own. */
  document?: DocumentName
  baseUrl: string
  credentials: Credentials | null
  phases: readonly Phase[]
  /** The same seed sends the same cases. */
  seed: number
  /** Cases per operation and mode of data while fuzzing; sequences along links. */
  examples: number
  workers?: number
  /** Operations to test, by name; all by default. */
  operations?: readonly string[]
  /** Operations to omit, by name. */
  without?: readonly string[]
  /** Stop after this number of failures; by default everything is tested. */
  failuresMax?: number
  /** Variables for the settings and hooks of Schemathesis. */
  env: Readonly<Record<string, string>>
  /** Null: no limit. */
  requestsPerMinute?: number | null
  /** The folder for the reports. */
  reportDir: string
  /** Gets every event during the run. */
  counter: Counter
  onProgress: () => void
  signal: AbortSignal
}

export interface SchemathesisResult {
  /** False if a check failed, or on a warning of `warnings.fail-on`. */
  passed: boolean
  seconds: number
  /** The output of Schemathesis: failures with a command to reproduce each. */
  output: string
  /** The command that was run. */
  command: string
}

const toolEnv = {
  PYTHONUNBUFFERED: '1',
  // Determines the order of sets, and with it the order of cases.
  PYTHONHASHSEED: '0',
  COLUMNS: '160',
  // Tables that Hypothesis computes once; examples are not stored.
  HYPOTHESIS_STORAGE_DIRECTORY: `${root}node_modules/.cache/hypothesis`,
}

/** The time between the first signal, after which Schemathesis writes its summary, and a kill. */
const stopDelayMs = 10_000

interface Preparation {
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Prints one line. */
  print: (line: string) => void
}

/** A Python with the Schemathesis of `requirements.lock`. Throws CannotRunError with what is missing. */
export async function prepareSchemathesis(preparation: Preparation): Promise<Python> {
  const lockFile = `${schemathesisDir}requirements.lock`
  return preparePython({ name: 'schemathesis', lockFile, ...preparation }).catch((error: unknown) => {
    throw error instanceof PythonError ? new CannotRunError(error.message, { cause: error }) : error
  })
}

/**
 * Runs Schemathesis once. Resolves when the tests have run, with or without failures; throws CannotRunError when they
 * could not run: an invalid configuration, an unreachable service, a crash, or a missing report.
 */
export async function runSchemathesis(run: Run): Promise<SchemathesisResult> {
  const reports = { junit: `${run.reportDir}junit.xml`, ndjson: `${run.reportDir}events.ndjson` }
  await mkdir(run.reportDir, { recursive: true })

  const options = [
    ['--url', run.baseUrl],
    ['--phases', run.phases.join(',')],
    ['--seed', String(run.seed)],
    ['--max-examples', String(run.examples)],
    ['--workers', String(run.workers ?? 1)],
    ['--report', 'junit,ndjson'],
    ['--report-junit-path', reports.junit],
    ['--report-ndjson-path', reports.ndjson],
    ['--no-color'],
    ...(run.requestsPerMinute ? [['--rate-limit', `${run.requestsPerMinute}/m`]] : []),
    ...(run.failuresMax ? [['--max-failures', String(run.failuresMax)]] : []),
    ...(run.operations ?? []).map((name) => ['--include-operation-id', name]),
    ...(run.without ?? []).map((name) => ['--exclude-operation-id', name]),
  ].flat()
  const { document = 'rest' } = run
  const configFile = `${run.reportDir}schemathesis.toml`
  const settings = await readFile(`${schemathesisDir}${document}.toml`, 'utf8')
  const ids = document === 'rest' ? idLines(operationsOf(await readContract())) : ''
  await writeFile(configFile, `${settings}\n${ids}${credentialLines(run.credentials)}`)
  const args = ['--config-file', configFile, 'run', `${root}${documentFiles[document]}`, ...options]
  const startedMs = performance.now()
  const running = execa(run.python.command, ['-m', 'schemathesis.cli', ...args], {
    cwd: run.reportDir,
    env: {
      ...run.python.env,
      ...run.env,
      SVC_HOOKS: `${schemathesisDir}hooks_${document}.py`,
      ...toolEnv,
      PYTHONPATH: [schemathesisDir, run.python.env.PYTHONPATH].filter(Boolean).join(delimiter),
    },
    stdin: 'ignore',
    all: true,
    reject: false,
    buffer: true,
    cancelSignal: run.signal,
    killSignal: 'SIGINT',
    forceKillAfterDelay: stopDelayMs,
  })
  await followEvents(reports.ndjson, running, (event) => {
    run.counter.take(event)
    run.onProgress()
  })
  const { exitCode, signal, all: output } = await running
  const seconds = (performance.now() - startedMs) / 1_000
  run.signal.throwIfAborted()

  const how = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`
  // 0: no failures. 1: failures. 2: could not run.
  if (exitCode !== 0 && exitCode !== 1) throw new CannotRunError(`Schemathesis ${how}:\n${tail(output)}`)
  await requireReport(reports.junit, output)
  await requireReport(reports.ndjson, output)
  if (run.counter.tally.cases === 0) throw new CannotRunError(`Schemathesis sent no requests:\n${tail(output)}`)
  // If the service exits during a run, every later operation fails with a refused connection.
  return { passed: exitCode === 0, seconds, output, command: `st ${args.join(' ')}` }
}

/** The ids of the fixtures for the operations that take one. hooks_rest.py gives every deletion a record of its own. */
function idLines(operations: readonly DocumentedOperation[]): string {
  return operations
    .filter(({ path }) => path.includes('{id}'))
    .map(
      ({ operationId, path }) =>
        `[[operations]]\ninclude-operation-id = "${operationId}"\n` +
        `parameters = { "path.id" = "\${${idVariableFor(path)}}" }\n\n`,
    )
    .join('')
}

/** Schemathesis reads the secret from its environment, so that no file contains it. */
function credentialLines(credentials: Credentials | null): string {
  if (!credentials) return ''
  const { scheme, setting, variable } = credentials
  return `[auth.openapi.${scheme}]\n${setting} = "\${${variable}}"\n`
}

async function requireReport(file: string, output: string): Promise<void> {
  // A missing report is an empty one: both are reported with the output of the program.
  const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {}
  if (size === 0) throw new CannotRunError(`Schemathesis wrote no ${file}, so its result is unknown:\n${tail(output)}`)
}

function tail(output: string): string {
  return output.slice(-4_000)
}
