import { pathToFileURL } from 'node:url'
import { type Outcome, program, quiet } from './redocly.ts'

// Redocly inside this process. For a process that lints after every save: from the third run on, the compiled code of
// the program is reused, and a run takes about a third of the CPU time of a new process.

let runs = 0
let previous: Promise<unknown> = Promise.resolve()

/**
 * Runs Redocly in this process, one run after the other: it needs the arguments, the working folder and the output of
 * the process for itself. Plugins are loaded once, so the process must end when one of them changes. Each run evaluates
 * the main module of the program, which stays in memory (0.8 MB).
 *
 * @param folder the working folder of the program
 */
export function runLoadedRedocly(arguments_: readonly string[], folder: string): Promise<Outcome> {
  const run = previous.then(() => runNow(arguments_, folder))
  // The caller gets the error of its run; the next run only waits for the end.
  previous = run.catch(() => {})
  return run
}

async function runNow(arguments_: readonly string[], folder: string): Promise<Outcome> {
  const { argv, exit } = process
  const workingFolder = process.cwd()
  const ended = Promise.withResolvers<number>()
  const exitNow = (code: number) => ended.resolve(code)
  // The program ends with a handler of `beforeExit` that exits with its code. This process lives on.
  const onListener = (event: string | symbol, listener: () => void) => {
    if (event !== 'beforeExit') return
    process.nextTick(() => process.removeListener('beforeExit', listener))
    listener()
  }
  const output = captured(process.stdout)
  const log = captured(process.stderr)
  process.on('newListener', onListener)
  try {
    Object.assign(process.env, quiet)
    process.chdir(folder)
    Object.assign(process, { argv: [process.execPath, program, ...arguments_], exit: exitNow })
    runs += 1
    const main = new URL('../lib/index.js', pathToFileURL(program))
    await import(`${main.href}?run=${runs}`)
    return { code: await ended.promise, output: output.text, log: log.text }
  } finally {
    process.removeListener('newListener', onListener)
    Object.assign(process, { argv, exit })
    process.chdir(workingFolder)
    output.release()
    log.release()
  }
}

/** Keeps what is written to a stream, instead of writing it. */
function captured(stream: NodeJS.WriteStream) {
  const { write } = stream
  const kept = {
    text: '',
    release() {
      stream.write = write
    },
  }
  stream.write = (text: string | Uint8Array) => {
    kept.text += String(text)
    return true
  }
  return kept
}
