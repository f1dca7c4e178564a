import { readFile } from 'node:fs/promises'
import { CannotRunError } from './cannot-run-error.ts'
import type { Failure } from './failure.ts'
import { baselineFile } from './places.ts'

/** A failure that is known and may stay for a while. */
interface Entry {
  /** `main/getWebhook/response_schema_conformance`. */
  id: string
  ticket: string
  /** The last day on which it may fail, as `2026-12-31`. */
  expires: string
}

/** Marks failures that are known. An expired entry, and one that nothing failed for, is a failure of its own. */
export async function applyBaseline(
  failures: readonly Failure[],
  isWhole: boolean,
  given?: readonly Entry[],
): Promise<{ failures: Failure[]; problems: Failure[] }> {
  const entries = given ?? (await readBaseline())
  const today = new Date().toISOString().slice(0, 10)
  const known = new Map(entries.filter(({ expires }) => expires >= today).map((entry) => [entry.id, entry]))
  const problems = entries.flatMap(({ id, ticket, expires }) => {
    const [lane = 'all', operation = 'baseline'] = id.split('/')
    const own = { id: `baseline/${id}`, lane, operation, check: 'baseline', curl: null, count: 1 }
    if (expires < today)
      return [
        { ...own, message: `The baseline entry of ${ticket} expired on ${expires}: fix it, or agree on another date.` },
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
      throw new CannotRunError(`baseline.json: an entry needs id, ticket and expires (a day such as 2026-12-31): ${id}`)
  }
  return entries
}
