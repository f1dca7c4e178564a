import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The content of each file that a program has read, by absolute path; undefined for a file that did not exist. */
export type Reads = ReadonlyMap<string, string | undefined>

interface Observed {
  folder: string
  reads: Map<string, string | undefined>
}

const observed = new AsyncLocalStorage<Observed>()
let isObserving = false

/**
 * Runs a program that reads files with the functions of Node, and returns what it has read, also with the files that
 * its plugins read. The first call replaces these functions for the whole process; other readers are not recorded.
 *
 * @param folder relative paths are relative to it
 */
export async function withReads<Result>(
  folder: string,
  run: () => Promise<Result>,
): Promise<{ result: Result; reads: Reads }> {
  if (!isObserving) observe()
  isObserving = true
  const reads = new Map<string, string | undefined>()
  return { result: await observed.run({ folder, reads }, run), reads }
}

/** Returns whether all files still have the content that was read. */
export async function areCurrent(reads: Reads): Promise<boolean> {
  // A file that cannot be read any longer counts as missing.
  const textOf = (path: string) => readFile(path, 'utf8').catch(() => undefined)
  const current = await Promise.all([...reads].map(async ([path, text]) => (await textOf(path)) === text))
  return current.every(Boolean)
}

/** A file that is read twice keeps its first content: if it has changed in between, the next comparison notices it. */
function record(path: unknown, text: string | undefined): void {
  const { folder, reads } = observed.getStore() ?? {}
  if (folder === undefined || reads === undefined) return
  const name = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path
  if (typeof name !== 'string') return
  const absolute = resolve(folder, name)
  if (!reads.has(absolute)) reads.set(absolute, text)
}

function observe(): void {
  const { existsSync, lstatSync, readFileSync } = fs
  const { readFile: readLater } = fs.promises
  const missing = (path: unknown) => (error: unknown) => {
    record(path, undefined)
    throw error
  }
  Object.assign(fs, {
    existsSync(path: fs.PathLike) {
      const exists = existsSync(path)
      if (!exists) record(path, undefined)
      return exists
    },
    lstatSync(...parameters: Parameters<typeof lstatSync>) {
      return attempt(() => lstatSync(...parameters), missing(parameters[0]))
    },
    readFileSync(...parameters: Parameters<typeof readFileSync>) {
      const content = attempt(() => readFileSync(...parameters), missing(parameters[0]))
      record(parameters[0], String(content))
      return content
    },
  })
  Object.assign(fs.promises, {
    async readFile(...parameters: Parameters<typeof readLater>) {
      const content = await readLater(...parameters).catch(missing(parameters[0]))
      record(parameters[0], String(content))
      return content
    },
  })
  // Modules that import the functions by name use the new ones from here on.
  syncBuiltinESMExports()
}

function attempt<Value>(work: () => Value, onError: (error: unknown) => never): Value {
  try {
    return work()
  } catch (error) {
    return onError(error)
  }
}
