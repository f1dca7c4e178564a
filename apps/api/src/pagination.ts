import type { Page, PageRequest } from '@svc/db/records'
import { decodeCursor, encodeCursor } from '@svc/http/cursor'
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
