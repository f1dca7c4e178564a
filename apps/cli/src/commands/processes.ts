import { join } from 'node:path'
import { type CommandResult, defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { type Purpose, readSettings, withDatabaseUrl } from '@svc/runtime/settings'
import { runInPlace } from '@svc/supervisor/child-program'
import { requireDatabaseUrl } from '../operator.ts'
import { repository } from '../repository.ts'

export const apiCommand = defineCommand({
  name: 'api',
  summary: 'Run one API process, for a service on several machines',
  description: `
    Run as many processes as you need, all with the same DATABASE_URL, REDIS_URL and SVC_SECRET_KEYS. "svc start" runs one
    together with a worker. On SIGTERM, the process finishes its current requests and stops.`,
  run: (_input, context) => runHere('api', context),
})

export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Run one worker, which delivers webhooks and runs analyses',
  description: `
    Run as many workers as you need, all with the same DATABASE_URL and SVC_SECRET_KEYS. If a worker is killed, another worker
    continues its work.`,
  run: (_input, context) => runHere('worker', context),
})

export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'Run the mock, to develop programs that use the API',
  description: `
    The mock behaves like the service, accepts the credentials in its README, and needs no database. It sends webhooks to its
    inbox page and, with --forward-to, to a receiver on this machine.`,
  options: {
    port: { value: 'N', description: 'Port of the mock (default: SVC_MOCK_PORT)' },
    'forward-to': { value: 'URL', description: 'Receiver of webhooks, such as http://localhost:3000/webhooks' },
    seed: {
      value: 'N',
      description: 'Seed. With the same seed, the same sequence of requests returns the same ids and secrets',
    },
  },
  run({ options, json }, context) {
    const given = mockOptions.flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, options[name]]))
    return runApp('mock', context.env, json ? [...given, '--json'] : given)
  },
})

const mockOptions = ['port', 'forward-to', 'seed'] as const

/** Runs a process of the service. Uses the database of this machine unless the environment specifies one. */
async function runHere(purpose: Purpose & ('api' | 'worker'), context: Context) {
  const databaseUrl = await requireDatabaseUrl(readSettings(context.env, { purpose }))
  return runApp(purpose, withDatabaseUrl(context.env, databaseUrl))
}

async function runApp(name: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<CommandResult> {
  const source = join(repository, 'apps', name, 'src', 'main.ts')
  return { exitCode: await runInPlace(source, args, { cwd: repository, env }) }
}
