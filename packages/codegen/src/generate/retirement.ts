import type { Operation } from '../source/openapi.ts'

/** Interface section 9: what ends is announced this many days before. */
const NOTICE_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The headers with which a deprecated operation tells of its end. `Deprecation` is a structured date, "@" and seconds (RFC 9745
 * section 2.1); `Sunset` is an HTTP date (RFC 8594 section 3), the last second of the last day. "The timestamp given in the
 * Sunset header field MUST NOT be earlier than the one given in the Deprecation header field" (RFC 9745 section 4).
 *
 * @throws RangeError when a day cannot be read, or the end comes before the deprecation
 */
export function retirementOf(
  operation: Pick<Operation, 'deprecated' | 'operationId' | 'x-deprecated-since' | 'x-sunset'>,
): { deprecation: string | null; sunset: string | null } | null {
  if (operation.deprecated !== true) return null
  const { 'x-deprecated-since': since, 'x-sunset': end } = operation
  const sunset = end === undefined ? undefined : dayOf(end) + DAY_MS - 1000
  const from = since === undefined ? sunset && dayOf(end ?? '') - NOTICE_DAYS * DAY_MS : dayOf(since)
  if (from !== undefined && sunset !== undefined && sunset < from)
    throw new RangeError(
      `${operation.operationId} ends (x-sunset: ${end}) before it is deprecated (x-deprecated-since: ${since}).`,
    )
  return {
    deprecation: from === undefined ? null : `@${from / 1000}`,
    sunset: sunset === undefined ? null : new Date(sunset).toUTCString(),
  }
}

function dayOf(text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(time)) throw new RangeError(`\`${text}\` is not a day. Write it as 2027-01-31.`)
  return time
}
