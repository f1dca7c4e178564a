import type { Logger } from './logger.ts'

export interface Shutdown {
  /** Registers a step. Steps run in the order in which they were registered. */
  step(name: string, run: () => void | Promise<void>): void
  /** Listens for SIGINT, SIGTERM and SIGHUP, and for uncaught errors. */
  install(): void
  /** Runs the steps and ends the process, like a signal. A second call ends it immediately. */
  begin(reason: string, exitCode?: number): Promise<void>
  /** Whether the shutdown has begun. From then on, the process is not ready. */
  readonly begun: boolean
}

interface ShutdownOptions {
  logger: Pick<Logger, 'info' | 'error' | 'fatal'>
  /** The timeout for all steps together. Default: 25 s, five less than supervisors usually grant. */
  deadlineMs?: number
  /** Ends the process; replaced in tests. */
  exit?: (code: number) => void
}

const deadlineMsDefault = 25_000

/** If a parent also forwards Ctrl-C, the signal arrives twice. Only a later signal is a second request to stop. */
const sameKeypressMs = 1_000

/**
 * Creates the graceful shutdown of a process. All steps run, even if an earlier step failed. The exit code is 0 after a
 * signal, and 1 after an uncaught error, a failed step, a second signal, or when the deadline passes.
 */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger, deadlineMs = deadlineMsDefault, exit = (code) => process.exit(code) } = options
  const steps: { name: string; run: () => void | Promise<void> }[] = []
  let begun = false
  let begunAtMs = 0
  let code = 0

  async function begin(reason: string, exitCode = 0): Promise<void> {
    if (begun) {
      logger.error({ reason }, 'Second request to stop received; exiting immediately')
      return exit(1)
    }
    begun = true
    begunAtMs = performance.now()
    code = exitCode
    logger.info({ reason }, 'Stopping')
    let running = 'nothing'
    const deadline = setTimeout(() => {
      logger.error({ step: running, deadline_ms: deadlineMs }, 'Shutdown timed out; exiting immediately')
      exit(1)
    }, deadlineMs)

    for (const { name, run } of steps) {
      running = name
      try {
        await run()
      } catch (error) {
        code = 1
        logger.error({ err: error, step: name }, 'Shutdown step failed')
      }
    }
    clearTimeout(deadline)
    logger.info({ exit_code: code }, 'Stopped')
    exit(code)
  }

  /** An error during the shutdown must not prevent the remaining steps: the last step stops the database. */
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
        logger.fatal({ err: error }, 'Uncaught error')
        fail('uncaughtException')
      })
      process.on('unhandledRejection', (reason) => {
        logger.fatal({ err: reason }, 'Unhandled rejection')
        fail('unhandledRejection')
      })
    },
    begin,
    get begun() {
      return begun
    },
  }
}
