import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import type { SentenceView } from '@svc/intelligence/model/features'
import type { LabelSpace, Polarity, RestaurantLabel } from '@svc/intelligence/model/spaces'
import { viewOfSentence } from '@svc/intelligence/model/view'

/** A sentence of the corpus with its labels. */
export interface CorpusSentence {
  trade: Trade
  /** Name of the file: sentences written in one go, held out together. */
  batch: string
  /** Chosen or written for training, so its frequencies are not representative; see corpus/RULES.md. */
  selected: boolean
  text: string
  labels: ReadonlyMap<Aspect, Polarity>
}

/** A training sentence. */
export interface Example {
  source: 'corpus' | 'published' | 'rated'
  trade: Trade
  batch: string
  /** From a batch that was chosen or written for training. */
  selected: boolean
  text: string
  view: SentenceView
  /** The polarity of each label that it mentions. */
  labels: Map<string, Polarity>
  /** The weight of the sentence for the presence of each label. Omitted labels have the full weight. */
  certainty: Map<string, number>
  /** The weight of its polarity. */
  weight: number
}

const polarityOfSign: Record<string, Polarity> = { '+': 'positive', '-': 'negative', '0': 'neutral', '~': 'conflict' }
const corpusTrades: readonly Trade[] = ['restaurant', 'hotel', 'salon', 'garage', 'dentist', 'retail']

/**
 * Parses a file of the corpus. Throws if its name does not begin with a trade, and at the first invalid line; the error
 * names the file and the line.
 */
export function parseBatch(file: string, content: string): CorpusSentence[] {
  const trade = corpusTrades.find((name) => file.startsWith(`${name}-`))
  if (!trade) throw new Error(`${file}: the name of a batch begins with its trade, one of ${corpusTrades.join(', ')}.`)
  const batch = file.replace(/\.tsv$/, '')
  const selected = parseSelected(file, trade, content)
  return parseLines(file, content).map((line) => ({ trade, batch, selected, ...line }))
}

/** Reads the first line of a batch, `# selected: yes` or `# selected: no`; only batches about restaurants have it. */
function parseSelected(file: string, trade: Trade, content: string): boolean {
  const declared = /^# selected: (yes|no)\n/.exec(content)?.[1]
  if (trade === 'restaurant' && declared === undefined) {
    throw new Error(`${file}, line 1: the first line of a batch must be "# selected: yes" or "# selected: no".`)
  }
  if (trade !== 'restaurant' && /^#\s*selected/m.test(content)) {
    throw new Error(`${file}: only batches about restaurants declare whether they are selected.`)
  }
  return declared === 'yes'
}

/** Parses lines of labels, a tab and text. Throws at the first invalid line; the error names the file and the line. */
export function parseLines(file: string, content: string): { text: string; labels: Map<Aspect, Polarity> }[] {
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const where = `${file}, line ${index + 1}`
    const tab = line.indexOf('\t')
    if (tab < 0) throw new Error(`${where}: a tab is required between labels and text.`)
    const text = line.slice(tab + 1).trim()
    if (text === '') throw new Error(`${where}: the text is missing.`)
    return [{ text, labels: parseLabels(line.slice(0, tab), where) }]
  })
}

/** Reads `quality+ wait-`. */
function parseLabels(written: string, where: string): Map<Aspect, Polarity> {
  const labels = new Map<Aspect, Polarity>()
  for (const label of written.trim().split(/\s+/)) {
    const aspect = aspects.find((name) => name === label.slice(0, -1))
    const polarity = polarityOfSign[label.slice(-1)]
    if (!aspect || !polarity) throw new Error(`${where}: "${label}" is not an aspect with one of the signs + - 0 ~.`)
    if (labels.has(aspect)) throw new Error(`${where}: ${aspect} is given twice.`)
    labels.set(aspect, polarity)
  }
  return labels
}

/** Converts a sentence of the corpus to an example with the labels of a label space. */
export function exampleOf(sentence: CorpusSentence, space: LabelSpace): Example {
  const { trade, batch, selected, text } = sentence
  const labels = new Map<string, Polarity>()
  for (const [aspect, polarity] of sentence.labels) {
    const label = space.labelOf(aspect)
    labels.set(label, joined(labels.get(label), polarity))
  }
  const foreign = space.name === 'restaurants' && trade !== 'restaurant'
  // Products of other trades are not food; rude staff and high prices are described alike in all trades.
  const certainty = new Map<string, number>(
    foreign ? space.labels.map((label) => [label, label === 'food' ? 0 : foreignLabelWeight]) : [],
  )
  if (foreign) labels.delete('food')
  // Published sets keep that category for what belongs to no other; with another one they give it only sometimes.
  if (space.name === 'restaurants' && labels.size > 1 && labels.has(miscellaneous)) {
    certainty.set(miscellaneous, (certainty.get(miscellaneous) ?? 1) * besideOthersWeight)
  }
  return {
    source: 'corpus',
    trade,
    batch,
    selected,
    text,
    view: viewOfSentence(text, trade),
    labels,
    certainty,
    weight: foreign ? foreignWeight : 1,
  }
}

/**
 * The weights of a sentence of another trade, relative to one about a restaurant: for its labels and for its judgments.
 */
const foreignLabelWeight = 0.25
const foreignWeight = 0.6
/** The probability that the rest of a sentence has a label of its own if the sentence has another label. */
const besideOthersWeight = 0.3
const miscellaneous = 'anecdotes/miscellaneous' satisfies RestaurantLabel

/** Merges the polarities of two aspects that are one label in the other space. */
function joined(known: Polarity | undefined, more: Polarity): Polarity {
  if (known === undefined || known === more || known === 'neutral') return more
  return more === 'neutral' ? known : 'conflict'
}
