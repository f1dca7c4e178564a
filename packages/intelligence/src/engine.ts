import type { Engine } from './records.ts'

/**
 * What produced a result. Stored beside every set of labels: labels of another version are computed again,
 * so changing what `labelReview` says means changing this version.
 */
export const embeddedEngine = {
  name: 'aspects',
  version: '2.13.0',
  mode: 'embedded',
  fallback_reason: null,
} as const satisfies Engine
