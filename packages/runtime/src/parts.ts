/** The size of a part of a stored file in bytes, before it is encrypted, except the last part. */
export const partBytes = 1024 * 1024

/** Yields the same bytes in parts of one size, except the last part. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < partBytes) continue
    const whole = Buffer.concat(waiting)
    const end = whole.length - (whole.length % partBytes)
    for (let start = 0; start < end; start += partBytes) yield whole.subarray(start, start + partBytes)
    waiting = [whole.subarray(end)]
    waitingBytes = whole.length - end
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}
