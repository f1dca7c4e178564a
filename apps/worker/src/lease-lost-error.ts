/** Another worker holds the claim now, or the work is already finished. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}
