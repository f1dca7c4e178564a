/** The lease is held by another worker, or the work is already finished. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}
