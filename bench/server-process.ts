import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeOptionsOf } from '@svc/supervisor/node-options'

/** The resources that a server process has used so far. */
export interface ProcessUsage {
  /** User and system time, in microseconds. */
  cpuUs: number
  rssBytes: number
}

export interface ServerProcess {
  port: number
  pid: number
  /** From the start of the process to its message that it listens. */
  startMs: number
  usage(): Promise<ProcessUsage>
  /** Sends a message to a module that was loaded before the server, and resolves with its response. */
  ask<Response>(message: object): Promise<Response>
  /** Stops the process and waits until it has ended. */
  stop(): Promise<void>
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>
}

/** The entry point of the API, as in production. */
export const ourProgram = '../apps/api/src/main.ts'

const startTimeoutMs = 120_000

interface ServerProcessOptions {
  nodeArguments?: readonly string[]
  /** Whether its log is printed. */
  prints?: boolean
}

/**
 * Starts a server in a separate process and waits for its `{ type: 'ready', port }`. `program` is relative to this
 * folder. A module that is loaded before the server reports its CPU time and memory.
 */
export async function startServerProcess(
  program: string,
  environment: Record<string, string>,
  { nodeArguments = [], prints = false }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const startedAtMs = performance.now()
  const child = fork(pathTo(program), [], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    execArgv: [
      ...nodeOptionsOf(program),
      ...nodeArguments,
      '--disable-warning=ExperimentalWarning',
      '--import',
      pathTo('usage-reporter.ts'),
    ],
    stdio: ['ignore', prints ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  const port = await readyPort(child, program)
  let isEnded = false
  child.once('exit', (code, signal) => {
    if (!isEnded) process.stderr.write(`${program} has ended by itself: ${signal ?? `exit code ${code}`}\n`)
    isEnded = true
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isEnded) return
    isEnded = true
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const ask = async <Response>(message: object): Promise<Response> => {
    const received = once(child, 'message')
    child.send(message)
    const [response] = await received
    return response
  }
  return {
    port,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAtMs,
    usage: () => ask({ type: 'usage' }),
    ask,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function readyPort(child: ChildProcess, program: string): Promise<number> {
  const signal = AbortSignal.timeout(startTimeoutMs)
  const failed = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${program} ended with exit code ${code} before it listened; its output is above.`)
  })
  const [message] = await Promise.race([once(child, 'message', { signal }), failed])
  // The process has started, so a later exit is not a failed start.
  failed.catch(() => {})
  return message.port
}

function pathTo(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
