import { join } from 'node:path'
import { describeReady, removeReady, writeReady } from '@svc/cli/src/start/ready.ts'
import type { Problem } from '@svc/codegen/lint/findings'
import type { Origins } from '@svc/http/rewrite-origins'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import type { ServiceLine } from '../state.ts'
import type { Workspaces } from '../workspaces.ts'
import { type RunningDatabase, startDatabase } from './database.ts'
import { createProgram, type Program } from './program.ts'

export const serviceNames = ['api', 'worker', 'mock'] as const
export type ServiceName = (typeof serviceNames)[number]

const titles: Record<ServiceName, string> = { api: 'API', worker: 'Worker', mock: 'Mock' }

export interface ServicesOptions {
  /** Absolute. */
  repository: string
  /** With real ports in it. */
  settings: Settings
  /** Where the API and the mock listen. */
  places: Origins
  /** What the settings were read from. */
  env: NodeJS.ProcessEnv
  wanted: readonly ServiceName[]
  workspaces: Workspaces
  logger: Logger
  now: () => Date
  onLine: (name: string, line: string) => void
  onState: (line: ServiceLine) => void
}

/** The programs that run beside the panel, and the database under them. */
export interface Services {
  start(): Promise<void>
  /** Files have changed, absolute paths. The mock takes up generated files at once; everything else waits for `checked`. */
  changed(paths: readonly string[]): void
  /** Starts anew whatever has changed and compiles. What does not compile goes on as it is. */
  checked(problems: readonly Problem[]): void
  stop(): Promise<void>
}

export function createServices(options: ServicesOptions): Services {
  const { repository, settings, env, wanted, workspaces, logger, now, onLine, onState } = options
  const { service: publicUrl, mock: mockUrl } = options.places
  const urls: Record<ServiceName, string | null> = { api: `${publicUrl}/api/public/v1`, worker: null, mock: mockUrl }
  const programs = new Map<ServiceName, Program>()
  const changedSince = new Set<ServiceName>()
  const lines = new Map<ServiceName, ServiceLine>()
  let starting: Promise<RunningDatabase> | undefined

  const say = (name: ServiceName, state: ServiceLine['state'], detail: string) =>
    report(name, { name: titles[name], url: urls[name], state, detail })
  const report = (name: ServiceName, line: ServiceLine) => {
    lines.set(name, line)
    onState(line)
  }

  function run(name: ServiceName, more: NodeJS.ProcessEnv): Promise<void> {
    const program = createProgram({
      name: titles[name],
      source: join(repository, 'apps', name, 'src', 'main.ts'),
      cwd: repository,
      env: { ...env, ...more },
      url: urls[name],
      now,
      onLine: (line) => onLine(name, line),
      onState: (line) => report(name, line),
    })
    programs.set(name, program)
    return program.restart()
  }

  return {
    async start() {
      for (const name of wanted) say(name, 'waiting', name === 'mock' ? '' : 'for the database')
      const mock = wanted.includes('mock') ? run('mock', {}) : undefined
      if (wanted.some((name) => name !== 'mock')) {
        starting = startDatabase(settings, logger)
        const { url, accounts } = await starting
        const more = { DATABASE_URL: url, SVC_PUBLIC_URL: publicUrl }
        await Promise.all(wanted.filter((name) => name !== 'mock').map((name) => run(name, more)))
        if (wanted.includes('api'))
          writeReady(settings.dataDir, describeReady({ publicUrl, mockUrl: mock ? mockUrl : null, accounts }))
      }
      await mock
    },

    changed(paths) {
      for (const name of wanted) {
        const own = paths.filter((path) => workspaces.reaches(`apps/${name}`, path))
        if (own.length === 0) continue
        const isGenerated = own.every((path) => path.startsWith(join(repository, 'generated/')))
        if (name === 'mock' && isGenerated) void programs.get(name)?.restart()
        else changedSince.add(name)
      }
    },

    checked(problems) {
      for (const name of [...changedSince]) {
        const obstacle = problems.find(({ file }) => workspaces.reaches(`apps/${name}`, join(repository, file)))
        if (obstacle === undefined) {
          changedSince.delete(name)
          void programs.get(name)?.restart()
        } else if (lines.get(name)?.state === 'running') {
          say(name, 'running', `as before the save, until ${obstacle.file}:${obstacle.line} compiles`)
        }
      }
    },

    async stop() {
      if (lines.has('api')) await removeReady(settings.dataDir)
      await Promise.all([...programs.values()].map((program) => program.stop()))
      const database = await starting?.catch(() => undefined)
      await database?.stop()
    },
  }
}
