import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import type { Origins } from '@svc/http/rewrite-origins'
import { type ServiceDatabase, startServiceDatabase } from '@svc/local-service/database'
import { metricsOrigin } from '@svc/local-service/origins'
import { describeReady, removeReady, writeReady } from '@svc/local-service/ready-file'
import type { Logger } from '@svc/runtime/logger'
import { type Settings, withDatabaseUrl } from '@svc/runtime/settings'
import type { ServiceLine } from '../state.ts'
import type { Workspaces } from '../workspaces.ts'
import { createProgram, type Program } from './program.ts'

export const serviceNames = ['api', 'worker', 'mock'] as const
export type ServiceName = (typeof serviceNames)[number]

const titles: Record<ServiceName, string> = { api: 'API', worker: 'Worker', mock: 'Mock' }

interface ServicesOptions {
  /** Absolute. */
  repository: string
  /** Without port 0. */
  settings: Settings
  /** The origins of the API and the mock. */
  origins: Origins
  /** The environment from which the settings were read. */
  env: NodeJS.ProcessEnv
  wanted: readonly ServiceName[]
  workspaces: Workspaces
  logger: Logger
  now: () => Date
  onLine: (name: string, line: string) => void
  onState: (line: ServiceLine) => void
}

/** The API, worker and mock, and their database. */
export interface Services {
  start(): Promise<void>
  /** Restarts the mock when only generated files have changed (absolute paths); everything else waits for `checked`. */
  changed(paths: readonly string[]): void
  /** Restarts the programs that have changed and compile. A program that does not compile keeps running. */
  checked(problems: readonly Finding[]): void
  stop(): Promise<void>
}

export function createServices(options: ServicesOptions): Services {
  const { repository, settings, wanted, workspaces, logger } = options
  const { service: publicUrl, mock: mockUrl } = options.origins
  const urls: Record<ServiceName, string | null> = { api: `${publicUrl}/api/public/v1`, worker: null, mock: mockUrl }
  const programs = new Map<ServiceName, Program>()
  const changedSince = new Set<ServiceName>()
  const lines = createLines(urls, options.onState)
  let database: ServiceDatabase | undefined

  function run(name: ServiceName, env: NodeJS.ProcessEnv): Promise<void> {
    const program = createServiceProgram(name, {
      ...options,
      env,
      url: urls[name],
      onState: (line) => lines.set(name, line),
    })
    programs.set(name, program)
    return program.restart()
  }

  return {
    async start() {
      for (const name of wanted) lines.show(name, 'waiting', name === 'mock' ? '' : 'for the database')
      const mock = wanted.includes('mock') ? run('mock', options.env) : undefined
      const withDatabase = wanted.filter((name) => name !== 'mock')
      if (withDatabase.length > 0) {
        database = startServiceDatabase(settings, logger)
        const { url, demo } = await database.prepared
        const env = { ...withDatabaseUrl(options.env, url), SVC_PUBLIC_URL: publicUrl }
        await Promise.all(withDatabase.map((name) => run(name, env)))
        if (wanted.includes('api'))
          writeReady(
            settings.dataDir,
            describeReady({ service: publicUrl, mock: mock ? mockUrl : null, metrics: metricsOrigin(settings) }, demo),
          )
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
        } else if (lines.stateOf(name) === 'running') {
          lines.show(name, 'running', `as before the save until ${obstacle.file}:${obstacle.line} compiles`)
        }
      }
    },

    async stop() {
      if (lines.stateOf('api') !== undefined) await removeReady(settings.dataDir)
      await Promise.all([...programs.values()].map((program) => program.stop()))
      await database?.stop()
    },
  }
}

/** Keeps the line of each service and reports every change of it. */
function createLines(urls: Record<ServiceName, string | null>, onState: ServicesOptions['onState']) {
  const lines = new Map<ServiceName, ServiceLine>()
  const set = (name: ServiceName, line: ServiceLine) => {
    lines.set(name, line)
    onState(line)
  }
  return {
    set,
    show: (name: ServiceName, state: ServiceLine['state'], detail: string) =>
      set(name, { name: titles[name], url: urls[name], state, detail }),
    stateOf: (name: ServiceName) => lines.get(name)?.state,
  }
}

function createServiceProgram(
  name: ServiceName,
  options: Pick<ServicesOptions, 'repository' | 'env' | 'now' | 'onLine' | 'onState'> & { url: string | null },
): Program {
  const { env, now, onLine, onState, repository, url } = options
  return createProgram({
    name: titles[name],
    source: join(repository, 'apps', name, 'src', 'main.ts'),
    cwd: repository,
    env,
    url,
    now,
    onLine: (line) => onLine(name, line),
    onState,
  })
}
