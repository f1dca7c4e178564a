/** The tests could not run, which says nothing about the service: exit code 2. The message says what to do. */
export class CannotRun extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotRun'
  }
}
