/** A duration in milliseconds, in seconds with two decimals. */
export function formatSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(2)} s`
}
