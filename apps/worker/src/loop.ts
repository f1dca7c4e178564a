import { isUnavailable } from '@svc/db/database'
import type { Logger } from '@svc/runtime/logger'

/** Something that goes on until it is stopped. */
export interface Loop {
  stop(): Promise<void>
}

export interface LoopContext {
  readonly stopping: boolean
  /** Resolves after so many milliseconds, or at once when the loop is woken or stops. */
  pause(ms: number): Promise<void>
}

/** After a failure: soon enough to be back within seconds of a database that was away, seldom enough to let it start. */
const failurePauseMs = 500

/**
 * Runs `round` again and again until it is stopped. A round that fails is logged, and the next one follows after a pause; an
 * outage of the database is logged once when it begins and once when it ends.
 */
export function startLoop(
  name: string,
  { logger, round }: { logger: Logger; round: (context: LoopContext) => Promise<void> },
): Loop & { wake(): void } {
  let stopping = false
  let away = false
  let wake = () => {}

  const context: LoopContext = {
    get stopping() {
      return stopping
    },
    async pause(ms) {
      if (stopping) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      wake = resolve
      await promise
      clearTimeout(timer)
    },
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await round(context)
        if (away) logger.info({ loop: name }, 'The database is back')
        away = false
      } catch (error) {
        if (!isUnavailable(error)) logger.error({ err: error, loop: name }, 'A round of work failed')
        else if (!away) logger.warn({ err: error, loop: name }, 'The database is away')
        away = isUnavailable(error)
        await context.pause(failurePauseMs)
      }
    }
  }

  const finished = run()
  return {
    wake: () => wake(),
    async stop() {
      stopping = true
      wake()
      await finished
    },
  }
}
