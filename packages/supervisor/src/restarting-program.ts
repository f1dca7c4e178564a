import { setTimeout as sleep } from 'node:timers/promises'
import { type ChildProgramOptions, startChildProgram } from './child-program.ts'

interface RestartingProgramOptions extends ChildProgramOptions {
  /** Used in logs and messages, such as `api`. */
  name: string
  logger: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** A program that runs as long as this process. */
export interface RestartingProgram {
  /** Resolves when the program is ready for the first time. Rejects with a ProgramStartError if it ends before that. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** A program ended before it served. */
export class ProgramStartError extends Error {
  override readonly name = 'ProgramStartError'
}

const firstDelayMs = 500
const delayMaxMs = 30_000

/** The time after which a program is considered healthy, and the delay before its next restart is reset. */
const healthyAfterMs = 60_000

/** Runs a program. If it ends after it was ready once, restarts it with exponential backoff. */
export function startRestartingProgram(options: RestartingProgramOptions): RestartingProgram {
  const { logger, name } = options
  const firstReady = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let child = startChildProgram(options)
  let hasServed = false
  const watching = watch()

  async function watch(): Promise<void> {
    void child.ready.then(() => {
      hasServed = true
      firstReady.resolve()
    })
    let delayMs = firstDelayMs
    for (;;) {
      const startedMs = performance.now()
      const { reason } = await child.exited
      if (stopping.signal.aborted) return
      if (!hasServed)
        return firstReady.reject(
          new ProgramStartError(`The ${name} process could not start (${reason}). See its output above.`),
        )
      if (performance.now() - startedMs > healthyAfterMs) delayMs = firstDelayMs
      logger.error({ child: name, reason, delay_ms: delayMs }, `Process ${name} exited unexpectedly; restarting`)
      // Rejects only when the program is stopped, which the next line handles.
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      delayMs = Math.min(2 * delayMs, delayMaxMs)
      child = startChildProgram(options)
      void child.ready.then(() => logger.info({ child: name }, `Process ${name} ready again`))
    }
  }

  return {
    ready: firstReady.promise,
    async stop() {
      stopping.abort()
      await child.stop()
      await watching
    },
  }
}
