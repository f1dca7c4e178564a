import type { Logger } from './logger.ts'

export interface Shutdown {
  /** Registers what has to be done at the end. Steps run in the order in which they were registered. */
  step(name: string, run: () => void | Promise<void>): void
  /** Listens for SIGINT, SIGTERM and SIGHUP, and for errors that nobody caught. */
  install(): void
  /** Drains and ends the process, as a signal would. A second call ends it at once. */
  begin(reason: string, exitCode?: number): Promise<void>
  /** Whether draining has begun: readiness answers "no" from then on. */
  readonly begun: boolean
}

export interface ShutdownOptions {
  logger: Pick<Logger, 'info' | 'error' | 'fatal'>
  /** How long all steps together may take; 25 s unless told, five less than what supervisors usually grant. */
  deadlineMs?: number
  /** Ends the process; replaced in tests. */
  exit?: (code: number) => void
}

const deadlineMsDefault = 25_000

/** One Ctrl-C arrives twice when a parent that got it too passes it on; only a later signal is a second wish to stop. */
const sameKeypressMs = 1_000

/**
 * The orderly end of a process: every step gets its turn even when an earlier one failed. Exit code 0 after a signal; 1 after
 * an uncaught error, a failed step, a second signal, or when the deadline passes.
 */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger, deadlineMs = deadlineMsDefault, exit = (code) => process.exit(code) } = options
  const steps: { name: string; run: () => void | Promise<void> }[] = []
  let begun = false
  let begunAtMs = 0
  let code = 0

  async function begin(reason: string, exitCode = 0): Promise<void> {
    if (begun) {
      logger.error({ reason }, 'Asked a second time to stop: ending at once')
      return exit(1)
    }
    begun = true
    begunAtMs = performance.now()
    code = exitCode
    logger.info({ reason }, 'Stopping')
    let running = 'nothing'
    const deadline = setTimeout(() => {
      logger.error({ step: running, deadline_ms: deadlineMs }, 'Stopping took too long: ending at once')
      exit(1)
    }, deadlineMs)

    for (const { name, run } of steps) {
      running = name
      try {
        await run()
      } catch (error) {
        code = 1
        logger.error({ err: error, step: name }, 'A step of stopping failed')
      }
    }
    clearTimeout(deadline)
    logger.info({ exit_code: code }, 'Stopped')
    exit(code)
  }

  /** While stopping, an error more must not keep the remaining steps from running: the database is stopped by the last. */
  function fail(reason: string): void {
    if (begun) code = 1
    else void begin(reason, 1)
  }

  return {
    step: (name, run) => {
      steps.push({ name, run })
    },
    install: () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => {
          if (!begun || performance.now() - begunAtMs > sameKeypressMs) void begin(signal)
        })
      }
      process.on('uncaughtException', (error) => {
        logger.fatal({ err: error }, 'Nobody caught this error')
        fail('uncaughtException')
      })
      process.on('unhandledRejection', (reason) => {
        logger.fatal({ err: reason }, 'Nobody handled this rejection')
        fail('unhandledRejection')
      })
    },
    begin,
    get begun() {
      return begun
    },
  }
}
