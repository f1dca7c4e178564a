import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants, loadavg, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import { goals, median, number, table } from './statistics.ts'

const repository = resolve(import.meta.dirname, '..')

/** An edit of spec/: strings with their replacements, or a new file made from another. */
interface SavedEdit {
  name: string
  replace: { file: string; find: string; by: string; into?: string }[]
}

const report = 'components/schemas/report.yaml'
const common = 'components/schemas/common.yaml'
const event = 'components/schemas/webhook-event.yaml'
const newField = (indent: string) =>
  `${indent}note:\n${indent}  description: A note of a person.\n${indent}  type: string\n${indent}  minLength: 0\n${indent}  maxLength: 80\n${indent}  examples: [Checked by hand]\n`
const copyPath = (path: string, part: string) => `  ${path}: { $ref: "paths/report-copies.yaml#/${part}" }\n`

const saves: SavedEdit[] = [
  {
    name: 'a description',
    replace: [{ file: report, find: 'Title of the report.', by: 'Title of the report, in one line.' }],
  },
  {
    name: 'a value of an enum',
    replace: [{ file: report, find: 'priorities, method]', by: 'priorities, outlook, method]' }],
  },
  {
    name: 'a new field of every response',
    replace: [{ file: common, find: '    plan:\n', by: `${newField('    ')}    plan:\n` }],
  },
  {
    name: 'a renamed field of a webhook',
    replace: [event, 'components/examples/webhook-event.yaml', 'components/examples/webhook-delivery.yaml'].map(
      (file) => ({
        file,
        find: 'competitors_analyzed',
        by: 'competitor_count',
      }),
    ),
  },
  {
    name: 'a new field of a webhook',
    replace: [
      { file: event, find: '    competitors_analyzed:\n', by: `${newField('    ')}    competitors_analyzed:\n` },
    ],
  },
  {
    name: 'two operations',
    replace: [
      {
        file: 'paths/reports.yaml',
        into: 'paths/report-copies.yaml',
        find: 'operationId: getReport',
        by: 'operationId: getReportCopy',
      },
      { file: 'paths/report-copies.yaml', find: 'name: get_report', by: 'name: get_report_copy' },
      { file: 'paths/report-copies.yaml', find: 'operationId: listReports', by: 'operationId: listReportCopies' },
      { file: 'paths/report-copies.yaml', find: 'name: list_reports', by: 'name: list_report_copies' },
      {
        file: 'openapi.yaml',
        find: '  /review-replies:',
        by: `${copyPath('/businesses/{id}/report-copies', 'collection')}${copyPath('/report-copies/{id}', 'item')}  /review-replies:`,
      },
    ],
  },
  {
    name: 'an error code',
    replace: [{ file: common, find: '    - unavailable\n', by: '    - unavailable\n    - too_early\n' }],
  },
  {
    name: 'an example',
    replace: [{ file: 'components/examples/report.yaml', find: 'Rosso Trattoria', by: 'Rosso Nuovo' }],
  },
  { name: 'a bound', replace: [{ file: report, find: 'maxLength: 4000', by: 'maxLength: 8000' }] },
  { name: 'a mistake', replace: [{ file: event, find: 'type: integer', by: 'type: interger' }] },
]

const stepNames = ['lint', 'difference', 'generate', 'types', 'test_types'] as const

interface State {
  run: number
  busy: boolean
  steps: Record<(typeof stepNames)[number], { outcome: string; after_ms: number | null }>
  services: { name: string; state: string }[]
}

/**
 * Runs `npm run dev` in a copy of this repository and saves ten edits, each reverted before the next. Prints how long
 * after each save its results were in the panel, and the CPU time of each process.
 */
export async function benchLoop({ services }: { services: boolean }, print: (text: string) => void): Promise<void> {
  const folder = copyOfTheRepository()
  const port = await freePort()
  const { child, stop } = startPanel(folder, port, services)
  try {
    const stateUrl = `http://127.0.0.1:${port}/dev/state.json`
    const start = await settled(stateUrl, 0)
    const row = (name: string, { steps }: State, cpuMs: readonly number[]) => [
      name,
      ...stepNames.map((step) => seconds(steps[step].after_ms)),
      ...cpuMs.map(seconds),
      number(loadavg()[0] ?? 0, 1),
      `${steps.types.outcome}, ${steps.test_types.outcome}`,
    ]
    const cpuNow = () => usageOf(child).map(({ cpuMs }) => cpuMs)
    const rows = [row('at the start', start, cpuNow())]
    const times: Record<(typeof stepNames)[number], number[]> = {
      lint: [],
      difference: [],
      generate: [],
      types: [],
      test_types: [],
    }
    let last = start
    for (const { name, replace } of saves) {
      const before = cpuNow()
      saveEdits(join(folder, 'spec'), replace)
      last = await settled(stateUrl, last.run + 1)
      const after = cpuNow()
      const spent = after.map((ms, index) => ms - (before[index] ?? 0))
      rows.push(row(name, last, spent))
      for (const step of stepNames) times[step].push(last.steps[step].after_ms ?? 0)
      execFileSync('git', ['checkout', '--quiet', '--', 'spec'], { cwd: folder })
      execFileSync('git', ['clean', '--quiet', '--force', '--', 'spec'], { cwd: folder })
      last = await settled(stateUrl, last.run + 1)
    }
    const heading = [
      'save',
      'lint',
      'difference',
      'generated',
      'types',
      'test types',
      ...processes.map(([name]) => `CPU ${name}`),
      'load',
      '',
    ]
    print(`\nSeconds after a save, ${services ? 'with' : 'without'} services\n\n${table(heading, rows)}\n`)
    print(
      goals([
        { name: 'lint, slowest, s', value: Math.max(...times.lint) / 1000, below: 2 },
        { name: 'difference, slowest, s', value: Math.max(...times.difference) / 1000, below: 2 },
        { name: 'types, median, s', value: median(times.types) / 1000, below: 5 },
        { name: 'test types, median, s', value: median(times.test_types) / 1000, below: 8 },
        { name: 'types, slowest, s', value: Math.max(...times.types) / 1000, below: 5 },
      ]),
    )
    const peaks = usageOf(child).map(({ peakMb }, index) => `${processes[index]?.[0]} ${number(peakMb)} MB`)
    print(`  Peak memory: ${peaks.join(', ')}\n`)
  } finally {
    await stop()
  }
}

/** Starts `npm run dev` in a copy of the repository. `stop` ends it and removes the copy, as a signal does. */
function startPanel(folder: string, port: number, services: boolean) {
  const options = services ? ['--api-port', '0', '--mock-port', '0'] : ['--without', 'api,worker,mock']
  const child = spawn(process.execPath, ['apps/dev/src/main.ts', '--port', String(port), ...options], {
    cwd: folder,
    env: { ...process.env, SVC_DATA_DIR: join(folder, '.svc') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(128 + constants.signals[signal])))
  }
  return { child, stop }
}

function saveEdits(spec: string, edits: SavedEdit['replace']): void {
  for (const { file, find, by, into = file } of edits) {
    const original = readFileSync(join(spec, file), 'utf8')
    if (!original.includes(find)) throw new Error(`spec/${file} no longer contains "${find}".`)
    writeFileSync(join(spec, into), original.replaceAll(find, by))
  }
}

/** A repository with all tracked and untracked files, the installed packages, and a main branch to compare with. */
function copyOfTheRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-loop-'))
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    })
  const files = git(repository, 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter(Boolean)
  for (const file of files.filter((path) => existsSync(join(repository, path)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(repository, file), join(folder, file))
  }
  // Workspaces are links to folders of the copy; all other packages are links to the original ones.
  const packages = join(repository, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages)) {
    const isOurs = name === '@svc' || name === '@generated'
    if (isOurs)
      cpSync(join(packages, name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  // Versions of packages that only one workspace has.
  for (const path of globSync('{apps,packages}/*/node_modules', { cwd: repository }))
    symlinkSync(join(repository, path), join(folder, path))
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=Copy')
  return folder
}

/** The state when a check run, or a later one, is complete. */
async function settled(stateUrl: string, run: number): Promise<State> {
  for (;;) {
    // The server may not listen yet, or again after a restart.
    const response = await fetch(stateUrl).catch(() => undefined)
    const state: State | undefined = response && JSON.parse(await response.text())
    const isReady = state?.services.every(({ state: status }) => status === 'running' || status === 'ended') ?? false
    if (state && isReady && !state.busy && state.run >= run) return state
    await sleep(50)
  }
}

/** The processes whose CPU time is shown: the name, and the program. */
const processes = [
  ['main', 'main.ts'],
  ['linter', 'linter.ts'],
  ['generator', 'generator.ts'],
  ['types', 'type-checker.ts'],
] as const

/** CPU time, with ended children, and peak memory of the processes of `npm run dev`, on Linux; zeros elsewhere. */
function usageOf({ pid }: ChildProcess): { cpuMs: number; peakMb: number }[] {
  const children = existsSync('/proc') ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ') : []
  const all = [...children.filter((id) => id !== ''), String(pid)]
  return processes.map(([, program]) => {
    const found = all.find((id) => isRunning(id, program))
    if (found === undefined) return { cpuMs: 0, peakMb: 0 }
    const fields = readFileSync(`/proc/${found}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const peakKb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${found}/status`, 'utf8'))?.[1]
    return { cpuMs: ticks * 10, peakMb: Number(peakKb) / 1024 }
  })
}

function isRunning(id: string, program: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`/${program}`)
  } catch {
    // The process has ended.
    return false
  }
}

function seconds(milliseconds: number | null): string {
  return milliseconds === null ? '–' : number(milliseconds / 1000, 2)
}
