import { type ChildProgram, type ChildProgramOptions, startChildProgram } from '@svc/supervisor/child-program'
import type { ServiceLine } from '../state.ts'

interface ProgramOptions extends ChildProgramOptions {
  /** The name in the panel, such as `API`. */
  name: string
  url: string | null
  now: () => Date
  onState: (line: ServiceLine) => void
}

/** A program that is restarted when its sources or the contract have changed. */
export interface Program {
  /** Starts or restarts it. Never rejects: a program that ends is shown, and restarted after the next change. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export function createProgram(options: ProgramOptions): Program {
  const { name, url, now, onLine, onState } = options
  let current: ChildProgram | undefined
  let isStopped = false
  let previous: Promise<void> = Promise.resolve()
  let isQueued = false

  const show = (state: ServiceLine['state'], detail: string) => onState({ name, url, state, detail })

  async function end(): Promise<void> {
    const running = current
    current = undefined
    await running?.stop()
  }

  async function restartNow(): Promise<void> {
    isQueued = false
    if (isStopped) return
    show(current === undefined ? 'starting' : 'restarting', '')
    await end()
    if (isStopped) return
    let lastError = ''
    const started = startChildProgram({
      ...options,
      onLine(line) {
        lastError = errorIn(line) ?? lastError
        onLine(line)
      },
    })
    current = started
    const ended = started.exited.then(({ reason }) => {
      // A program that was stopped on purpose is no longer the current one.
      if (current !== started) return
      current = undefined
      show('ended', `${reason}. ${lastError}`.trim())
    })
    await Promise.race([started.ready, ended])
    if (current === started) show('running', `since ${now().toTimeString().slice(0, 8)}`)
  }

  return {
    restart() {
      // The queued restart starts the newest files anyway.
      if (isQueued) return previous
      isQueued = true
      previous = previous.then(restartNow)
      return previous
    },
    async stop() {
      isStopped = true
      await end()
      await previous
      await end()
    },
  }
}

/** The error that a line reports: from our logger, or from Node about a program that it cannot run. */
function errorIn(line: string): string | undefined {
  if (!line.startsWith('{')) return /^\w*Error\b.*/.exec(line)?.[0]
  try {
    const { level, msg, err }: { level?: string; msg?: string; err?: { message?: string } } = JSON.parse(line)
    return level === 'error' || level === 'fatal' ? (err?.message ?? msg) : undefined
  } catch {
    // Not a line of our logger.
    return undefined
  }
}
