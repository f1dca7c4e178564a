import type { IncomingMessage } from 'node:http'

/** The largest body in bytes that is recorded or compared. */
const bodyBytesMax = 10 * 1024 * 1024

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** Reads the body of a message. Rejects with a BodyTooLargeError above 10 MB, and if the client disconnects. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new BodyTooLargeError('A recorded body has 10 MB at most.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
