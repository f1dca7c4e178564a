import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ServiceLine } from '../state.ts'

export interface ProgramOptions {
  /** What the panel calls it, such as `API`. */
  name: string
  /** Absolute path of the source file. It says `{ type: 'ready' }` to whoever started it when it serves. */
  source: string
  cwd: string
  env: NodeJS.ProcessEnv
  url: string | null
  now: () => Date
  /** Told of every line that it writes. */
  onLine: (line: string) => void
  onState: (line: ServiceLine) => void
}

/** A program that is started again when its sources or the contract have changed. */
export interface Program {
  /** Starts it, or ends it and starts it anew. Never rejects: a program that ends is shown, and tried again after the next change. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Longer than the programs' own deadline for finishing what they are doing. */
const stopDeadlineMs = 30_000

const stopsWithParent = import.meta.resolve('@svc/cli/src/start/stop-with-parent.ts')

export function createProgram(options: ProgramOptions): Program {
  const { name, url, now, onState } = options
  let child: ChildProcess | undefined
  let isStopped = false
  let turn: Promise<void> = Promise.resolve()
  let isWanted = false

  const say = (state: ServiceLine['state'], detail: string) => onState({ name, url, state, detail })

  async function end(): Promise<void> {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const closed = once(running, 'close')
    running.kill('SIGTERM')
    const patience = setTimeout(() => running.kill('SIGKILL'), stopDeadlineMs)
    await closed
    clearTimeout(patience)
  }

  async function startAnew(): Promise<void> {
    isWanted = false
    if (isStopped) return
    say(child === undefined ? 'starting' : 'restarting', '')
    await end()
    if (isStopped) return
    const started = spawnProgram(options)
    child = started.process
    started.process.on('close', (code, signal) => {
      // One that was ended by us is no longer ours.
      if (child === started.process) say('ended', `${signal ?? `code ${code}`}. ${started.lastWords()}`.trim())
    })
    await started.readyOrEnded
    if (child === started.process && child.exitCode === null && child.signalCode === null)
      say('running', `since ${now().toTimeString().slice(0, 8)}`)
  }

  return {
    restart() {
      // Changes that come while it is about to start are in what it starts.
      if (isWanted) return turn
      isWanted = true
      turn = turn.then(startAnew)
      return turn
    },
    async stop() {
      isStopped = true
      await end()
      await turn
      await end()
    },
  }
}

function spawnProgram({ source, cwd, env, onLine }: ProgramOptions) {
  const process_ = spawn(process.execPath, ['--import', stopsWithParent, source], {
    cwd,
    env,
    // A group of its own: Ctrl-C in a terminal reaches only us, and we end things in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let lastWords = ''
  const hear = (line: string) => {
    const sentence = errorIn(line)
    if (sentence !== undefined) lastWords = sentence
    onLine(line)
  }
  for (const stream of [process_.stdout, process_.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', hear)
  }
  const readyOrEnded = new Promise<void>((resolve) => {
    process_.on('message', () => resolve())
    process_.once('close', () => resolve())
    process_.once('error', () => resolve())
  })
  return { process: process_, readyOrEnded, lastWords: () => lastWords }
}

/** The sentence of a line that tells of an error: of our logger, or of Node about a program that it cannot run. */
function errorIn(line: string): string | undefined {
  if (!line.startsWith('{'))
    return /^(?:\w*Error\b.*|Node\.js v.*)/.exec(line)?.[0]?.replace(/^Node\.js v.*/, '') || undefined
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } }
    return level === 'error' || level === 'fatal' ? (err?.message ?? msg) : undefined
  } catch {
    return undefined
  }
}
