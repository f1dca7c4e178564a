import { isAfterDeterminer, singularOf } from '@svc/intelligence/analysis/open-words'
import { subjectsNamed } from '@svc/intelligence/analysis/subjects'
import { readSentences } from '@svc/intelligence/text/tokens'
import type { CorpusSentence } from './examples.ts'

/** The numbers of complaints that name each subject, by trade; `all` has every trade. One that is left out is 0. */
interface SubjectRates {
  sentences: Record<string, number>
  subjects: Record<string, Record<string, number>>
  /** The sentences that complain and have a word, in the singular; -1 for a word that is not a noun. */
  words: Record<string, number>
}

/** With fewer occurrences in the corpus, a word may be a noun or not. */
const occurrencesMin = 3
/** The share of the occurrences of a noun that come after a determiner. */
const nounMin = 0.25

/** Counts the sentences of the corpus that complain, and those of them that name each subject of the engine. */
export function subjectRatesOf(corpus: readonly CorpusSentence[]): SubjectRates {
  const sentences: Record<string, number> = {}
  const subjects: Record<string, Record<string, number>> = {}
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const sentence of corpus.filter(isComplaint)) {
    const { trade, text } = sentence
    for (const name of ['all', trade]) count(sentences, name)
    for (const key of subjectsNamed(text, trade)) {
      subjects[key] ??= {}
      for (const name of ['all', trade]) count(subjects[key], name)
    }
  }
  const sorted = Object.entries(subjects).sort(([a], [b]) => a.localeCompare(b))
  return { sentences, subjects: Object.fromEntries(sorted), words: wordsOf(corpus) }
}

function isComplaint({ labels }: CorpusSentence): boolean {
  const polarities = [...labels.values()]
  return polarities.includes('negative') || polarities.includes('conflict')
}

function wordsOf(corpus: readonly CorpusSentence[]): SubjectRates['words'] {
  const counts = new Map<string, { occurrences: number; determined: number; complaints: number }>()
  for (const sentence of corpus) {
    const seen = new Set<string>()
    for (const { tokens } of readSentences(sentence.text)) {
      for (const [at, { word: written }] of tokens.entries()) {
        const word = singularOf(written)
        const count = counts.get(word) ?? { occurrences: 0, determined: 0, complaints: 0 }
        counts.set(word, count)
        count.occurrences += 1
        if (isAfterDeterminer(tokens, at)) count.determined += 1
        if (isComplaint(sentence) && !seen.has(word)) count.complaints += 1
        seen.add(word)
      }
    }
  }
  const words = [...counts].filter(([, { occurrences }]) => occurrences >= occurrencesMin)
  return Object.fromEntries(
    words
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, { occurrences, determined, complaints }]) => [
        word,
        determined >= nounMin * occurrences ? complaints : -1,
      ]),
  )
}
