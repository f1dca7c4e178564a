import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a server process has used so far. */
export interface ProcessUsage {
  /** User and system time, in microseconds. */
  cpuUs: number
  rssBytes: number
}

export interface ServerProcess {
  port: number
  /** From starting the process to its saying that it listens. */
  startMs: number
  usage(): Promise<ProcessUsage>
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>
}

/** The API exactly as it runs in production: its own entry point. */
export const ourProgram = '../apps/api/src/main.ts'

const startTimeoutMs = 30_000

/**
 * Starts a server in a process of its own and waits for its `{ type: 'ready', port }`. `program` is relative to this
 * folder. Every server is started with the same reporter of its CPU time and memory, and knows nothing of it.
 */
export async function startServerProcess(
  program: string,
  environment: Record<string, string>,
  nodeArguments: string[] = [],
): Promise<ServerProcess> {
  const startedAtMs = performance.now()
  const child = fork(pathTo(program), [], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    execArgv: [...nodeArguments, '--disable-warning=ExperimentalWarning', '--import', pathTo('usage-reporter.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await readyPort(child, program)
  return {
    port,
    startMs: performance.now() - startedAtMs,
    async usage() {
      const response = once(child, 'message')
      child.send({ type: 'usage' })
      const [usage] = await response
      return usage
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function readyPort(child: ChildProcess, program: string): Promise<number> {
  const signal = AbortSignal.timeout(startTimeoutMs)
  const failed = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${program} ended with exit code ${code} before it listened; what it said is above.`)
  })
  const [message] = await Promise.race([once(child, 'message', { signal }), failed])
  failed.catch(() => {})
  return message.port
}

function pathTo(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
