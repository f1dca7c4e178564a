import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CommandError } from '@svc/command-line/errors'
import type { Problem, Row } from '@svc/review-import/row'
import { readCsv } from './csv.ts'
import { listPattern, readJsonArray, readJsonLines } from './json.ts'

type Format = 'csv' | 'json' | 'jsonl'

type Decoder = InstanceType<typeof TextDecoder>

export interface ReviewFile {
  format: Format
  sizeBytes: number
  /** Grows while `rows` is read. */
  bytesRead(): number
  /** Every row of the file in order, or the problem of an unreadable one. Reads on demand, so memory use is bounded. */
  rows: AsyncIterable<Row | Problem>
}

/** The part of the file from which encoding and format are detected. */
const sampleBytes = 65_536

/** Opens a file of reviews. The format is detected from the content, not from the name. */
export async function openReviewFile(path: string, encoding?: string): Promise<ReviewFile> {
  const { sizeBytes, sample } = await readSample(path)
  const charset = encoding ?? charsetOf(sample)
  const beginning = decoderFor(charset, false).decode(sample, { stream: true })
  const format = formatOf(beginning)
  let bytesRead = 0

  async function* texts(): AsyncGenerator<string> {
    const decoder = decoderFor(charset, true)
    for await (const chunk of createReadStream(path, { highWaterMark: sampleBytes }) as AsyncIterable<Buffer>) {
      bytesRead += chunk.length
      yield decode(decoder, chunk)
    }
    yield decode(decoder)
  }

  function decode(decoder: Decoder, chunk?: Buffer): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new CommandError(
        `The file is not valid ${charset} (near byte ${bytesRead}). Set its encoding, such as --encoding windows-1252, or save it as UTF-8.`,
      )
    }
  }

  const read = { csv: readCsv, json: readJsonArray, jsonl: readJsonLines }[format]
  return { format, sizeBytes, bytesRead: () => bytesRead, rows: read(texts(), beginning) }
}

async function readSample(path: string): Promise<{ sizeBytes: number; sample: Buffer }> {
  try {
    await using file = await open(path)
    const stats = await file.stat()
    if (!stats.isFile()) throw new CommandError(`${path} is not a file.`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    return { sizeBytes: stats.size, sample: buffer.subarray(0, bytesRead) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new CommandError(`The file ${path} does not exist.`)
    if (code === 'EACCES') throw new CommandError(`This user may not read ${path}.`)
    throw error
  }
}

/** Detected by the byte order mark; UTF-8 without one. */
function charsetOf(sample: Buffer): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Decodes and drops a byte order mark. */
function decoderFor(encoding: string, fatal: boolean): Decoder {
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    throw new CommandError(`Unknown encoding "${encoding}". Use an encoding such as utf-8, utf-16le or windows-1252.`)
  }
}

function formatOf(beginning: string): Format {
  const text = beginning.trimStart()
  if (text === '') throw new CommandError('The file is empty.')
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  return isObject(firstLine) && !listPattern.test(firstLine) ? 'jsonl' : 'json'
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    // The line is a part of a larger value.
    return false
  }
}
