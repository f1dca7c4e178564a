import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file atomically that only this user may read. Readers see either the old or the new content. */
export function writePrivateFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}
