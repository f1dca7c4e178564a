import { isRecord, parseJson } from '@svc/runtime/json'
import { readCsv } from './csv.ts'
import { listPattern, readJsonArray, readJsonLines } from './json.ts'
import type { Problem, Row } from './row.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

type Format = 'csv' | 'json' | 'jsonl'

type Decoder = InstanceType<typeof TextDecoder>

export interface ReviewFile {
  format: Format
  /** Grows while `rows` is read. */
  bytesRead(): number
  /** Every row of the file in order, or the problem of an unreadable one. Reads on demand, so memory use is bounded. */
  rows: AsyncIterable<Row | Problem>
}

/** The part of the file from which encoding and format are detected. */
const sampleBytes = 65_536

/** The number of bytes that are parsed before other work of the process continues: about a millisecond of work. */
const stepBytes = 16_384

/**
 * Reads a file of reviews from its bytes. The format is detected from the content, not from a name. Memory use does not
 * depend on the size of the file.
 *
 * @throws UnreadableFileError here or while `rows` is read: the file is empty, of another kind, or not in its encoding
 */
export async function readReviewFile(bytes: AsyncIterable<Uint8Array>, encoding?: string): Promise<ReviewFile> {
  const { sample, chunks } = await takeSample(bytes)
  const charset = encoding ?? charsetOf(sample)
  if (encoding === undefined) refuseOtherKinds(sample)
  const beginning = decoderFor(charset, false).decode(sample, { stream: true })
  const format = formatOf(beginning)
  let bytesRead = 0

  async function* texts(): AsyncGenerator<string> {
    const decoder = decoderFor(charset, true)
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += stepBytes) {
        const step = chunk.subarray(start, start + stepBytes)
        bytesRead += step.length
        yield decode(decoder, step)
      }
    }
    yield decode(decoder)
  }

  function decode(decoder: Decoder, chunk?: Uint8Array): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      const message = `The file is not valid ${charset} (near byte ${bytesRead}). Save it as UTF-8.`
      throw new UnreadableFileError(message, 'encoding')
    }
  }

  const read = { csv: readCsv, json: readJsonArray, jsonl: readJsonLines }[format]
  return { format, bytesRead: () => bytesRead, rows: read(texts(), beginning) }
}

/** The first bytes, and all chunks, those of the sample included. */
async function takeSample(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ sample: Uint8Array; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < sampleBytes) {
    const { value, done } = await iterator.next()
    if (done === true) break
    first.push(value)
    size += value.length
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { sample: Buffer.concat(first).subarray(0, sampleBytes), chunks: chunks() }
}

/** The first bytes of what people send instead of text, and what to do about it. */
const otherKinds: readonly { signature: string; advice: string }[] = [
  {
    signature: 'PK\u0003\u0004',
    advice: 'a ZIP archive or an Excel workbook: unpack it, or save the sheet as CSV (UTF-8)',
  },
  { signature: '\u001f\u008b', advice: 'compressed with gzip: unpack it' },
  { signature: '\u00d0\u00cf\u0011\u00e0', advice: 'an old Excel workbook: save the sheet as CSV (UTF-8)' },
  { signature: '%PDF-', advice: 'a PDF: export the reviews as CSV or JSON' },
]

function refuseOtherKinds(sample: Uint8Array): void {
  const beginning = Buffer.from(sample.subarray(0, 8)).toString('latin1')
  const kind = otherKinds.find(({ signature }) => beginning.startsWith(signature))
  if (kind) throw new UnreadableFileError(`The file is ${kind.advice}.`)
}

/** Detected by the byte order mark; UTF-8 without one. */
function charsetOf(sample: Uint8Array): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Decodes and drops a byte order mark. */
function decoderFor(encoding: string, fatal: boolean): Decoder {
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    throw new UnreadableFileError(
      `Unknown encoding "${encoding}". Use an encoding such as utf-8, utf-16le or windows-1252.`,
    )
  }
}

function formatOf(beginning: string): Format {
  const text = beginning.trimStart()
  if (text === '') throw new UnreadableFileError('The file is empty.')
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  // A line that is not JSON by itself is a part of a larger value.
  return isRecord(parseJson(firstLine)) && !listPattern.test(firstLine) ? 'jsonl' : 'json'
}
