import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * A program that stays in memory and answers questions, one after the other: what takes seconds to load is loaded once, and while it
 * computes this process goes on answering.
 */
export interface Resident<Question, Answer, Notice = never> {
  /**
   * Rejects with what the program threw, and where the program ended instead of answering.
   *
   * @param onNotice told what the program has to say before its answer
   */
  ask(question: Question, onNotice?: (notice: Notice) => void): Promise<Answer>
  /** Ends the program after what it is doing; the next question starts it anew. */
  renew(): void
  stop(): Promise<void>
}

interface Waiting {
  resolve(answer: unknown): void
  reject(reason: Error): void
  onNotice: (notice: unknown) => void
}

interface Reply {
  number: number
  notice?: unknown
  answer?: unknown
  error?: string
}

/**
 * @param program a source file that calls `answerQuestions`
 * @param nodeOptions options of Node for it, such as its share of memory
 */
export function startResident<Question, Answer, Notice = never>(
  program: URL,
  nodeOptions: string[] = [],
): Resident<Question, Answer, Notice> {
  let child: ChildProcess | undefined
  let last = 0

  function running(): { process: ChildProcess; waiting: Map<number, Waiting> } {
    if (child === undefined || !child.connected) {
      const started = fork(program, { execArgv: nodeOptions, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      const waiting = new Map<number, Waiting>()
      waitingOf.set(started, waiting)
      let said = ''
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4_000)
      })
      started.on('message', ({ number, notice, answer, error }: Reply) => {
        const asked = waiting.get(number)
        if (notice !== undefined) return asked?.onNotice(notice)
        waiting.delete(number)
        if (error === undefined) asked?.resolve(answer)
        else asked?.reject(new Error(error))
      })
      started.on('close', (code, signal) => {
        const reason = new Error(`It ended before it answered (${signal ?? `code ${code}`}). ${said.trim()}`.trim())
        for (const { reject } of waiting.values()) reject(reason)
        waiting.clear()
      })
      started.on('error', () => {})
      child = started
    }
    return { process: child, waiting: waitingOf.get(child) ?? new Map() }
  }

  return {
    ask(question, onNotice = () => {}) {
      const { process, waiting } = running()
      const number = ++last
      return new Promise((resolve, reject) => {
        waiting.set(number, {
          resolve: resolve as (answer: unknown) => void,
          reject,
          onNotice: onNotice as (notice: unknown) => void,
        })
        process.send({ number, question }, (error) => {
          if (error) reject(error)
        })
      })
    },
    renew() {
      const old = child
      child = undefined
      if (old === undefined) return
      const isIdle = () => (waitingOf.get(old)?.size ?? 0) === 0
      if (isIdle()) old.kill()
      else old.on('message', () => isIdle() && old.kill())
    },
    async stop() {
      const old = child
      child = undefined
      if (old === undefined || old.exitCode !== null || old.signalCode !== null) return
      const closed = once(old, 'close')
      old.kill('SIGKILL')
      await closed
    },
  }
}

const waitingOf = new WeakMap<ChildProcess, Map<number, Waiting>>()

/** The other side: answers the questions of the process that started this one, in the order in which they come. */
export function answerQuestions<Question, Answer, Notice = never>(
  answer: (question: Question, tell: (notice: Notice) => void) => Answer | Promise<Answer>,
): void {
  // Ctrl-C in a terminal reaches every process of the group; the one that started this one ends it.
  process.on('SIGINT', () => {})
  process.once('disconnect', () => process.exit(0))
  let turn = Promise.resolve()
  process.on('message', ({ number, question }: { number: number; question: Question }) => {
    const send = (reply: Omit<Reply, 'number'>) => process.connected && process.send?.({ number, ...reply })
    turn = turn.then(async () => {
      try {
        send({ answer: (await answer(question, (notice) => send({ notice }))) ?? null })
      } catch (error) {
        send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      }
    })
  })
}
