/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command failed for a reason that the message explains: exit code 1, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A value that a parser refuses. The message continues the option's name: `must be a whole number from 0 to 65535`. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError'
  /** Valid values, of which the nearest is suggested. */
  readonly alternatives: readonly string[]

  constructor(message: string, alternatives: readonly string[] = []) {
    super(message)
    this.alternatives = alternatives
  }
}
