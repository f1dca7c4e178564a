import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { areCurrent, type Reads, withReads } from './reads.ts'
import { type Outcome, program, quiet } from './redocly.ts'

// Redocly inside this process. For a process that lints after every save: from the third run on, the compiled code of
// the program is reused, and a run takes about a third of the CPU time of a new process. A run whose files are the same
// as before takes a few milliseconds.

const programFolder = `${resolve(program, '../..')}/`

let runs = 0
let previous: Promise<unknown> = Promise.resolve()

/** The last run without an error for each document, by its arguments and its folder. */
const kept = new Map<string, KeptRun>()

interface KeptRun {
  reads: Reads
  outcome: Outcome
  /** The content of the file that the run has written; undefined if it has written none. */
  written: string | undefined
}

/**
 * Runs Redocly in this process, one run after the other: it needs the arguments, the working folder and the output of
 * the process for itself. Plugins are loaded once, so the process must end when one of them changes. Each run evaluates
 * the main module of the program, which stays in memory (0.8 MB).
 *
 * If no file has changed that the last run with these arguments has read, the result is that of the last run. After a
 * run with errors, Redocly always runs again.
 *
 * @param folder the working folder of the program
 */
export function runLoadedRedocly(arguments_: readonly string[], folder: string): Promise<Outcome> {
  const run = previous.then(() => runUnlessKept(arguments_, folder))
  // The caller gets the error of its run; the next run only waits for the end.
  previous = run.catch(() => {})
  return run
}

async function runUnlessKept(arguments_: readonly string[], folder: string): Promise<Outcome> {
  const option = arguments_.indexOf('--output')
  const target = option < 0 ? undefined : arguments_[option + 1]
  const key = JSON.stringify([folder, ...arguments_.filter((argument) => argument !== target)])
  const known = kept.get(key)
  if (known !== undefined && (await areCurrent(known.reads))) {
    if (target !== undefined && known.written !== undefined) await writeFile(target, known.written)
    return known.outcome
  }
  kept.delete(key)
  const { result: outcome, reads: all } = await withReads(folder, () => runNow(arguments_, folder))
  // The modules of the program stay as they were loaded.
  const reads = new Map([...all].filter(([path]) => !path.startsWith(programFolder)))
  if (outcome.code === 0 && !isRemote(reads)) {
    kept.set(key, { reads, outcome, written: target && (await readFile(target, 'utf8')) })
  }
  return outcome
}

/** Returns whether one of the files refers to another server, whose documents can change at any time. */
function isRemote(reads: Reads): boolean {
  return [...reads.values()].some((text) => text !== undefined && /\$ref["']?\s*:\s*["']?https?:/.test(text))
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
