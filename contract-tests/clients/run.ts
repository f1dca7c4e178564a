import { cp, mkdir, rm } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { alignColumns } from '@svc/command-line/text'
import { preparePython } from '@svc/python'
import { execa } from 'execa'
import { CannotRunError } from '../src/cannot-run-error.ts'
import { root } from '../src/paths.ts'
import { startService } from '../src/service.ts'
import { type Language, languages, openapiGenerator, type Tools, toolsOf } from './languages.ts'

// Generates a client from the published document in each language, compiles it with the program in the folder of the
// language, and runs that program against the service and the mock. Every program prints what it received, which is
// compared with what the API returns. Needs the tools of each language, and their package registries.

const reportsDir = `${root}reports/clients/`
const published = `${root}generated/contract/openapi.published.json`
/** The key that the mock documents. */
const mockKey = 'svc_test_mock-rosso-trattoria-0000000000000000000000'
const unknownWebhook = 'whk_01kjpx4gtrex7rhcb4yfrgw1zz'
const commandTimeoutMs = 600_000

const calls = ['list', 'page', 'create', 'error'] as const
type Call = (typeof calls)[number]

/** An API that the clients call. */
interface Target {
  name: 'service' | 'mock'
  baseUrl: string
  apiKey: string
}

/** The steps that passed; those after a failed one are absent. */
interface Row {
  language: Language
  passed: Set<string>
}

const { signal } = new AbortController()
const print = (line: string) => void process.stdout.write(`${line}\n`)

const command = defineCommand({
  name: 'clients',
  summary: 'Generate, compile and run clients in other languages',
  options: {
    only: { choices: Object.keys(languages), multiple: true, description: 'Only this language; may be repeated' },
  },
  json: false,
  async run({ options }) {
    const chosen = Object.values(languages).filter(({ id }) => options.only.length === 0 || options.only.includes(id))
    await rm(reportsDir, { recursive: true, force: true })
    await mkdir(reportsDir, { recursive: true })
    for (const line of new Set((await Promise.all(chosen.map(describeTools))).flat())) print(line)
    const rows = await runAll(chosen)
    print(`\n${matrixOf(rows)}`)
    const failed = rows.filter(({ language, passed }) => passed.size < stepsOf(language).length)
    return {
      text: `\n${rows.length - failed.length} passed, ${failed.length} failed`,
      exitCode: failed.length === 0 ? 0 : 1,
    }
  },
})

/** A line for each tool of a language: its version, or how to install it. */
async function describeTools(language: Language): Promise<string[]> {
  const describe = async ([tool, [version, hint]]: [string, readonly [string, string]]) => {
    const { failed, all } = await execa(tool, [version], { reject: false, all: true })
    const [found] = stripVTControlCharacters(all).trim().split('\n')
    return failed ? `✗ ${language.name} needs ${tool}. On Debian: ${hint}` : `${tool}: ${found}`
  }
  return Promise.all(Object.entries(toolsOf(language)).map(describe))
}

async function runAll(chosen: readonly Language[]): Promise<Row[]> {
  const tools = await prepareTools(chosen)
  const service = await startService({ signal, logFile: `${reportsDir}service.log` })
  try {
    const { mockUrl } = service.operated ?? {}
    if (!mockUrl) throw new CannotRunError('The service started without its mock.')
    const targets: Target[] = [
      { name: 'service', baseUrl: service.baseUrl, apiKey: service.accounts[0].api_key },
      { name: 'mock', baseUrl: mockUrl, apiKey: mockKey },
    ]
    const rows: Row[] = []
    for (const language of chosen) rows.push({ language, passed: await runLanguage(language, tools, targets) })
    return rows
  } finally {
    await service.stop()
  }
}

/** The generators that several languages use. A language whose generator is missing fails when it is used. */
async function prepareTools(chosen: readonly Language[]): Promise<Tools> {
  const generatorDir = `${root}node_modules/.cache/openapi-generator/`
  if (chosen.some((language) => 'java' in toolsOf(language))) {
    const copy = ['-q', '-B', openapiGenerator.copyGoal, `-Dartifact=${openapiGenerator.artifact}`]
    await runStep('openapi-generator', ['mvn', ...copy, `-DoutputDirectory=${generatorDir}`], root)
  }
  const isPython = chosen.some(({ id }) => id === 'python')
  const lockFile = `${import.meta.dirname}/python/requirements.lock`
  const python = isPython
    ? await preparePython({ name: 'openapi-python-client', lockFile, env: process.env, print })
    : undefined
  return {
    document: published,
    openapiGenerator: `${generatorDir}${openapiGenerator.file}`,
    python: python?.command ?? 'python3',
    pythonPath: python?.env.PYTHONPATH ?? '',
  }
}

async function runLanguage(language: Language, tools: Tools, targets: readonly Target[]): Promise<Set<string>> {
  const { id, name } = language
  print(`\n${name}`)
  const folder = `${reportsDir}${id}`
  await cp(`${import.meta.dirname}/${id}`, folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    // A language that is generated only has no program.
    if (error.code !== 'ENOENT') throw error
  })
  await mkdir(folder, { recursive: true })
  const passed = new Set<string>()
  if (!(await runStep('generate', language.generate(tools), folder)).ok) return passed
  passed.add('generated')
  if (!language.build) return passed
  if (!(await runStep('build', language.build(tools), folder)).ok) return passed
  passed.add('compiled')
  for (const target of targets) {
    const env = {
      SVC_BASE_URL: target.baseUrl,
      SVC_API_KEY: target.apiKey,
      SVC_UNKNOWN_WEBHOOK: unknownWebhook,
      PYTHONPATH: tools.pythonPath,
    }
    // A program that fails has printed the results before the failed call.
    const { stdout } = await runStep(`run against the ${target.name}`, language.run(tools), folder, env)
    for (const call of await trueCalls(stdout, target)) passed.add(`${target.name} ${call}`)
  }
  return passed
}

interface StepResult {
  ok: boolean
  stdout: string
}

/** Runs a command, and prints the end of its output if it fails. */
async function runStep(
  title: string,
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<StepResult> {
  const startedMs = performance.now()
  const { failed, stdout, all, shortMessage } = await execa(program, args, {
    cwd,
    env,
    reject: false,
    all: true,
    stdin: 'ignore',
    timeout: commandTimeoutMs,
  })
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  print(`  ${failed ? '✗' : '✓'} ${title}, ${seconds} s`)
  if (failed) print(`${shortMessage}\n${(all ?? '').slice(-3_000)}`)
  return { ok: !failed, stdout: stdout ?? '' }
}

/** The calls of a program whose printed results are those of the API. */
async function trueCalls(output: string, target: Target): Promise<Call[]> {
  const read = async (path: string) => {
    const response = await fetch(`${target.baseUrl}${path}`, { headers: { 'X-API-Key': target.apiKey } })
    const body = (await response.json()) as { data?: { id: string }[] }
    return { status: response.status, data: body.data ?? [] }
  }
  const printed = new Map(output.split('\n').map((line): [string, string] => [line.split(' ')[0] ?? '', line]))
  const businesses = await read('/businesses')
  const competitors = await read(`/businesses/${businesses.data[0]?.id}/competitors?limit=100`)
  const created = /^create (whk_\w+)$/.exec(printed.get('create') ?? '')?.[1]
  const isCreated = created !== undefined && (await read(`/webhooks/${created}`)).status === 200
  const isTrue: Record<Call, boolean> = {
    list: printed.get('list') === `list ${businesses.data.length}`,
    page: printed.get('page') === `page ${competitors.data.length}`,
    create: isCreated,
    error: printed.get('error') === 'error not_found',
  }
  return calls.filter((call) => isTrue[call])
}

function stepsOf(language: Language): string[] {
  if (!language.build) return ['generated']
  return ['generated', 'compiled', ...['service', 'mock'].flatMap((target) => calls.map((call) => `${target} ${call}`))]
}

function matrixOf(rows: readonly Row[]): string {
  const all = ['generated', 'compiled', ...['service', 'mock'].flatMap((target) => calls.map((c) => `${target} ${c}`))]
  const cells = ({ language, passed }: Row) =>
    all.map((step) => {
      if (!stepsOf(language).includes(step)) return '–'
      return passed.has(step) ? '✓' : '✗'
    })
  const table = rows.map((row) => [row.language.name, row.language.generator, ...cells(row)])
  return alignColumns([['language', 'generator', ...all], ...table])
}

process.exitCode = await runProgram(
  { name: 'clients', summary: command.summary, commands: command },
  process.argv.slice(2),
  processContext(process.env),
)
