/** A value that a person entered is not accepted. The message states the reason, as a sentence for that person. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError'
}
