/** A file cannot be read to its end as one of reviews. The message says what to do, for the person who has the file. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
  /** Set if the content does not have the encoding that it was read with; another one may be chosen. */
  readonly reason: 'encoding' | undefined

  constructor(message: string, reason?: 'encoding') {
    super(message)
    this.reason = reason
  }
}
