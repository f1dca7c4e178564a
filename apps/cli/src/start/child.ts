import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '@svc/command-line/errors'
import type { Logger } from '@svc/runtime/logger'

export interface ChildOptions {
  /** What logs and messages call it, such as `api`. */
  name: string
  /** Path of the source file. */
  program: string
  cwd: string
  env: NodeJS.ProcessEnv
  logger: Logger
  /** Told of every line that it writes. */
  onLine: (line: string) => void
}

/** A program of ours that runs as long as we do. */
export interface Child {
  /** Settles once it serves for the first time; rejects where it ends before that. */
  ready: Promise<void>
  /** Lets it finish what it is doing. */
  stop(): Promise<void>
}

const firstPauseMs = 500
const pauseMaxMs = 30_000

/** Whoever has run for so long is healthy; its next crash is a first one again. */
const healthyAfterMs = 60_000

/** Longer than the program's own deadline for stopping. */
const stopDeadlineMs = 30_000

const preload = new URL('stop-with-parent.ts', import.meta.url).href

/** Runs a program, and starts it again, with growing pauses, whenever it ends by itself after it has served once. */
export function runChild(options: ChildOptions): Child {
  const { logger, name } = options
  const firstReady = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let child = spawnChild(options, firstReady.resolve)
  const watching = watch()

  async function watch(): Promise<void> {
    let hasServed = false
    void firstReady.promise.then(
      () => {
        hasServed = true
      },
      () => {},
    )
    let pauseMs = firstPauseMs
    for (;;) {
      const startedMs = performance.now()
      const [code, signal] = await ended(child)
      if (stopping.signal.aborted) return
      const how = signal === null ? `code ${code}` : signal
      if (!hasServed)
        return firstReady.reject(
          new CommandError(`The ${name} process could not start (${how}). What it said is above.`),
        )
      if (performance.now() - startedMs > healthyAfterMs) pauseMs = firstPauseMs
      logger.error(
        { child: name, ended_by: how, pause_ms: pauseMs },
        `The ${name} process has ended unexpectedly; starting it again`,
      )
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pauseMs = Math.min(2 * pauseMs, pauseMaxMs)
      child = spawnChild(options, () => logger.info({ child: name }, `The ${name} process serves again`))
    }
  }

  return {
    ready: firstReady.promise,
    async stop() {
      stopping.abort()
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs)
      await watching
      clearTimeout(patience)
    },
  }
}

function spawnChild({ program, cwd, env, onLine }: ChildOptions, onReady: () => void): ChildProcess {
  const child = spawn(process.execPath, ['--import', preload, program], {
    cwd,
    env,
    // A group of its own: Ctrl-C in a terminal reaches only us, and we stop things in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready') onReady()
  })
  return child
}

/** The exit code and signal of a process, also where it could not be started at all. */
async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  try {
    const [code, signal] = await once(child, 'close')
    return [code, signal]
  } catch (error) {
    throw new CommandError(`A process could not be started: ${(error as Error).message}`)
  }
}
