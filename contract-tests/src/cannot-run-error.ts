/** The tests could not run, so there is no result for the service: exit code 2. The message contains what to do. */
export class CannotRunError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotRunError'
  }
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
