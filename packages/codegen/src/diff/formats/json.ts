import { type ComparisonResult, countsOf } from './result.ts'

/** Formats a result for a program. */
export function json(result: ComparisonResult): string {
  const { old, now, open, covered, expired, unused } = result
  const value = {
    old,
    new: now,
    summary: { ...countsOf(result), waived: covered.length },
    changes: [
      ...open,
      ...covered.map(({ change, waiver: { reason, owner, expires } }) => ({
        ...change,
        waiver: { reason, owner, expires },
      })),
    ],
    waivers: { expired, unused },
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
