import { bootstrap, type Interval, type Marks, type Scores, scoresOf } from './measure.ts'

/** Published results on restaurant sentences of the same kind (SemEval-2014, task 4, official test set). */
const publishedResults: { system: string; f1: string; accuracy: string; accuracy3: string; accuracy2: string }[] = [
  { system: 'official baseline (2014)', f1: '63.9', accuracy: '65.7', accuracy3: '–', accuracy2: '–' },
  { system: 'always "positive"', f1: '–', accuracy: '64.1', accuracy3: '–', accuracy2: '–' },
  { system: 'XRCE (2014)', f1: '82.3', accuracy: '78.1', accuracy3: '–', accuracy2: '–' },
  { system: 'NRC-Canada, best of 2014', f1: '88.6', accuracy: '82.9', accuracy3: '–', accuracy2: '–' },
  { system: 'ATAE-LSTM (2016)', f1: '–', accuracy: '–', accuracy3: '84.0', accuracy2: '89.9' },
  { system: 'BERT-pair (2019)', f1: '92.2', accuracy: '85.9', accuracy3: '89.9', accuracy2: '95.6' },
]

/**
 * Formats the scores of a labeled file in percent, then label by label, with the published results if `published` is
 * set.
 */
export function describeMarks(marks: readonly Marks[], labels: readonly string[], published: boolean): string {
  const scores = scoresOf(marks)
  const line = (name: string, cells: string[]) => [name.padEnd(28), ...cells.map((cell) => cell.padStart(19))].join('')
  const withInterval = (read: (scores: Scores) => number) => ranged(read(scores), bootstrap(marks, read))
  const rows = [
    line('', ['category F1', 'polarity, 4-way', '3-way', 'binary']),
    ...(published
      ? publishedResults.map(({ system, f1, accuracy, accuracy3, accuracy2 }) =>
          line(system, [f1, accuracy, accuracy3, accuracy2]),
        )
      : []),
    line('this engine', [
      withInterval((read) => read.f1),
      withInterval((read) => read.accuracy),
      withInterval((read) => read.accuracy3),
      withInterval((read) => read.accuracy2),
    ]),
    '',
    line('', ['precision', 'recall', 'F1', 'labels']),
    line('all categories', [
      withInterval((read) => read.precision),
      withInterval((read) => read.recall),
      withInterval((read) => read.f1),
      String(scores.labels.reduce((sum, { wanted }) => sum + wanted, 0)),
    ]),
    ...labels.map((label, index) => {
      const { precision, recall, wanted } = scores.labels[index] ?? { precision: 0, recall: 0, wanted: 0 }
      return line(`  ${label}`, [
        fixed(precision),
        fixed(recall),
        withInterval((read) => read.labels[index]?.f1 ?? Number.NaN),
        String(wanted),
      ])
    }),
    line('category with polarity', [
      withInterval((read) => read.pairPrecision),
      withInterval((read) => read.pairRecall),
      withInterval((read) => read.pairF1),
      '',
    ]),
  ]
  return rows.map((row) => row.trimEnd()).join('\n')
}

function ranged(value: number, { low, high }: Interval): string {
  return `${fixed(value)} (${fixed(low)}–${fixed(high)})`
}

function fixed(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(1)
}
