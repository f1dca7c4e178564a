import { fileURLToPath } from 'node:url'
import { requestReader } from '@svc/intelligence/model/request-model'
import { type RequestKind, requestKindOf, requestKinds } from '@svc/intelligence/model/request-reader'
import { type RequestReview, type RequestSentence, readRequestReviews } from '../train/request-examples.ts'
import { share } from './critical.ts'

const folder = fileURLToPath(new URL('../../evaluation/requests', import.meta.url))

/** A sentence with the request that the engine finds in it. */
interface Read extends RequestSentence {
  found: RequestKind | null
}

/** Reads the reviews of the evaluation set `requests`. Throws if a line is invalid. */
export const readRequestEvaluation = (): RequestReview[] => readRequestReviews(folder)

/**
 * Formats how many requests the engine finds and how many of the found ones are requests, by sentence and by review,
 * each with its 95 % interval, and every sentence that is read wrong.
 */
export function describeRequests(): string {
  const reviews = readRequestEvaluation().map(({ writer, sentences }) => ({
    writer,
    sentences: sentences.map((sentence, index): Read => {
      return { ...sentence, found: requestKindOf(requestReader, sentence, sentences[index + 1]) }
    }),
  }))
  const writers = [...new Set(reviews.map(({ writer }) => writer))]
  const sentences = reviews.flatMap((review) => review.sentences)
  const asking = sentences.filter(({ kind }) => kind !== null)
  const found = sentences.filter((sentence) => sentence.found !== null)
  const right = asking.filter((sentence) => sentence.found !== null)
  const asks = ({ sentences }: { sentences: readonly Read[] }) => sentences.some(({ kind }) => kind !== null)
  const isFound = (review: { sentences: readonly Read[] }) =>
    review.sentences.some((sentence) => sentence.found !== null)
  const line = (name: string, list: typeof reviews) => {
    const wanting = list.filter(asks)
    const others = list.filter((review) => !asks(review))
    return [
      name.padEnd(14),
      share(wanting.filter(isFound).length, wanting.length),
      share(others.filter(isFound).length, others.length),
    ].join('  ')
  }
  const ofKind = (kind: RequestKind) => asking.filter((sentence) => sentence.kind === kind)
  return [
    `${'reviews'.padEnd(14)}  ${'with a request, found'.padEnd(30)}  without, found`,
    ...writers.map((writer) =>
      line(
        `writer ${writer}`,
        reviews.filter((review) => review.writer === writer),
      ),
    ),
    line('all', reviews),
    '',
    `requests found:      ${share(right.length, asking.length)}`,
    ...requestKinds.map(
      (kind) =>
        `  ${kind.padEnd(17)}  ${share(ofKind(kind).filter((sentence) => sentence.found !== null).length, ofKind(kind).length)}`,
    ),
    `found are requests:  ${share(right.length, found.length)}`,
    `of the right kind:   ${share(right.filter((sentence) => sentence.found === sentence.kind).length, right.length)}`,
    '',
    'Missed:',
    ...asking.filter((sentence) => sentence.found === null).map(({ kind, text }) => `  ${kind}: ${text}`),
    'Not a request:',
    ...found.filter(({ kind }) => kind === null).map((sentence) => `  ${sentence.found}: ${sentence.text}`),
  ].join('\n')
}
