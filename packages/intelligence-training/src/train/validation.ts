import { calibrated, mentionOf, type StoredReader } from '@svc/intelligence/model/reader'
import { type LabelSpace, polarityNames } from '@svc/intelligence/model/spaces'
import type { HeldOut } from './calibrate.ts'
import type { Example } from './examples.ts'
import { batchGroups, calibrateHeldOut, crossValidate, defaultTraining, type TrainingOptions } from './train.ts'

interface Counts {
  hits: number
  given: number
  wanted: number
  judged: number
  right: number
}

const groupCount = 4

/** Holds out batches, in four groups, or trades, one by one, and formats the results as a table. */
export function describeCrossValidation(
  space: LabelSpace,
  examples: readonly Example[],
  by: 'batch' | 'trade',
  options: TrainingOptions = defaultTraining,
): string {
  const heldOut = crossValidateBy(space, examples, by, options)
  return describeHeldOut(space, calibrateHeldOut(space, heldOut), heldOut)
}

/** Scores each sentence of the corpus with a reader that was not trained on its batch, or its trade. */
export function crossValidateBy(
  space: LabelSpace,
  examples: readonly Example[],
  by: 'batch' | 'trade',
  options: TrainingOptions,
  onGroup: (group: string) => void = () => {},
): HeldOut[] {
  const tradeOf = ({ source, trade }: Example) => (source === 'corpus' ? trade : null)
  return crossValidate(space, examples, by === 'batch' ? batchGroups(examples, groupCount) : tradeOf, options, onGroup)
}

/**
 * Formats a table of held-out sentences: F1 of labels and accuracy of polarity in percent, for each trade and each
 * label of the corpus, and for each published set.
 */
export function describeHeldOut(
  space: LabelSpace,
  { mention, thresholds, judgment }: Pick<StoredReader, 'mention' | 'thresholds' | 'judgment'>,
  heldOut: readonly HeldOut[],
): string {
  const byTrade = new Map<string, Counts>()
  const byLabel = new Map<string, Counts>()
  for (const { example, topics, polarity } of heldOut) {
    const margins = space.labels.map((_, index) => {
      return mentionOf(mention, example.trade, index, topics[index] ?? 0) - (thresholds[index] ?? 0.5)
    })
    const nearest = Math.max(...margins)
    for (const [index, label] of space.labels.entries()) {
      if (example.certainty.get(label) === 0) continue
      const margin = margins[index] ?? 0
      const given = margin >= 0 || margin === nearest
      const wanted = example.labels.has(label)
      const scores = polarity.get(label)
      const judged = scores ? calibrated(scores, judgment) : null
      const best = judged ? polarityNames.reduce((a, b) => (judged[b] > judged[a] ? b : a)) : null
      for (const counts of example.source === 'corpus'
        ? [countsOf(byTrade, example.trade), countsOf(byTrade, 'all'), countsOf(byLabel, label)]
        : [countsOf(byTrade, example.batch)]) {
        if (given) counts.given += 1
        if (wanted) counts.wanted += 1
        if (given && wanted) counts.hits += 1
        if (best) counts.judged += 1
        if (best && best === example.labels.get(label)) counts.right += 1
      }
    }
  }
  const line = (name: string, { hits, given, wanted, judged, right }: Counts) =>
    [
      name.padEnd(24),
      percent(hits, given),
      percent(hits, wanted),
      percent(2 * hits, given + wanted),
      percent(right, judged),
      String(wanted).padStart(7),
    ].join(' ')
  return [
    `${''.padEnd(24)}  prec. recall     F1  polar.  labels`,
    ...[...byTrade].map(([name, counts]) => line(name, counts)),
    ...space.labels.map((label) => line(`  ${label}`, countsOf(byLabel, label))),
  ].join('\n')
}

function countsOf(counts: Map<string, Counts>, key: string): Counts {
  const known = counts.get(key)
  if (known) return known
  const fresh: Counts = { hits: 0, given: 0, wanted: 0, judged: 0, right: 0 }
  counts.set(key, fresh)
  return fresh
}

function percent(part: number, whole: number): string {
  return (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)).padStart(6)
}
