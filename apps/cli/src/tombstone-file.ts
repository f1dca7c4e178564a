import { readFile, rename, writeFile } from 'node:fs/promises'
import { CommandError } from '@svc/command-line/errors'
import type { Tombstone } from '@svc/db/tombstones'
import { isId } from '@svc/runtime/ids'

/** Writes one tombstone per line as JSON. The file is replaced as a whole, so that a reader never sees part of it. */
export async function writeTombstones(path: string, tombstones: readonly Tombstone[]): Promise<void> {
  const lines = tombstones.map((tombstone) => `${JSON.stringify(tombstone)}\n`)
  const temporary = `${path}.new`
  await writeFile(temporary, lines.join(''), { mode: 0o600 })
  await rename(temporary, path)
}

/** Throws a CommandError that names the first line that is not a tombstone. */
export async function readTombstones(path: string): Promise<Tombstone[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`${path} cannot be read: ${error.message}`)
  })
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line, index) => {
    const tombstone = parse(line)
    if (isTombstone(tombstone)) return tombstone
    throw new CommandError(`${path}, line ${index + 1}: not a tombstone. Write the file with "svc backup tombstones".`)
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The caller names the line.
    return undefined
  }
}

function isTombstone(value: unknown): value is Tombstone {
  if (typeof value !== 'object' || value === null) return false
  const { business_id, key_id, hash, erased_at } = Object(value)
  return (
    (business_id === null || isId('biz', String(business_id))) &&
    typeof key_id === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    !Number.isNaN(Date.parse(erased_at))
  )
}
