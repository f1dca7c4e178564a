import type { Page, PageRequest } from '@svc/db/records'
import type { ReviewPosition } from '@svc/db/review-list'
import { decodeCursor, decodeSortedCursor, encodeCursor, encodeSortedCursor } from '@svc/http/cursor'
import { type IdPrefix, idBytes, idFromBytes } from '@svc/runtime/ids'

/** The page that a query requests, as the stores take it. `prefix` is the kind of the listed ids. */
export function pageRequest(query: { limit: number; cursor?: string | undefined }, prefix: IdPrefix): PageRequest {
  if (query.cursor === undefined) return { limit: query.limit }
  const { rank, idBytes } = decodeCursor(query.cursor)
  return { limit: query.limit, after: { rank, id: idFromBytes(prefix, idBytes) } }
}

/** A page of a store as a list operation returns it. */
export function pageResult<Item>({ items, next }: Page<Item>): { items: Item[]; next_cursor: string | null } {
  return { items, next_cursor: next && encodeCursor({ rank: next.rank, idBytes: idBytes(next.id) }) }
}

/** The review behind which a list of reviews continues. */
export function decodeReviewCursor(cursor: string): ReviewPosition {
  const { rating, timeMs, idBytes } = decodeSortedCursor(cursor)
  return { rating, timeMs, id: idFromBytes('rev', idBytes) }
}

export function encodeReviewCursor({ id, ...position }: ReviewPosition): string {
  return encodeSortedCursor({ ...position, idBytes: idBytes(id) })
}
