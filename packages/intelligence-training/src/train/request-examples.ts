import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AskingSentence } from '@svc/intelligence/model/request-features'
import { type RequestKind, requestKinds } from '@svc/intelligence/model/request-reader'
import { readSentences } from '@svc/intelligence/text/tokens'

/** The training sentences of the reader of requests. */
const requestsFolder = fileURLToPath(new URL('../../requests', import.meta.url))

/** A sentence of a review with what it asks of the business; null for nothing. */
export interface RequestSentence extends AskingSentence {
  kind: RequestKind | null
}

/** The sentences of a review, and the letter of its writer: reviews of one writer are held out together. */
export interface RequestReview {
  sentences: readonly RequestSentence[]
  writer: string
}

/** Reads the reviews of all writers in a folder. Throws at the first invalid line. */
export function readRequestReviews(folder = requestsFolder): RequestReview[] {
  const files = readdirSync(folder).filter((name) => /^[a-z]\.tsv$/.test(name))
  return files.sort().flatMap((file) => parseRequests(file, readFileSync(join(folder, file), 'utf8')))
}

/** Returns the sentences of the corpus that ask for something, with the kind of the request. */
export function readCorpusRequests(): Map<string, RequestKind> {
  const lines = readFileSync(join(requestsFolder, 'corpus-requests.txt'), 'utf8').split('\n')
  const requests = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseLine('corpus-requests.txt'))
  return new Map(requests.flatMap(({ text, kind }) => (kind === null ? [] : [[text, kind]])))
}

/** Returns the SHA-256 of the reviews and of the requests of the corpus, in hexadecimal. */
export function hashOfRequests(reviews: readonly RequestReview[], ofCorpus: ReadonlyMap<string, RequestKind>): string {
  const written = reviews.map(({ writer, sentences }) => [writer, sentences.map(({ kind, text }) => [kind, text])])
  return createHash('sha256')
    .update(JSON.stringify([written, [...ofCorpus]]))
    .digest('hex')
}

/**
 * Parses reviews, separated by empty lines, with a sentence in each line: its kind or `-`, a tab and its text. Throws
 * at the first invalid line; the error names the file and the line.
 */
export function parseRequests(file: string, content: string): RequestReview[] {
  const [writer = ''] = file.split('.')
  const reviews: RequestSentence[][] = [[]]
  for (const [index, line] of content.split('\n').entries()) {
    if (line === '') reviews.push([])
    else reviews.at(-1)?.push(sentenceOf(parseLine(file)(line, index)))
  }
  return reviews.filter((sentences) => sentences.length > 0).map((sentences) => ({ sentences, writer }))
}

function parseLine(file: string) {
  return (line: string, index: number): { kind: RequestKind | null; text: string } => {
    const [label = '', text = ''] = line.split('\t')
    const kind = requestKinds.find((name) => name === label) ?? null
    if ((kind === null && label !== '-') || text.trim() === '')
      throw new Error(`${file}, line ${index + 1}: a kind or "-", a tab and a text are required.`)
    return { kind, text: text.trim() }
  }
}

/** A text as one sentence, regardless of full stops. */
function sentenceOf({ kind, text }: { kind: RequestKind | null; text: string }): RequestSentence {
  return { kind, text, tokens: readSentences(text).flatMap(({ tokens }) => tokens) }
}
