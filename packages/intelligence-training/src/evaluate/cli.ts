import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { labelReview } from '@svc/intelligence/labels'
import { restaurantReader } from '@svc/intelligence/model/model'
import { aspectSpace } from '@svc/intelligence/model/spaces'
import { labelSentence } from '@svc/intelligence/schemes'
import { readCorpus, secondLabelingFile, secondReadingFile } from '../train/corpus.ts'
import { type CorpusSentence, exampleOf, parseLines } from '../train/examples.ts'
import { publishedHash, readPublished, readPublishedLabels, secondPublishedLabelingFile } from '../train/published.ts'
import { readRated } from '../train/rated.ts'
import { describeCrossValidation } from '../train/validation.ts'
import { agreementOf, describeAgreement } from './agreement.ts'
import { type BusinessFigures, measureBusinesses } from './businesses.ts'
import { findLeaks, type Leak, leakSimilarity } from './leaks.ts'
import { type LabeledSentence, markSentences } from './measure.ts'
import { sampleOf } from './sample.ts'
import { describeMarks } from './tables.ts'

// `npm run eval:intelligence -- …`: measures the engine. Only figures are printed, never a sentence of the file that is measured.

const usage = `npm run eval:intelligence -- FILE            measure on a labelled file (JSON Lines of {text, labels: [{category, polarity}]})
npm run eval:intelligence -- --corpus        measure on the corpus, holding out batches and then trades
npm run eval:intelligence -- --agreement     compare the second labellings with the corpus
npm run eval:intelligence -- --sample FILE   write the sentences that a second labeller gets
npm run eval:intelligence -- --leaks FILE    check that no sentence of the corpus is in a labelled file; with --published DIR,
                                             also none of the published ones, and with --rated DIR none of the rated snippets
`

const samplePerTrade = 100
const sampleSeed = 20_261_121
const speedSentences = 3000
/** Draws of businesses; by chance one is easier than another. */
const drawCount = 10
const leaksDescription = `share ${leakSimilarity} or more of their words with one of the file`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'boolean', default: false },
    agreement: { type: 'boolean', default: false },
    sample: { type: 'string' },
    leaks: { type: 'string' },
    published: { type: 'string' },
    rated: { type: 'string' },
  },
})
// npm runs scripts in the folder of the repository and tells in INIT_CWD where the user stands.
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
const say = (text: string) => process.stdout.write(`${text}\n`)

if (options.corpus) measureCorpus()
else if (options.agreement) compareLabellings()
else if (options.sample !== undefined) writeSample(pathOf(options.sample))
else if (options.leaks !== undefined) checkLeaks(pathOf(options.leaks))
else if (positionals[0] !== undefined) measureFile(pathOf(positionals[0]))
else {
  process.stderr.write(usage)
  process.exitCode = 2
}

function measureFile(path: string): void {
  const sentences = readLabelled(path)
  const reader = restaurantReader()
  const marks = markSentences(reader, sentences, 'restaurant')
  say(`${sentences.length} sentences; in brackets the middle 95 % of 1,000 resamples\n`)
  say(describeMarks(marks, reader.space.labels, true))

  const draws = Array.from({ length: drawCount }, (_, index) => {
    return measureBusinesses(reader, sentences, 'restaurant', { seed: index + 1 })
  })
  const told = (figure: keyof BusinessFigures, digits: number) => {
    const [one = Number.NaN] = draws.map((draw) => draw[figure])
    const mean = draws.reduce((sum, draw) => sum + draw[figure], 0) / drawCount
    return `${one.toFixed(digits)} (${mean.toFixed(digits)})`
  }
  say(
    `\n${draws[0]?.businesses} businesses of 60 of these sentences each; in brackets the mean of ${drawCount} such draws`,
  )
  say(`  first priority right, %                ${told('first', 1)}`)
  say(`  true first priority among our two, %   ${told('firstTwo', 1)}`)
  say(`  mean error of the share of mentions    ${told('shareError', 3)}`)
  say(`  mean error of net sentiment            ${told('netError', 3)}`)
  say(`  sign of clear gaps right, %            ${told('gapSigns', 1)}`)
  say(`\n${describeSpeed(sentences.map(({ text }) => text))}`)
}

function measureCorpus(): void {
  const corpus = readCorpus()
  const examples = corpus.map((sentence) => exampleOf(sentence, aspectSpace))
  say(`${corpus.length} sentences. Each batch read by what was learnt from the others:`)
  say(describeCrossValidation(aspectSpace, examples, 'batch'))
  say('\nEach trade read by what was learnt from the others:')
  say(describeCrossValidation(aspectSpace, examples, 'trade'))
}

function compareLabellings(): void {
  const first = new Map(readCorpus().map(({ text, labels }) => [text, labels]))
  say(`Another labeller:\n${compareWith(secondLabelingFile, first)}`)
  say(`\nThe writer of restaurant batches 36 to 45, reading them again:\n${compareWith(secondReadingFile, first)}`)
  const published = new Map([...readPublishedLabels()].map(([hash, { labels }]) => [hash, labels]))
  say(`\nAnother reader of published sentences:\n${compareWith(secondPublishedLabelingFile, published)}`)
}

/** `first` has the labels by the text of each sentence, or by its hash where the text is not ours. */
function compareWith(path: string, first: ReadonlyMap<string, CorpusSentence['labels']>): string {
  if (!existsSync(path)) throw new Error(`There is no second labelling at ${path}.`)
  const pairs = parseLines(basename(path), readFileSync(path, 'utf8')).flatMap(({ text, labels }) => {
    const known = first.get(text)
    return known ? [{ text, first: known, second: labels }] : []
  })
  if (pairs.length === 0) throw new Error(`None of the sentences of ${path} is in the corpus.`)
  return describeAgreement(agreementOf(pairs))
}

/** One text a line behind a tab, the place for the labels left empty. */
function writeSample(path: string): void {
  const sample = sampleOf(readCorpus(), samplePerTrade, sampleSeed)
  writeFileSync(path, sample.map(({ text }) => `\t${text}\n`).join(''))
  say(`${sample.length} sentences, ${samplePerTrade} of each trade, in ${path}`)
}

function checkLeaks(path: string): void {
  const theirs = readLabelled(path).map(({ text }) => text)
  const corpus = readCorpus()
  reportLeaks('of the corpus', corpus, theirs, ({ ours, theirs: line, similarity }) => {
    return `${similarity.toFixed(2)}  ${corpus[ours]?.batch}: ${corpus[ours]?.text}  (line ${line + 1} of the file)`
  })
  const published = [
    {
      what: 'published that are learnt from',
      texts: options.published === undefined ? [] : readPublished(pathOf(options.published)),
    },
    { what: 'rated that are learnt from', texts: options.rated === undefined ? [] : readRated(pathOf(options.rated)) },
  ]
  for (const { what, texts } of published) {
    if (texts.length === 0) continue
    // Only hashes: whoever reads the list must not read what is measured.
    const found = reportLeaks(what, texts, theirs, ({ ours }) => publishedHash(texts[ours]?.text ?? ''))
    if (found > 0) say('The lines above belong into corpus/left-out.txt.')
  }
}

/** Prints what leaks, a line each, and how many of `ours` do; returns how many. */
function reportLeaks(
  what: string,
  ours: readonly { text: string }[],
  theirs: readonly string[],
  lineOf: (leak: Leak) => string,
): number {
  const leaks = findLeaks(
    ours.map(({ text }) => text),
    theirs,
  )
  for (const line of new Set(leaks.map(lineOf).sort())) say(line)
  const leaking = new Set(leaks.map((leak) => leak.ours)).size
  say(`${leaking} of ${ours.length} sentences ${what} ${leaksDescription}`)
  if (leaking > 0) process.exitCode = 1
  return leaking
}

function readLabelled(path: string): LabeledSentence[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      const { text, labels }: LabeledSentence = JSON.parse(line)
      if (typeof text !== 'string' || !Array.isArray(labels)) throw new Error('it has no text and labels')
      return [{ text, labels }]
    } catch (error) {
      throw new Error(`Line ${index + 1} cannot be read: ${error instanceof Error ? error.message : error}`)
    }
  })
}

/** Sentences and five-sentence reviews a second on one core, by processor time. */
function describeSpeed(texts: readonly string[]): string {
  const some = Array.from({ length: speedSentences }, (_, index) => texts[index % texts.length] ?? '')
  const reviews = Array.from({ length: speedSentences / 5 }, (_, index) =>
    some.slice(index * 5, index * 5 + 5).join(' '),
  )
  const perSecond = (count: number, work: () => void) => {
    work()
    const { user: before } = process.cpuUsage()
    work()
    return Math.round((count * 1e6) / Math.max(1, process.cpuUsage().user - before))
  }
  const sentences = perSecond(some.length, () => {
    for (const text of some) labelSentence(text, 'restaurants', 'restaurant')
  })
  const read = perSecond(reviews.length, () => {
    for (const text of reviews) labelReview(text, { trade: 'restaurant' })
  })
  return `${sentences} sentences/s by scheme, ${read} five-sentence reviews/s in full (processor time of one core)`
}
