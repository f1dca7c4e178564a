import { decodeCursor, encodeCursor } from '@svc/http/cursor'
import { idBytes } from '@svc/runtime/ids'
import { idLike } from '../state/id-source.ts'

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

export interface ItemPage<Item> {
  items: Item[]
  /** Null on the last page. */
  next_cursor: string | null
}

/**
 * One page of records, newest first, with the cursors of the service: a cursor is a position in the list. `rankOf`
 * returns what sorts before the age, smallest first.
 */
export function newestFirstPage<Item extends { id: string }>(
  items: readonly Item[],
  { limit, cursor }: PageQuery,
  rankOf: (item: Item) => number = () => 0,
): ItemPage<Item> {
  const sorted = items.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? 1 : -1))
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const isBehind = (item: Item) => {
    if (!after) return true
    const rank = rankOf(item)
    return rank > after.rank || (rank === after.rank && item.id < idLike(item.id, after.idBytes))
  }
  const remaining = sorted.filter(isBehind)
  const page = remaining.slice(0, limit)
  const last = page.at(-1)
  const hasMore = last !== undefined && remaining.length > limit
  return { items: page, next_cursor: hasMore ? encodeCursor({ rank: rankOf(last), idBytes: idBytes(last.id) }) : null }
}
