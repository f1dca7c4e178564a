import { createHash } from 'node:crypto'
import type { Reader, RequestDatabase } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { readPart, storePart } from '@svc/db/review-imports'
import type { Id } from '@svc/runtime/ids'
import { inParts } from '@svc/runtime/parts'
import type { Keyring } from '@svc/runtime/secrets'

// A file between its upload and its import: in the database, encrypted, in parts. Neither side holds more than a part.

/** A file that is stored under an import. */
interface StoredFile<Access extends Reader> {
  db: Access
  owner: Owner
  importId: Id<'imp'>
  keyring: Keyring
}

/** The file is larger than allowed. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

/** The upload was removed because nothing of it arrived for too long. */
export class UploadGivenUpError extends Error {
  override readonly name = 'UploadGivenUpError'
}

/**
 * Stores a file while it arrives, and returns its SHA-256 in hexadecimal.
 *
 * @param file of at most `bytesMax` bytes
 * @throws FileTooLargeError, UploadGivenUpError; what was stored until then stays
 */
export async function storeFile(
  file: AsyncIterable<Uint8Array>,
  { db, owner, importId, keyring }: StoredFile<RequestDatabase>,
  { bytesMax }: { bytesMax: number },
): Promise<string> {
  const hash = createHash('sha256')
  let storedBytes = 0
  let number = 0
  for await (const part of inParts(file)) {
    storedBytes += part.length
    if (storedBytes > bytesMax) throw new FileTooLargeError(`The file is larger than ${bytesMax} bytes.`)
    hash.update(part)
    const sealed = keyring.encrypt('encryption', part, contextOf(importId, number))
    const stored = { number, sizeBytes: part.length, sealed }
    if (!(await db.transaction((transaction) => storePart(transaction, owner, importId, stored))))
      throw new UploadGivenUpError('The upload timed out.')
    number += 1
  }
  return hash.digest('hex')
}

/** The bytes of a stored file. */
export async function* readFile({ db, owner, importId, keyring }: StoredFile<Reader>): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const part = await readPart(db, owner, importId, number)
    if (part === undefined) return
    yield keyring.decrypt(part.key_id, part.ciphertext, contextOf(importId, number))
  }
}

/** The SHA-256 of a file in hexadecimal, read to its end and not kept. */
export async function sha256Of(file: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file) hash.update(chunk)
  return hash.digest('hex')
}

/** The context to which the encryption of a part is bound: a part that is moved elsewhere cannot be decrypted. */
function contextOf(importId: Id<'imp'>, number: number): string {
  return `review_import_parts ${importId} ${number}`
}
