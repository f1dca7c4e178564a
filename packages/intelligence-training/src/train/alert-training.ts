import { parentPort } from 'node:worker_threads'
import { openAlertReader, type StoredAlertReader } from '@svc/intelligence/model/alert-reader'
import { alertOutputsOf } from '@svc/intelligence/model/reference-outputs'
import { hashOfAlerts, readAlertSentences, readOrdinaryReviews } from './alert-examples.ts'
import { defaultAlertTraining, trainAlerts } from './alerts.ts'
import { hashOfCorpus, readCorpus } from './corpus.ts'

// A thread that trains the reader of alerts. It posts progress as strings, and last a `TrainedAlerts`.

export interface TrainedAlerts {
  stored: StoredAlertReader & { inputs: Record<string, string> }
  /** Its output for the fixed sentences. */
  outputs: number[]
  /** The quality of the output for held-out sentences. */
  report: string
}

const sentences = readAlertSentences()
const ordinary = readOrdinaryReviews()
const corpus = readCorpus()
const { reader, report } = await trainAlerts({ sentences, ordinary, corpus }, defaultAlertTraining, (line) => {
  parentPort?.postMessage(`alerts: ${line}`)
})
const trained: TrainedAlerts = {
  stored: { inputs: { alerts: hashOfAlerts(sentences, ordinary), corpus: hashOfCorpus(corpus) }, ...reader },
  outputs: alertOutputsOf(openAlertReader(reader)),
  report: `alerts: ${sentences.length} sentences and ${ordinary.length} ordinary reviews; each writer read by what was learned from the others:\n${report}`,
}
parentPort?.postMessage(trained)
