import { parentPort } from 'node:worker_threads'
import { requestOutputsOf } from '@svc/intelligence/model/reference-outputs'
import { openRequestReader, type StoredRequestReader } from '@svc/intelligence/model/request-reader'
import { hashOfCorpus, readCorpus } from './corpus.ts'
import { hashOfRequests, readCorpusRequests, readRequestReviews } from './request-examples.ts'
import { defaultRequestTraining, trainRequests } from './requests.ts'

// A thread that trains the reader of requests. It posts progress as strings, and last a `TrainedRequests`.

export interface TrainedRequests {
  stored: StoredRequestReader & { inputs: Record<string, string> }
  /** Its output for the fixed sentences. */
  outputs: number[]
  /** The quality of the output for held-out sentences. */
  report: string
}

const reviews = readRequestReviews()
const ofCorpus = readCorpusRequests()
const corpus = readCorpus()
const { reader, report } = await trainRequests({ reviews, corpus, ofCorpus }, defaultRequestTraining, (line) => {
  parentPort?.postMessage(`requests: ${line}`)
})
const trained: TrainedRequests = {
  stored: { inputs: { requests: hashOfRequests(reviews, ofCorpus), corpus: hashOfCorpus(corpus) }, ...reader },
  outputs: requestOutputsOf(openRequestReader(reader)),
  report: `requests: ${reviews.length} reviews; each writer read by what was learned from others:\n${report}`,
}
parentPort?.postMessage(trained)
