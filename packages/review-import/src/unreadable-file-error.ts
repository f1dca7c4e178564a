/** A file cannot be read to its end as one of reviews. The message says what to do, for the person who has the file. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}
