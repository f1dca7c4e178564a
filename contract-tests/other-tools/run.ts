import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { freePort } from '@svc/supervisor/ports'
import { execa } from 'execa'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { root } from '../src/paths.ts'
import { prepareSchemathesis } from '../src/schemathesis.ts'
import { highLimit, startService } from '../src/service.ts'
import { explain, type Failure } from './explanations.ts'
import { schemathesisFailures, specmaticFailures } from './outputs.ts'

// Runs Specmatic, and Schemathesis without our hooks and settings, with the published document against the service and
// the mock. Prints each kind of failure with its explanation. A failure without one fails the run.

/** The result of one run of a tool. */
interface ToolRun {
  failures: readonly Failure[]
  /** The line of the output with the counts. */
  summary: string
}

interface Target {
  name: 'service' | 'mock'
  baseUrl: string
  apiKey: string
}

const reportsDir = `${root}reports/other-tools/`
const published = `${root}generated/contract/openapi.published.json`
/** The key that the mock documents. */
const mockKey = 'svc_test_mock-rosso-trattoria-0000000000000000000000'
const specmaticVersion = '2.55.1'
const specmaticDir = `${root}node_modules/.cache/specmatic-${specmaticVersion}/`
/** Otherwise Specmatic sends every combination of values: 1,488 for a body of four fields, and much more for others. */
const combinationsMax = '5'
const toolTimeoutMs = 1_800_000
const mockTimeoutMs = 60_000

const { signal } = new AbortController()
const print = (line: string) => void process.stdout.write(`${line}\n`)

const tools = { schemathesis: runSchemathesis, specmatic: runSpecmatic } as const
type Tool = keyof typeof tools
const toolNames = Object.keys(tools) as Tool[]

const command = defineCommand({
  name: 'other-tools',
  summary: 'Run Specmatic, and Schemathesis with its default settings, on the published document',
  options: {
    tool: { choices: toolNames, multiple: true, description: 'Only this tool; may be repeated' },
    target: { choices: ['service', 'mock'], multiple: true, description: 'Only this target; may be repeated' },
  },
  json: false,
  async run({ options }) {
    await rm(reportsDir, { recursive: true, force: true })
    await mkdir(reportsDir, { recursive: true })
    const service = await startService({ signal, logFile: `${reportsDir}service.log` })
    const mock = await startMock()
    let unexplained = 0
    try {
      const targets: Target[] = [
        { name: 'service', baseUrl: service.baseUrl, apiKey: service.accounts[0].api_key },
        { name: 'mock', baseUrl: mock.baseUrl, apiKey: mockKey },
      ]
      const wanted = targets.filter(({ name }) => options.target.length === 0 || options.target.includes(name))
      const chosen = toolNames.filter((tool) => options.tool.length === 0 || options.tool.includes(tool))
      for (const tool of chosen)
        for (const target of wanted) unexplained += report(tool, target, await tools[tool](target))
    } finally {
      mock.stop()
      await service.stop()
    }
    const text = unexplained === 0 ? '\nEvery failure is explained.' : `\n${unexplained} failures have no explanation.`
    return { text, exitCode: unexplained === 0 ? 0 : 1 }
  },
})

/** Starts a mock with high limits: the tools do not wait after a 429. */
async function startMock(): Promise<{ baseUrl: string; stop(): void }> {
  const port = await freePort()
  const limits = ['ip', 'account', 'key', 'webhooks'].flatMap((name) => ['--limit', `${name}=${highLimit}`])
  const args = [`${root}apps/mock/src/main.ts`, '--port', String(port), '--seed', '1', ...limits]
  const running = execa(process.execPath, args, { cwd: root, stdio: 'ignore', reject: false })
  const stop = () => void running.kill('SIGTERM')
  const baseUrl = `http://127.0.0.1:${port}/api/public/v1`
  for (const deadlineMs = performance.now() + mockTimeoutMs; performance.now() < deadlineMs; await sleep(100)) {
    // Nothing listens yet; the deadline ends the wait.
    const response = await fetch(`${baseUrl}/account`, { headers: { 'x-api-key': mockKey } }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return { baseUrl, stop }
  }
  stop()
  throw new CannotRunError(`The mock did not start in ${mockTimeoutMs / 1_000} s.`)
}

/** Prints the failures by their explanations. Returns the number of those without one. */
function report(tool: Tool, { name }: Target, { failures, summary }: ToolRun): number {
  print(`\n${tool}, ${name}: ${summary}`)
  const groups = Map.groupBy(failures, (failure) => explain(failure)?.reason)
  for (const [reason, ofReason] of groups) {
    print(`  ${String(ofReason.length).padStart(5)}  ${reason ?? 'NOT EXPLAINED'}`)
    const kinds = new Set(ofReason.map(({ operation, message }) => `${operation}: ${message.slice(0, 160)}`))
    for (const kind of reason === undefined ? kinds : []) print(`         ${kind}`)
  }
  return groups.get(undefined)?.length ?? 0
}

async function folderFor(tool: Tool, { name }: Target): Promise<string> {
  const folder = `${reportsDir}${tool}-${name}/`
  await mkdir(folder, { recursive: true })
  await cp(published, `${folder}openapi.json`)
  return folder
}

/**
 * Runs a tool in a folder, which gets its output. Resolves with the output, and with the exit code, which is undefined
 * if the tool was ended because it took too long.
 */
async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ output: string; exitCode: number | undefined }> {
  const file = `${folder}output.txt`
  const { exitCode } = await execa(program, args, {
    cwd: folder,
    env,
    stdin: 'ignore',
    stdout: { file },
    stderr: { file, append: true },
    // Specmatic prints bodies of 4 MB.
    buffer: false,
    reject: false,
    timeout: toolTimeoutMs,
  })
  return { output: await readFile(file, 'utf8'), exitCode }
}

async function runSchemathesis(target: Target): Promise<ToolRun> {
  const python = await prepareSchemathesis({ env: process.env, signal, print })
  const folder = await folderFor('schemathesis', target)
  const credential = ['--header', `X-API-Key: ${target.apiKey}`]
  const args = ['run', 'openapi.json', '--url', target.baseUrl, ...credential, '--seed', '1', '--no-color']
  const { output, exitCode } = await runIn(folder, python.command, ['-m', 'schemathesis.cli', ...args], {
    ...python.env,
    COLUMNS: '120',
  })
  if (exitCode !== 0 && exitCode !== 1) throw new CannotRunError(`Schemathesis could not run:\n${output.slice(-2_000)}`)
  return { failures: schemathesisFailures(output), summary: /=+ (.+) =+\s*$/.exec(output)?.[1] ?? '' }
}

async function runSpecmatic(target: Target): Promise<ToolRun> {
  const jar = await prepareSpecmatic()
  const folder = await folderFor('specmatic', target)
  // It reads credentials from variables that are named as the security schemes.
  const credentials = { apiKeyHeader: target.apiKey, apiKeyBearer: target.apiKey, oauth2: target.apiKey }
  // Without `--lenient` it refuses a pattern that begins with a slash.
  const args = ['-jar', jar, 'test', '--lenient', `--testBaseURL=${target.baseUrl}`, 'openapi.json']
  const env = { ...credentials, MAX_TEST_REQUEST_COMBINATIONS: combinationsMax }
  const { output } = await runIn(folder, 'java', args, env)
  const [summary] = /^Tests run: .*$/m.exec(output) ?? []
  if (summary === undefined) throw new CannotRunError(`Specmatic could not run:\n${output.slice(-2_000)}`)
  return { failures: specmaticFailures(output), summary }
}

/** The jar is in the npm package, 85 MB, so it is installed only here. */
async function prepareSpecmatic(): Promise<string> {
  const jar = `${specmaticDir}node_modules/specmatic/specmatic.jar`
  if (!existsSync(jar)) {
    print(`Installing Specmatic ${specmaticVersion} (once)`)
    await mkdir(specmaticDir, { recursive: true })
    const args = ['install', '--prefix', specmaticDir, '--ignore-scripts', '--no-save', `specmatic@${specmaticVersion}`]
    await execa('npm', args, { cwd: specmaticDir })
  }
  return jar
}

process.exitCode = await runProgram(
  { name: 'other-tools', summary: command.summary, commands: command },
  process.argv.slice(2),
  processContext(process.env),
)
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before.
process.exit()
