/** A file is not one of reviews, or its bytes are not text. The message says what to do, for the person who has the file. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}
