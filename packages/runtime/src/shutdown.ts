import type { Logger } from './logger.ts'

export interface Shutdown {
  /**
   * Registers a step, which closes what was opened before it was registered. The last one runs first.
   *
   * @throws Error if the shutdown has begun, so that a start opens nothing more; the step still runs
   */
  step(name: string, run: () => void | Promise<void>): void
  /** Logs to this logger from now on. */
  logTo(logger: ShutdownLogger): void
  /** Listens for SIGINT, SIGTERM and SIGHUP, and for uncaught errors. */
  install(): void
  /** Runs the steps and ends the process, like a signal. A second call ends it immediately. */
  begin(reason: string, exitCode?: number): Promise<void>
  /** Whether the shutdown has begun. From then on, the process is not ready. */
  readonly begun: boolean
}

type ShutdownLogger = Pick<Logger, 'info' | 'error' | 'fatal'>

interface ShutdownOptions {
  logger: ShutdownLogger
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
  const { deadlineMs = deadlineMsDefault, exit = (code) => process.exit(code) } = options
  let { logger } = options
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

    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name } = step
      running = name
      try {
        await step.run()
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
  function fail(reason: string, err: unknown, message: string): void {
    logger.fatal({ err }, message)
    if (begun) code = 1
    else void begin(reason, 1)
  }

  return {
    step: (name, run) => {
      steps.push({ name, run })
      if (begun) throw new Error('The process is stopping.')
    },
    logTo: (next) => {
      logger = next
    },
    install: () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => {
          if (!begun || performance.now() - begunAtMs > sameKeypressMs) void begin(signal)
        })
      }
      process.on('uncaughtException', (error) => fail('uncaughtException', error, 'Uncaught error'))
      process.on('unhandledRejection', (reason) => fail('unhandledRejection', reason, 'Unhandled rejection'))
    },
    begin,
    get begun() {
      return begun
    },
  }
}
