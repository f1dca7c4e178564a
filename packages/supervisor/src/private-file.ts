import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read. Readers see the old content or the new, never a part. */
export function writePrivateFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}
