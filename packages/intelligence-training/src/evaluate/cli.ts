import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { runProgram } from '@svc/command-line/program'
import { labelReview } from '@svc/intelligence/labels/labels'
import { labelSentence } from '@svc/intelligence/labels/schemes'
import { restaurantReader } from '@svc/intelligence/model/model'
import { aspectSpace } from '@svc/intelligence/model/spaces'
import { readCorpus, secondLabelingFile, secondReadingFile } from '../train/corpus.ts'
import { type CorpusSentence, exampleOf, parseLines } from '../train/examples.ts'
import { publishedHash, readPublished, readPublishedLabels, secondPublishedLabelingFile } from '../train/published.ts'
import { readRated } from '../train/rated.ts'
import { describeCrossValidation } from '../train/validation.ts'
import { agreementOf, describeAgreement } from './agreement.ts'
import { type BusinessScores, measureBusinesses } from './businesses.ts'
import { describeCritical } from './critical.ts'
import { writeExamples } from './examples.ts'
import { findLeaks, type Leak, leakSimilarity } from './leaks.ts'
import { type LabeledSentence, markSentences } from './measure.ts'
import { measureNegation, negationSets, readNegation } from './negation.ts'
import { describeRequests } from './requests.ts'
import { sampleOf } from './sample.ts'
import { describeShops } from './shops.ts'
import { describeMarks } from './tables.ts'

const samplePerTrade = 100
const sampleSeed = 20_261_121
const speedSentences = 3000
/** Draws of businesses; by chance one is easier than another. */
const drawCount = 10
const leaksDescription = `share ${leakSimilarity} or more of their words with one of the file`

// Only values are printed, never a sentence of the file that is measured, nor of a set that is held out.
const command = defineCommand({
  name: '',
  summary: 'Measure the review engine: with FILE on labeled sentences, or with one of the options',
  description: 'FILE has JSON Lines of {"text", "labels": [{"category", "polarity"}]}.',
  arguments: [{ name: 'FILE', description: 'Labeled sentences to measure on', optional: true }],
  options: {
    corpus: { flag: true, description: 'Measure on the corpus, with batches held out and then trades' },
    negation: { flag: true, description: 'Measure on the sentences of evaluation/negation-*.tsv' },
    critical: { flag: true, description: 'Measure alerts on the sentences of evaluation/critical/' },
    requests: { flag: true, description: 'Measure requests on the reviews of evaluation/requests/' },
    shops: { flag: true, description: 'Measure the conclusions about the small businesses of evaluation/shops/' },
    examples: { flag: true, description: 'Write everything that the engine says about the businesses of examples/' },
    agreement: { flag: true, description: 'Compare the second labelings with the corpus' },
    sample: { value: 'FILE', description: 'Write the sentences for a second labeler' },
    leaks: { value: 'FILE', description: 'Check that no sentence of the corpus is in a labeled file' },
    published: { value: 'FOLDER', description: 'With --leaks: check the published sentences too' },
    rated: { value: 'FOLDER', description: 'With --leaks: check the rated snippets too' },
  },
  json: false,
  async run({ options, arguments: [file] }, { workingDirectory }) {
    const pathOf = (path: string) => resolve(workingDirectory, path)
    const { published, rated } = options
    if (options.corpus) measureCorpus()
    else if (options.negation) measureNegations()
    else if (options.critical) say(describeCritical())
    else if (options.requests) say(describeRequests())
    else if (options.shops) say(await describeShops())
    else if (options.examples) say((await writeExamples()).join('\n'))
    else if (options.agreement) compareLabelings()
    else if (options.sample !== undefined) writeSample(pathOf(options.sample))
    else if (options.leaks !== undefined) {
      const folders = { published: published && pathOf(published), rated: rated && pathOf(rated) }
      if (!checkLeaks(pathOf(options.leaks), folders)) throw new CommandError('There are leaks.')
    } else if (file !== undefined) measureFile(pathOf(file))
    else throw new UsageError('Name a FILE or one of the options.')
    return undefined
  },
})

const say = (text: string) => process.stdout.write(`${text}\n`)

function measureFile(path: string): void {
  const sentences = readLabeled(path)
  const reader = restaurantReader()
  const marks = markSentences(reader, sentences, 'restaurant')
  say(`${sentences.length} sentences; in brackets the middle 95% of 1,000 resamples\n`)
  say(describeMarks(marks, reader.space.labels, true))

  const draws = Array.from({ length: drawCount }, (_, index) => {
    return measureBusinesses(reader, sentences, 'restaurant', { seed: index + 1 })
  })
  const formatted = (score: keyof BusinessScores, digits: number) => {
    const [one = Number.NaN] = draws.map((draw) => draw[score])
    const mean = draws.reduce((sum, draw) => sum + draw[score], 0) / drawCount
    return `${one.toFixed(digits)} (${mean.toFixed(digits)})`
  }
  say(
    `\n${draws[0]?.businesses} businesses of 60 of these sentences each; in brackets the mean of ${drawCount} such draws`,
  )
  say(`  first priority correct, %              ${formatted('first', 1)}`)
  say(`  true first priority among our two, %   ${formatted('firstTwo', 1)}`)
  say(`  mean error of the share of mentions    ${formatted('shareError', 3)}`)
  say(`  mean error of net sentiment            ${formatted('netError', 3)}`)
  say(`  sign of clear gaps correct, %          ${formatted('gapSigns', 1)}`)
  say(`\n${describeSpeed(sentences.map(({ text }) => text))}`)
}

function measureCorpus(): void {
  const corpus = readCorpus()
  const examples = corpus.map((sentence) => exampleOf(sentence, aspectSpace))
  say(`${corpus.length} sentences. Each batch read by what was learned from the others:`)
  say(describeCrossValidation(aspectSpace, examples, 'batch'))
  say('\nEach trade read by what was learned from the others:')
  say(describeCrossValidation(aspectSpace, examples, 'trade'))
}

/** Prints the missed sentences of the development half only: those of the other half are not to be read. */
function measureNegations(): void {
  for (const set of negationSets) {
    const reviews = readNegation(set)
    for (const withStars of [false, true]) {
      const { labels, right, missed } = measureNegation(reviews, withStars)
      const share = `${right} of ${labels} (${((100 * right) / labels).toFixed(1)}%)`
      say(`${set}, ${withStars ? 'with stars' : 'words alone'}: polarity correct in ${share}`)
      if (set === 'dev' && withStars) for (const line of missed) say(`  ${line}`)
    }
  }
}

function compareLabelings(): void {
  const first = new Map(readCorpus().map(({ text, labels }) => [text, labels]))
  say(`Another labeler:\n${compareWith(secondLabelingFile, first)}`)
  say(`\nThe writer of restaurant batches 36 to 45, reading them again:\n${compareWith(secondReadingFile, first)}`)
  const published = new Map([...readPublishedLabels()].map(([hash, { labels }]) => [hash, labels]))
  say(`\nAnother reader of published sentences:\n${compareWith(secondPublishedLabelingFile, published)}`)
}

/** `first` has the labels by the text of each sentence, or by its hash where the text is not ours. */
function compareWith(path: string, first: ReadonlyMap<string, CorpusSentence['labels']>): string {
  if (!existsSync(path)) throw new Error(`The second labeling ${path} does not exist.`)
  const pairs = parseLines(basename(path), readFileSync(path, 'utf8')).flatMap(({ text, labels }) => {
    const known = first.get(text)
    return known ? [{ text, first: known, second: labels }] : []
  })
  if (pairs.length === 0) throw new Error(`None of the sentences of ${path} is in the corpus.`)
  return describeAgreement(agreementOf(pairs))
}

/** One text per line after a tab, with an empty column for the labels. */
function writeSample(path: string): void {
  const sample = sampleOf(readCorpus(), samplePerTrade, sampleSeed)
  writeFileSync(path, sample.map(({ text }) => `\t${text}\n`).join(''))
  say(`${sample.length} sentences, ${samplePerTrade} of each trade, in ${path}`)
}

/** Prints the leaks; true without leaks. */
function checkLeaks(path: string, folders: { published: string | undefined; rated: string | undefined }): boolean {
  const theirs = readLabeled(path).map(({ text }) => text)
  const corpus = readCorpus()
  let leaks = reportLeaks('of the corpus', corpus, theirs, ({ ours, theirs: line, similarity }) => {
    return `${similarity.toFixed(2)}  ${corpus[ours]?.batch}: ${corpus[ours]?.text}  (line ${line + 1} of the file)`
  })
  const published = [
    {
      what: 'published that are learned from',
      texts: folders.published === undefined ? [] : readPublished(folders.published),
    },
    { what: 'rated that are learned from', texts: folders.rated === undefined ? [] : readRated(folders.rated) },
  ]
  for (const { what, texts } of published) {
    if (texts.length === 0) continue
    // Only hashes: the list must not show what is measured.
    const found = reportLeaks(what, texts, theirs, ({ ours }) => publishedHash(texts[ours]?.text ?? ''))
    if (found > 0) say('Add the lines above to corpus/left-out.txt.')
    leaks += found
  }
  return leaks === 0
}

/** Prints one line per leak, and how many of `ours` leak; returns that number. */
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
  return leaking
}

function readLabeled(path: string): LabeledSentence[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      const { text, labels }: LabeledSentence = JSON.parse(line)
      if (typeof text !== 'string' || !Array.isArray(labels)) throw new Error('text and labels are required')
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

const program = { name: 'npm run eval:intelligence --', summary: command.summary, commands: command }
// npm runs scripts in the folder of the repository and names the user's folder in INIT_CWD.
const context = processContext(process.env)
process.exitCode = await runProgram(program, process.argv.slice(2), {
  ...context,
  workingDirectory: process.env.INIT_CWD ?? context.workingDirectory,
})
