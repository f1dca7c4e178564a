/** The process cannot start for a reason that the operator can correct. The message states what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** The code of the system error that caused it, such as `EADDRINUSE`; undefined for other causes. */
  readonly code: string | undefined

  constructor(message: string, options: { cause?: unknown; code?: string } = {}) {
    super(message, options)
    this.code = options.code
  }
}
