import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read, whole or not at all. */
export function writePrivateFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}
