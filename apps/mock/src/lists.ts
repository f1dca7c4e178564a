import { decodeCursor, encodeCursor } from '@svc/http/cursor'
import { type IdPrefix, idBytes, idFromBytes } from '@svc/runtime/ids'

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/**
 * One page of records that are newest first, with the cursors of the service: every cursor is a place in the list. `rankOf` gives what
 * orders them before their age does.
 */
export function pageOf<Item extends { id: string }>(
  items: readonly Item[],
  { limit, cursor }: PageQuery,
  prefix: IdPrefix,
  rankOf: (item: Item) => number = () => 0,
): { items: Item[]; next_cursor: string | null } {
  const sorted = items.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? 1 : -1))
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const afterId = after && idFromBytes(prefix, after.idBytes)
  const isBehind = (item: Item) =>
    !after || !afterId || rankOf(item) > after.rank || (rankOf(item) === after.rank && item.id < afterId)
  const behind = sorted.filter(isBehind)
  const page = behind.slice(0, limit)
  const last = page.at(-1)
  const more = last !== undefined && behind.length > limit
  return { items: page, next_cursor: more ? encodeCursor({ rank: rankOf(last), idBytes: idBytes(last.id) }) : null }
}

/** Milliseconds of an RFC 3339 moment, which may name a leap second. */
export function instantMs(text: string): number {
  return Date.parse(text.toUpperCase().replace(':60', ':59'))
}
