import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { CommandError } from '@svc/command-line/errors'
import { type ReviewFile, readReviewFile } from '@svc/review-import/review-file'
import { UnreadableFileError } from '@svc/review-import/unreadable-file-error'
import { errorCode } from '@svc/runtime/error-code'

/** Opens a file of reviews. Throws a CommandError if the file does not exist or does not contain reviews. */
export async function openReviewFile(path: string, encoding?: string): Promise<ReviewFile & { sizeBytes: number }> {
  const sizeBytes = await sizeOf(path)
  try {
    return { sizeBytes, ...(await readReviewFile(createReadStream(path), encoding)) }
  } catch (error) {
    throw asCommandError(error)
  }
}

/** Converts an error about the file to a CommandError. Returns any other error unchanged. */
export function asCommandError(error: unknown): unknown {
  if (!(error instanceof UnreadableFileError)) return error
  return new CommandError(
    error.reason === 'encoding'
      ? `${error.message} Or set its encoding, such as --encoding windows-1252.`
      : error.message,
  )
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new CommandError(`${path} is not a file.`)
    await access(path, constants.R_OK)
    return stats.size
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') throw new CommandError(`The file ${path} does not exist.`)
    if (code === 'EACCES') throw new CommandError(`Permission denied: ${path} cannot be read.`)
    throw error
  }
}
