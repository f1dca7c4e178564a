import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { type Owner, storableInstant } from '@svc/db/records'
import { CellError } from './cells.ts'
import { createReviewReader, type ImportableReview } from './review-reader.ts'
import { type Column, isProblem, type Row } from './row.ts'
import type { Subject } from './subject.ts'

type NewReview = Schemas['NewReview']
type ErrorDetail = Schemas['ErrorDetail']

/** An item that can be stored, or why not. */
export type ReadItem = { item: ImportableReview } | { problem: ErrorDetail }

/** The fields of an item by the column of the reader, where the names differ. */
const headings: Row['headings'] = { subject: 'competitor_id' }

/** The contract has date-times only. */
const datesAdvice = 'write it like 2026-11-20T08:30:00Z'

/**
 * Reads the items of `createReviews` with the rules for rows of files. An item that names a review of an earlier item
 * is a problem: which of the two is meant cannot be known.
 */
export async function readReviewItems(
  items: readonly NewReview[],
  context: { owner: Owner; competitors: readonly { id: string; name: string }[]; nowMs: number },
): Promise<ReadItem[]> {
  const { owner, nowMs } = context
  const subjects = subjectsOf(context.competitors)
  const readReview = createReviewReader({ owner, subjects, only: undefined, source: 'other', datesAdvice, nowMs })
  const seen = new Map<string, number>()
  const results: ReadItem[] = []
  for (const [index, given] of items.entries()) {
    const itemPath = `body.reviews.${index}`
    const read = await readReview({ line: index, cells: cellsOf(given), headings })
    if (isProblem(read)) {
      const path = read.column === null ? itemPath : `${itemPath}.${read.column}`
      results.push({ problem: { path, message: read.reason.slice(0, bounds.ErrorDetail.message.maxLength) } })
      continue
    }
    const { subject, review } = read
    const identity = JSON.stringify([subject.competitor_id, review.source, review.source_id])
    const earlier = seen.get(identity)
    if (earlier === undefined) results.push({ item: read })
    else results.push({ problem: { path: `${itemPath}.source_id`, message: `repeats body.reviews.${earlier}` } })
    seen.set(identity, earlier ?? index)
  }
  return results
}

function subjectsOf(competitors: readonly { id: string; name: string }[]) {
  const known = new Map(competitors.map((competitor) => [competitor.id, competitor]))
  const own: Subject = { competitor_id: null, name: '', created: false }
  return {
    own,
    async find(id: string): Promise<Subject> {
      const competitor = known.get(id)
      if (!competitor) throw new CellError('is not a competitor of this business')
      return { competitor_id: `cmp_${competitor.id.slice(4)}`, name: competitor.name, created: false }
    },
  }
}

/** The item as the row of a file with these values would be. */
function cellsOf(item: NewReview): Row['cells'] {
  const { competitor_id, source, source_id, rating, title, text, language, published_at, owner_replied } = item
  const cells: Row['cells'] = {}
  const set = (column: Column, value: string | undefined) => {
    if (value !== undefined) cells[column] = value.trim()
  }
  set('subject', competitor_id)
  set('source', source)
  set('source_id', source_id)
  set('rating', rating === undefined ? undefined : String(rating))
  set('title', title)
  set('text', text)
  set('language', language)
  set('published_at', published_at === undefined ? undefined : storableInstant(published_at))
  set('owner_replied', owner_replied === undefined ? undefined : String(owner_replied))
  return cells
}
