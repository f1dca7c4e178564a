import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ASPECT_SPACE, type LabelSpace, RESTAURANT_SPACE } from '../model/spaces.ts'
import { readCorpus } from './corpus.ts'
import { type Example, exampleOf, type MamsSentence, mamsExample } from './examples.ts'
import { plainSentences } from './plain.ts'
import { calibrateHeldOut, MAMS_WEIGHTS, TRAINING, trainReader } from './train.ts'
import { crossValidateBy, describeCrossValidation, describeHeldOut } from './validation.ts'

// `npm run train:intelligence -- [--mams DIR]`: trains the model from the corpus, and from MAMS where its files are
// given, and writes model/model.json. The same sentences give the same file, byte by byte.

const folder = fileURLToPath(new URL('../..', import.meta.url))
const modelFile = join(folder, 'model', 'model.json')
const SIZE_MAX = 2_000_000

const { values: options } = parseArgs({
  options: { mams: { type: 'string' } },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const corpusHash = createHash('sha256')
const mamsHash = createHash('sha256')

const corpus = readCorpus((content) => corpusHash.update(content))
const mams = options.mams === undefined ? [] : readMams(resolve(process.env.INIT_CWD ?? '.', options.mams))
say(`${corpus.length} sentences of the corpus, ${mams.length} of MAMS`)

const inputs = { corpus: corpusHash.digest('hex'), mams: mams.length === 0 ? null : mamsHash.digest('hex') }
const model = { inputs, aspects: train(ASPECT_SPACE), restaurants: train(RESTAURANT_SPACE) }
const content = `${JSON.stringify(model, null, 2)}\n`
writeFileSync(modelFile, content)
say(`\n${modelFile}: ${content.length} bytes`)
if (content.length > SIZE_MAX) throw new Error(`The model must stay below ${SIZE_MAX} bytes.`)

function train(space: LabelSpace) {
  const examples: Example[] = [...corpus, ...plainSentences()].map((sentence) => exampleOf(sentence, space))
  for (const sentence of mams) {
    const example = mamsExample(sentence, space, MAMS_WEIGHTS[space.name])
    if (example) examples.push(example)
  }
  say(`\n${space.name}: ${examples.length} examples; each batch read by what was learnt from the others:`)
  const heldOut = crossValidateBy(space, examples, 'batch')
  const calibration = calibrateHeldOut(space, heldOut)
  say(describeHeldOut(space, calibration, heldOut))
  if (space.name === 'aspects') {
    say('\neach trade read by what was learnt from the others:')
    say(describeCrossValidation(space, examples, 'trade'))
  }
  return { ...trainReader(space, examples, TRAINING), ...calibration }
}

function readMams(directory: string): MamsSentence[] {
  return ['mams-train.jsonl', 'mams-val.jsonl'].flatMap((name) => {
    const path = join(directory, name)
    if (!existsSync(path)) throw new Error(`${path} is not there; --mams names the folder that holds it.`)
    const content = readFileSync(path, 'utf8')
    mamsHash.update(content)
    return content
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as MamsSentence)
  })
}
