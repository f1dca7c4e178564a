import { STATUS_CODES } from 'node:http'
import type { ErrorDetail } from '../errors.ts'

interface ProblemOptions {
  headers?: Record<string, string>
  /** The invalid parts of the request. */
  details?: readonly ErrorDetail[]
  cause?: unknown
}

/** An error with the status of its response; its message is sent to the client. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly details: readonly ErrorDetail[]

  /** @param status 400 to 599 */
  constructor(status: number, message: string, { headers = {}, details = [], cause }: ProblemOptions = {}) {
    super(message, { cause })
    this.status = status
    this.headers = headers
    this.details = details
  }

  /** The name of the status, such as `Not Found`. */
  get title(): string {
    return STATUS_CODES[this.status] ?? 'Error'
  }
}
