/** The position at which a list continues: after the row with this rank (0 to 65,535) and these 16 bytes of its id. */
interface CursorPosition {
  rank: number
  idBytes: Uint8Array
}

/**
 * Encodes a position as 24 base64url characters: 18 bytes, masked so that clients do not build cursors themselves.
 * Every string that matches the contract's pattern is a position, so an invented or expired cursor never fails: it only
 * points somewhere in the list.
 */
export function encodeCursor({ rank, idBytes }: CursorPosition): string {
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16BE(rank, 0)
  bytes.set(idBytes, 2)
  return masked(bytes).toString('base64url')
}

/** Decodes a cursor that matches the contract's pattern. */
export function decodeCursor(cursor: string): CursorPosition {
  const bytes = masked(Buffer.from(cursor, 'base64url'))
  return { rank: bytes.readUInt16BE(0), idBytes: bytes.subarray(2, 18) }
}

/** The position at which a list sorted by time or rating continues: after the row with these values. */
interface SortedCursorPosition {
  /** Stars, 0 without; an invented cursor may contain up to 255. */
  rating: number
  /** Milliseconds since 1970. */
  timeMs: number
  idBytes: Uint8Array
}

/**
 * As `encodeCursor`, for lists sorted by time or rating: 32 base64url characters, of 8 bytes of sort key and 16 of the
 * id. The key is always one byte of stars and seven of time, so a cursor is a position in every order of the list.
 */
export function encodeSortedCursor({ rating, timeMs, idBytes }: SortedCursorPosition): string {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64BE(BigInt(timeMs))
  bytes.writeUInt8(rating)
  bytes.set(idBytes, 8)
  return masked(bytes).toString('base64url')
}

/** Decodes a cursor of a sorted list that matches the contract's pattern. */
export function decodeSortedCursor(cursor: string): SortedCursorPosition {
  const bytes = masked(Buffer.from(cursor, 'base64url'))
  const timeMs = Number(bytes.readBigUInt64BE() & 0xff_ffff_ffff_ffffn)
  return { rating: bytes.readUInt8(), timeMs, idBytes: bytes.subarray(8, 24) }
}

/** Any constant will do: it hides nothing that an id does not already show. */
const mask = Buffer.from('9d41c7e2058bf3a6146fd0729ec83b57e1aa5c0894be61d3', 'hex')

function masked(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)))
}
