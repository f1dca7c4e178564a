import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Purpose, readSettings } from '@svc/process/settings'
import { type Context, command } from '../command.ts'
import { findDatabaseUrl } from '../operator.ts'

export const apiCommand = command({
  name: 'api',
  summary: 'Run one API process, for a service on several machines',
  details: `
    Run as many as you need, all with the same DATABASE_URL, REDIS_URL and SVC_SECRET_KEYS. "svc start" runs one beside a
    worker. SIGTERM lets it finish what it is doing.`,
  run: (_input, context) => runHere('api', context),
})

export const workerCommand = command({
  name: 'worker',
  summary: 'Run one worker: it delivers webhooks and runs analyses',
  details: `
    Run as many as you need, all with the same DATABASE_URL and SVC_SECRET_KEYS. A worker that dies loses nothing: another
    one goes on with its work.`,
  run: (_input, context) => runHere('worker', context),
})

/** Runs a program in the place of this one: its output, its signals and its exit code are ours. */
async function runHere(purpose: Purpose & ('api' | 'worker'), context: Context) {
  const databaseUrl = await findDatabaseUrl(readSettings(context.env, { purpose }))
  const child = spawn(process.execPath, [join(context.root, 'apps', purpose, 'src', 'main.ts')], {
    cwd: context.root,
    env: { ...context.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  return { data: undefined, text: '', exitCode: code ?? 1 }
}
