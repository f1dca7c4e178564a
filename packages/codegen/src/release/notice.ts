import { execFileSync } from 'node:child_process'
import type { Change } from '../diff/findings.ts'
import { type OpenApi, operationsOf as operationsIn } from '../source/openapi.ts'
import { type Announcement, announcementsIn, announces, type Changelog, operationsOf } from './changelog.ts'

/** A breaking change to a stable operation is announced this many days before (INTERFACE.md §9). */
export const noticeDays = 30

/** A breaking change that may not be released today, and the date of its announcement. */
interface Unannounced {
  change: Change
  /** The stable operations that lack an announcement which is old enough. */
  operations: string[]
  /** The first day on which it may be released, or undefined if it was not announced. */
  from?: string
}

/** The day on which a line of the changelog became public. */
type PublishedOn = (announcement: Announcement) => string

/**
 * Returns the breaking changes to stable operations that were not announced `noticeDays` before. Changes to the API as
 * a whole count as stable.
 *
 * @param today as `2026-11-21`
 */
export function unannounced(
  changes: readonly Change[],
  changelog: Changelog,
  today: string,
  publishedOn: PublishedOn,
): Unannounced[] {
  const announcements = announcementsIn(changelog)
  return changes
    .filter(({ verdict }) => verdict === 'breaking')
    .flatMap((change) => {
      const missing: string[] = []
      let from: string | undefined = ''
      for (const operation of stableOperations(change)) {
        const found = announcements.filter((one) => announces(one, change, operation))
        const [earliest] = found.map((one) => latest(one.date, publishedOn(one))).sort()
        const allowed = earliest === undefined ? undefined : plusDays(earliest, noticeDays)
        if (allowed !== undefined && allowed <= today) continue
        missing.push(operation)
        from = allowed === undefined || from === undefined ? undefined : latest(from, allowed)
      }
      if (missing.length === 0) return []
      return [{ change, operations: missing, ...(from !== undefined && { from }) }]
    })
}

/** The operations of a change whose old contract promised stability. */
export function stableOperations(change: Change): string[] {
  if (change.affects.length === 0) return operationsOf(change)
  return change.affects.filter(({ stability }) => stability === 'stable').map(({ name }) => name)
}

/**
 * Returns a sentence for each stable operation that was removed although the last release does not mark its end, or
 * names a last day that has not passed.
 *
 * @param last the document of the last release
 * @param today as `2026-11-21`
 */
export function removedTooEarly(changes: readonly Change[], last: OpenApi, today: string): string[] {
  const known = operationsIn(last, 'paths').map(({ operation }) => operation)
  const removed = changes.filter(({ rule }) => rule === 'operation-removed').flatMap(stableOperations)
  return removed.flatMap((name) => {
    const { deprecated, 'x-sunset': end } = known.find(({ operationId }) => operationId === name) ?? {}
    if (deprecated !== true || end === undefined)
      return [
        `${name} is not marked in ${last.info.version}. Keep it for one release with \`deprecated\` and \`x-sunset\`.`,
      ]
    return end < today ? [] : [`${name} works until ${end}: it may be removed from ${plusDays(end, 1)} on.`]
  })
}

/**
 * Returns the date on which a line became public. A date in the changelog may be incorrect, so the later of this date
 * and the date of its commit is used; for an uncommitted line, today is used.
 */
export function publishedInGit(folder: string, file: string, today: string): PublishedOn {
  return ({ key }) => {
    try {
      const log = execFileSync('git', ['log', '--reverse', '--format=%cs', `-S${key}`, '--', file], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return log.split('\n')[0] || today
    } catch {
      // Not a git repository, so no line was published before.
      return today
    }
  }
}

export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function latest(a: string, b: string): string {
  return a > b ? a : b
}
