import { subjectsNamed } from '@svc/intelligence/analysis/subjects'
import type { CorpusSentence } from './examples.ts'

/** How often complaints name each subject, by trade; `all` has every trade. A number that is left out is 0. */
export interface SubjectRates {
  sentences: Record<string, number>
  subjects: Record<string, Record<string, number>>
}

/** Counts the sentences of the corpus that complain, and those of them that name each subject of the engine. */
export function subjectRatesOf(corpus: readonly CorpusSentence[]): SubjectRates {
  const sentences: Record<string, number> = {}
  const subjects: Record<string, Record<string, number>> = {}
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const { trade, text, labels } of corpus) {
    const polarities = [...labels.values()]
    if (!polarities.includes('negative') && !polarities.includes('conflict')) continue
    for (const name of ['all', trade]) count(sentences, name)
    for (const key of subjectsNamed(text)) {
      subjects[key] ??= {}
      for (const name of ['all', trade]) count(subjects[key], name)
    }
  }
  const sorted = Object.entries(subjects).sort(([a], [b]) => a.localeCompare(b))
  return { sentences, subjects: Object.fromEntries(sorted) }
}
