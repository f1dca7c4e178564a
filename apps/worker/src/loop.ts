import { isUnavailable } from '@svc/db/database-errors'
import type { Logger } from '@svc/runtime/logger'
import type { WorkerMetrics } from './metrics.ts'

/** Background work that runs until it is stopped. */
export interface Loop {
  /** Resolves once the current iteration has ended. */
  stop(): Promise<void>
}

export interface LoopContext {
  readonly stopping: boolean
  /** Resolves after that many milliseconds, or immediately when the loop stops or `until` resolves. */
  pause(ms: number, until?: Promise<void>): Promise<void>
}

export interface LoopOptions {
  logger: Logger
  metrics: Pick<WorkerMetrics, 'loopIterated'>
  iterate: (context: LoopContext) => Promise<void>
}

/** After a failure: short enough to recover within seconds after an outage, long enough to let the database start. */
const failurePauseMs = 500

/**
 * Calls `iterate` repeatedly until the loop is stopped. If an iteration fails, logs the error and continues after a
 * pause. An outage of the database is logged once when it begins and once when it ends.
 */
export function startLoop(name: string, { logger, metrics, iterate }: LoopOptions): Loop {
  let stopping = false
  let unavailable = false
  let endPause = () => {}

  const context: LoopContext = {
    get stopping() {
      return stopping
    },
    async pause(ms, until) {
      if (stopping) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      endPause = resolve
      until?.then(resolve)
      await promise
      clearTimeout(timer)
    },
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await iterate(context)
        metrics.loopIterated(name, 'succeeded')
        if (unavailable) logger.info({ loop: name }, 'Database available again')
        unavailable = false
      } catch (error) {
        metrics.loopIterated(name, 'failed')
        if (!isUnavailable(error)) logger.error({ err: error, loop: name }, 'Loop iteration failed')
        else if (!unavailable) logger.warn({ err: error, loop: name }, 'Database unavailable')
        unavailable = isUnavailable(error)
        await context.pause(failurePauseMs)
      }
    }
  }

  const finished = run()
  return {
    async stop() {
      stopping = true
      endPause()
      await finished
    },
  }
}
