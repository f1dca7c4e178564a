import type { ServerResponse } from 'node:http'

/** Sockets hold about this much before they ask the writer to wait. */
const chunkBytes = 64 * 1024

/**
 * Sends a body that many responses share, at the rate at which the client takes it: of each response that is not read,
 * one chunk waits, and no byte is copied. The caller has set the status and the headers, except for the length.
 */
export function sendBytes(response: ServerResponse, bytes: Buffer): void {
  let sent = 0
  function sendMore(): void {
    for (;;) {
      const chunk = bytes.subarray(sent, sent + chunkBytes)
      sent += chunk.length
      if (sent === bytes.length) {
        response.end(chunk)
        return
      }
      if (!response.write(chunk)) {
        response.once('drain', sendMore)
        return
      }
    }
  }
  response.setHeader('Content-Length', bytes.length)
  sendMore()
}
