import { parentPort, workerData } from 'node:worker_threads'
import { openReader, type StoredReader } from '@svc/intelligence/model/reader'
import { outputsOf } from '@svc/intelligence/model/reference-outputs'
import { aspectSpace, type LabelSpace, restaurantSpace } from '@svc/intelligence/model/spaces'
import { readCorpus } from './corpus.ts'
import { exampleOf } from './examples.ts'
import { publishedExample, readPublished } from './published.ts'
import { readRated } from './rated.ts'
import { calibrateHeldOut, defaultTraining, publishedWeights, type TrainingOptions, trainReader } from './train.ts'
import { crossValidateBy, describeHeldOut } from './validation.ts'

// A thread that trains the reader of one label space. It posts progress as strings, and last a `TrainedSpace`.

export interface SpaceTask {
  space: LabelSpace['name']
  /** Folders of the data in addition to the corpus. */
  published: string | null
  rated: string | null
}

export interface TrainedSpace {
  reader: StoredReader
  /** Its output for the fixed sentences. */
  outputs: number[]
  /** The quality of the output for held-out sentences. */
  report: string
}

const { space: name, published, rated }: SpaceTask = workerData
const space = name === 'aspects' ? aspectSpace : restaurantSpace
const options: TrainingOptions = { ...defaultTraining, rated: rated === null ? [] : readRated(rated) }
const examples = readCorpus().map((sentence) => exampleOf(sentence, space))
for (const sentence of published === null ? [] : readPublished(published)) {
  examples.push(publishedExample(sentence, space, publishedWeights[name]))
}

const say = (line: string) => parentPort?.postMessage(`${name}: ${line}`)

say(`learning from ${examples.length} examples`)
const learned = trainReader(space, examples, options)
const heldOut = crossValidateBy(space, examples, 'batch', options, (group) => say(`${group} held out`))
const calibration = calibrateHeldOut(space, heldOut)
const reader: StoredReader = { ...learned, ...calibration }
const trained: TrainedSpace = {
  reader,
  outputs: outputsOf(openReader(space, reader)),
  report: [
    `${name}: ${JSON.stringify(learned).length} bytes; each batch read by what was learned from the others:`,
    describeHeldOut(space, calibration, heldOut),
  ].join('\n'),
}
parentPort?.postMessage(trained)
