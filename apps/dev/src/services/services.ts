import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import type { Origins } from '@svc/http/rewrite-origins'
import { type ServiceDatabase, startServiceDatabase } from '@svc/local-service/database'
import { describeReady, removeReady, writeReady } from '@svc/local-service/ready-file'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import type { ServiceLine } from '../state.ts'
import type { Workspaces } from '../workspaces.ts'
import { createProgram, type Program } from './program.ts'

export const serviceNames = ['api', 'worker', 'mock'] as const
export type ServiceName = (typeof serviceNames)[number]

const titles: Record<ServiceName, string> = { api: 'API', worker: 'Worker', mock: 'Mock' }

export interface ServicesOptions {
  /** Absolute. */
  repository: string
  /** Without port 0. */
  settings: Settings
  /** Of the API and the mock. */
  origins: Origins
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
  /** Restarts the mock when only generated files have changed (absolute paths); everything else waits for `checked`. */
  changed(paths: readonly string[]): void
  /** Restarts the programs that have changed and compile. A program that does not compile keeps running. */
  checked(problems: readonly Finding[]): void
  stop(): Promise<void>
}

export function createServices(options: ServicesOptions): Services {
  const { repository, settings, env, wanted, workspaces, logger, now, onLine, onState } = options
  const { service: publicUrl, mock: mockUrl } = options.origins
  const urls: Record<ServiceName, string | null> = { api: `${publicUrl}/api/public/v1`, worker: null, mock: mockUrl }
  const programs = new Map<ServiceName, Program>()
  const changedSince = new Set<ServiceName>()
  const lines = new Map<ServiceName, ServiceLine>()
  let database: ServiceDatabase | undefined

  const show = (name: ServiceName, state: ServiceLine['state'], detail: string) =>
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
      for (const name of wanted) show(name, 'waiting', name === 'mock' ? '' : 'for the database')
      const mock = wanted.includes('mock') ? run('mock', {}) : undefined
      if (wanted.some((name) => name !== 'mock')) {
        database = startServiceDatabase(settings, logger)
        const { url, accounts } = await database.prepared
        const more = { DATABASE_URL: url, SVC_PUBLIC_URL: publicUrl }
        await Promise.all(wanted.filter((name) => name !== 'mock').map((name) => run(name, more)))
        if (wanted.includes('api'))
          writeReady(settings.dataDir, describeReady({ service: publicUrl, mock: mock ? mockUrl : null }, accounts))
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
          show(name, 'running', `as before the save until ${obstacle.file}:${obstacle.line} compiles`)
        }
      }
    },

    async stop() {
      if (lines.has('api')) await removeReady(settings.dataDir)
      await Promise.all([...programs.values()].map((program) => program.stop()))
      await database?.stop()
    },
  }
}
