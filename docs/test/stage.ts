import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder where the samples run, inside the repository, so that they find the same packages as a reader. */
export interface Stage {
  folder: string
  env: NodeJS.ProcessEnv
  /** Runs a program to its end. */
  run(command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Ended>
  /** Starts what goes on running; resolves when it printed that it is there. */
  start(script: string, env: NodeJS.ProcessEnv, isThere: RegExp): Promise<Running>
  close(): Promise<void>
}

interface Ended {
  code: number | null
  output: string
}

export interface Running {
  /** Resolves when it has printed something that matches. Rejects when it ends before. */
  printed(pattern: RegExp): Promise<void>
  stop(): Promise<void>
}

export function openStage(): Stage {
  mkdirSync(join(root, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(root, 'reports/samples-'))
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  const running: Running[] = []
  const env = {
    HOME: process.env.HOME,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(':'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    npm_config_update_notifier: 'false',
  }
  return {
    folder,
    env,
    async run(command, args, more = {}) {
      const { child, read } = launch(command, args, folder, { ...env, ...more })
      const [code] = await new Promise<[number | null]>((resolve, reject) => {
        child.on('error', reject).on('close', (code) => resolve([code]))
      })
      return { code, output: read() }
    },
    async start(script, more, isThere) {
      const { child, read, onOutput } = launch('bash', ['-c', script], folder, { ...env, ...more })
      const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
      const started: Running = {
        printed: (pattern) =>
          new Promise((resolve, reject) => {
            const look = () => pattern.test(read()) && resolve()
            onOutput(look)
            look()
            void ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${read()}`)))
          }),
        async stop() {
          // The whole group: npm passes no signal on to what it runs.
          const isOver = child.exitCode !== null || child.signalCode !== null
          if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
          await ended
        },
      }
      running.push(started)
      await started.printed(isThere)
      return started
    },
    async close() {
      // The one on which the others rest was started first.
      for (const one of running.toReversed()) await one.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function launch(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const listeners: (() => void)[] = []
  const take = (text: string) => {
    output += text
    for (const listener of listeners) listener()
  }
  child.stdout?.setEncoding('utf8').on('data', take)
  child.stderr?.setEncoding('utf8').on('data', take)
  return { child, read: () => output, onOutput: (listener: () => void) => void listeners.push(listener) }
}
