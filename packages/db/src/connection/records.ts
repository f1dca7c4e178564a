import { type Id, type IdPrefix, idFromBytes } from '@svc/runtime/ids'
import { instantMs } from '@svc/runtime/instants'

/**
 * The account and business whose records a statement may access: "No credential can reach another account's data"
 * (INTERFACE.md §1).
 */
export interface Owner {
  account_id: Id<'acc'>
  business_id: Id<'biz'>
}

/** The business id of an account that has no business yet. No row has this id. */
export const noBusiness: Id<'biz'> = `biz_${'0'.repeat(26)}`

/** Whether the account of the owner has a business. */
export function hasBusiness({ business_id }: Owner): boolean {
  return business_id !== noBusiness
}

/** The SQL expression for the business id of an account, of a left join with its business. */
export function businessIdOf(business: string): string {
  return `coalesce(${business}.id, '${noBusiness}')`
}

/** The last row of a page. Only recommendations have a rank; everywhere else it is 0. */
export interface Position {
  rank: number
  id: Id
}

/** The requested rows of a list: `limit` of 1 to 100, and only rows after `after`. */
export interface PageRequest {
  limit: number
  after?: Position | undefined
}

/** One page of a list, and the position to continue from, which is null at the end. */
export interface Page<Item> {
  items: Item[]
  next: Position | null
}

/** A lease of a worker. `attempt` is the fencing number: later holders of the row have a higher one. */
export interface Lease<Prefix extends IdPrefix = IdPrefix> {
  id: Id<Prefix>
  worker_id: string
  attempt: number
}

/** The type of a column as declared in information_schema. A question mark means that it may be null. */
export type Column =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'bytea'
  | 'json'
  | 'ARRAY'
  | 'timestamptz'
  | 'date'
export type Columns<Row> = Record<keyof Row, Column | `${Column}?`>

/**
 * The rest of a request whose fields are all handled. The function that takes the fields of a request one by one ends
 * with `rest satisfies NoOtherFields`: a field that is added to the contract does not compile until it is handled.
 */
export type NoOtherFields = Record<string, never>

/** The column names in the order of the contract, for the `select` list. */
export function selectList<Row>(columns: Columns<Row>, table?: string): string {
  return Object.keys(columns)
    .map((name) => (table === undefined ? name : `${table}.${name}`))
    .join(', ')
}

/**
 * Returns the page of rows that were selected with one more than the limit, so that the end is known without a second
 * query.
 */
export function pageOfRows<Item extends { id: Id }>(
  rows: Item[],
  limit: number,
  rankOf: (item: Item) => number = () => 0,
): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last !== undefined && rows.length > limit ? { rank: rankOf(last), id: last.id } : null }
}

/** Returns the row of a statement that always returns exactly one. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always returns a row returned none.')
  return row
}

/** Sorts after every id, so that the first page of a list is the page "before" it. */
export const beyondEveryId = '~'

/**
 * The maximum difference between the time in an id and `created_at` of its row: an id generator compensates for small
 * backward steps of the clock, and `now()` of PostgreSQL is the start of the transaction.
 */
const idSlackMs = 60_000

/**
 * Not above the id of any row that was created at `ms` or later. Restricts an index scan to a period; the condition on
 * `created_at` is exact.
 */
export function lowestIdSince<Prefix extends IdPrefix>(prefix: Prefix, ms: number): Id<Prefix> {
  return firstIdAt(prefix, ms - idSlackMs)
}

/** Above the id of every row that was created before `ms`. */
export function idBeyond<Prefix extends IdPrefix>(prefix: Prefix, ms: number): Id<Prefix> {
  return firstIdAt(prefix, ms + idSlackMs)
}

/** The lowest id of that millisecond. */
function firstIdAt<Prefix extends IdPrefix>(prefix: Prefix, ms: number): Id<Prefix> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(ms, 0), 0, 6)
  return idFromBytes(prefix, bytes)
}

/**
 * Converts an instant of a request to a value that PostgreSQL can store. RFC 3339 permits values that it cannot store:
 * years before year 1 and leap seconds. Values outside 1970 to 9999 are clamped, because no row has such a time.
 */
export function storableInstant(text: string): string {
  const ms = instantMs(text)
  if (Number.isNaN(ms)) throw new RangeError(`"${text}" is not an instant such as 2026-11-20T08:30:00.000Z.`)
  return new Date(Math.min(Math.max(ms, 0), latestMs)).toISOString()
}

const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Replaces the characters that PostgreSQL cannot store, U+0000 and unpaired surrogates, by U+FFFD: for text from
 * outside that no schema has checked, such as the response of a receiver or a line of an uploaded file.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
