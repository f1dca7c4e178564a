/** The process cannot start for a reason that the operator can change; the message states what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
