/** Where a list continues: behind the row with this rank (0 to 65,535) and these 16 bytes of its id. */
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

/** Any constant serves; it hides nothing that an id does not show already. */
const mask = Buffer.from('9d41c7e2058bf3a6146fd0729ec83b57e1aa', 'hex')

function masked(bytes: Buffer): Buffer {
  return bytes.map((byte, index) => byte ^ (mask[index] ?? 0)) as Buffer
}
