import { createHash } from 'node:crypto'

/** The name of a counter of attempts. Neither addresses nor email addresses are stored, and every name has one size. */
export function bucketOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
