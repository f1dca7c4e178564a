import type { Operation } from '../source/openapi.ts'

/** The number of days before its removal at which the end of an operation is announced (INTERFACE.md §9). */
const noticeDays = 30
const dayMs = 24 * 60 * 60 * 1000

/**
 * The headers that announce the end of a deprecated operation. `Deprecation` is a structured date, "@" and seconds (RFC
 * 9745 section 2.1); `Sunset` is an HTTP date (RFC 8594 section 3), the last second of the last day. "The timestamp
 * given in the Sunset header field MUST NOT be earlier than the one given in the Deprecation header field" (RFC 9745
 * section 4).
 *
 * @throws RangeError for an invalid date, or when the end is before the deprecation
 */
export function retirementOf(
  operation: Pick<Operation, 'deprecated' | 'operationId' | 'x-deprecated-since' | 'x-sunset'>,
): { deprecation: string | null; sunset: string | null } | null {
  if (operation.deprecated !== true) return null
  const { 'x-deprecated-since': since, 'x-sunset': end } = operation
  const sunset = end === undefined ? undefined : dayOf(end) + dayMs - 1000
  const from = since === undefined ? sunset && dayOf(end ?? '') - noticeDays * dayMs : dayOf(since)
  if (from !== undefined && sunset !== undefined && sunset < from)
    throw new RangeError(
      `${operation.operationId} ends (x-sunset: ${end}) before it is deprecated (x-deprecated-since: ${since}).`,
    )
  return {
    deprecation: from === undefined ? null : `@${from / 1000}`,
    sunset: sunset === undefined ? null : new Date(sunset).toUTCString(),
  }
}

function dayOf(date: string): number {
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time)) throw new RangeError(`\`${date}\` is not a date. Write it as 2027-01-31.`)
  return time
}
