/** The process cannot start for a reason that the operator can correct. The message states what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
