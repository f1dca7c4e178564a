import type { Engine } from './records.ts'

/**
 * The engine that produced a result. Its version is stored with every set of labels: those of an older one are
 * replaced in the background, so changing what `labelReview` says means changing this version.
 */
export const embeddedEngine = {
  name: 'aspects',
  version: '2.28.0',
  mode: 'embedded',
  fallback_reason: null,
} as const satisfies Engine

/**
 * Returns whether labels of a version are older than this engine (negative), its own (0) or newer (positive), as while
 * a new release is rolled out. A version that is not three numbers is older.
 */
export function compareToEngine(version: string): number {
  const own = partsOf(embeddedEngine.version)
  const other = partsOf(version)
  for (const [index, part] of own.entries()) {
    const difference = (other[index] ?? -1) - part
    if (difference !== 0) return difference
  }
  return 0
}

function partsOf(version: string): number[] {
  return /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : []
}
