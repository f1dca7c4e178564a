import { readFile } from 'node:fs/promises'
import { CannotRunError } from './cannot-run-error.ts'
import type { Failure } from './failure.ts'
import { baselineFile } from './paths.ts'

/** A known failure that is accepted until a date. */
interface Entry {
  /** `main/getWebhook/response_schema_conformance`. */
  id: string
  ticket: string
  /** The last day on which it is accepted, as `2026-12-31`. */
  expires: string
}

/** Marks known failures. An expired entry and one that matches no failure are failures themselves. */
export async function applyBaseline(
  failures: readonly Failure[],
  isWhole: boolean,
  ownEntries?: readonly Entry[],
): Promise<{ failures: Failure[]; problems: Failure[] }> {
  const entries = ownEntries ?? (await readBaseline())
  const today = new Date().toISOString().slice(0, 10)
  const known = new Map(entries.filter(({ expires }) => expires >= today).map((entry) => [entry.id, entry]))
  const problems = entries.flatMap(({ id, ticket, expires }) => {
    const [lane = 'all', operation = 'baseline'] = id.split('/')
    const own = { id: `baseline/${id}`, lane, operation, check: 'baseline', curl: null, count: 1 }
    if (expires < today)
      return [
        {
          ...own,
          message: `The baseline entry of ${ticket} expired on ${expires}: fix the failure, or agree on a new date.`,
        },
      ]
    if (isWhole && !failures.some((failure) => failure.id === id))
      return [{ ...own, message: `The baseline entry of ${ticket} matches no failure: remove it.` }]
    return []
  })
  const marked = failures.map((failure) => {
    const entry = known.get(failure.id)
    return entry ? { ...failure, baseline: { ticket: entry.ticket, expires: entry.expires } } : failure
  })
  return { failures: marked, problems }
}

async function readBaseline(): Promise<Entry[]> {
  const entries: Entry[] = JSON.parse(await readFile(baselineFile, 'utf8'))
  for (const { id, ticket, expires } of entries) {
    if (!id || !ticket || !/^\d{4}-\d{2}-\d{2}$/.test(expires ?? ''))
      throw new CannotRunError(
        `baseline.json: an entry must have id, ticket and expires (a day such as 2026-12-31): ${id}`,
      )
  }
  return entries
}
