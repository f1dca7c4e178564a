import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Aspect, type Trade, trades } from '@generated/contract/enums'
import { labelReview } from '@svc/intelligence/labels/labels'
import { readReview } from '@svc/intelligence/labels/reading'
import type { Polarity } from '@svc/intelligence/model/spaces'
import { parseLines } from '../train/examples.ts'

/** A one-sentence review of the evaluation set `negation`. */
interface NegationReview {
  trade: Trade
  rating: number
  text: string
  labels: Map<Aspect, Polarity>
}

export const negationSets = ['dev', 'held-out', 'independent'] as const

/** Reads a set of the folder `evaluation`. Throws at the first invalid line, which the error names. */
export function readNegation(set: (typeof negationSets)[number]): NegationReview[] {
  const file = `negation-${set}.tsv`
  const path = fileURLToPath(new URL(`../../evaluation/${file}`, import.meta.url))
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    const [name, stars, ...labeled] = line.split('\t')
    const trade = trades.find((candidate) => candidate === name)
    const [parsed] = parseLines(file, labeled.join('\t'))
    const rating = Number(stars)
    if (!trade || !parsed || !(rating >= 1 && rating <= 5)) {
      throw new Error(`${file}, line ${index + 1}: trade, stars, labels and text are required.`)
    }
    return [{ trade, rating, ...parsed }]
  })
}

/**
 * A judgment is neutral if its sentiment has a smaller share of the mentions than this, and a conflict if each side has
 * at least this share of the sentiment. From 0 to 1.
 */
const sideMin = 0.35

/**
 * Counts the labels to which the engine gives the polarity of the labeler. With `withStars`, the engine also gets the
 * stars of the review.
 */
export function measureNegation(reviews: readonly NegationReview[], withStars: boolean) {
  const missed: string[] = []
  let labels = 0
  for (const { trade, rating, text, labels: wanted } of reviews) {
    const labeled = labelReview(text, { trade })
    const { aspects } = readReview({ rating: withStars ? rating : null, published_at: null }, labeled, 0)
    for (const [aspect, polarity] of wanted) {
      labels += 1
      // An aspect that was not found is judged as the sentence is: whether it is found is measured elsewhere.
      const found = aspects.get(aspect)
      const judged = polarityOf(found && found.positive + found.negative > 0 ? [found] : [...aspects.values()])
      if (judged !== polarity) missed.push(`${aspect} ${polarity}, read ${judged}: ${text}`)
    }
  }
  return { labels, right: labels - missed.length, missed }
}

function polarityOf(found: readonly { mention: number; positive: number; negative: number }[]): Polarity {
  const sum = (what: 'mention' | 'positive' | 'negative') => found.reduce((total, label) => total + label[what], 0)
  const [mention, positive, negative] = [sum('mention'), sum('positive'), sum('negative')]
  if (positive + negative < sideMin * mention || mention === 0) return 'neutral'
  const share = positive / (positive + negative)
  if (share >= sideMin && share <= 1 - sideMin) return 'conflict'
  return share > 0.5 ? 'positive' : 'negative'
}
