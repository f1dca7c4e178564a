import type { Trade } from '@generated/contract/enums'
import { correctPrior, type Mass, scoreOf } from '@svc/intelligence/analysis/score'
import { type Reader, readLabels } from '@svc/intelligence/model/reader'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { randomFrom } from '@svc/intelligence/numbers/random'
import type { LabeledSentence } from './measure.ts'

/**
 * Businesses made of real labeled sentences, each with strengths and weaknesses of its own. The priorities that follow
 * from the true labels are compared with those that follow from the labels that the engine finds.
 */
export interface BusinessScores {
  businesses: number
  /** Percent: the engine's first priority is the true one; the true one is among the engine's first two. */
  first: number
  firstTwo: number
  /** Mean error of the share of mentions and of net sentiment, and percent of clear gaps whose sign is correct. */
  shareError: number
  netError: number
  gapSigns: number
}

const sentencesPerBusiness = 60
/** Mentions at which confidence is one half, as in the score. */
const shrinkageMentions = 8
/** Strongest leaning of a business in one label: praise is drawn e^1.5 times as often, criticism 1/e^1.5 times. */
const leaningMax = 1.5
/** Only gaps in net sentiment larger than this are worth a sign. */
const clearGap = 0.1
const mentionMin = 0.1
/** No label to act on: the place as a whole. */
const noPriority = new Set(['general', 'anecdotes/miscellaneous'])

/**
 * Builds businesses of 60 sentences each from a pool and compares both rankings. `seed` is an integer; the same seed
 * returns the same scores.
 */
export function measureBusinesses(
  reader: Reader,
  pool: readonly LabeledSentence[],
  trade: Trade,
  { businesses = 200, seed = 1 }: { businesses?: number; seed?: number } = {},
): BusinessScores {
  const labels = reader.space.labels.filter((label) => !noPriority.has(label))
  const next = randomFrom(seed)
  const drawn = Array.from({ length: businesses }, () => drawBusiness(pool, labels, next))
  const sumsOf = (masses: readonly Map<string, Mass>[]) =>
    drawn.map((rows) =>
      addedUp(
        rows.flatMap((row) => masses[row] ?? []),
        labels,
      ),
    )
  const truths = sumsOf(pool.map((sentence) => trueMasses(sentence, labels)))
  const read = sumsOf(pool.map(({ text }) => readMasses(reader, text, trade, labels)))
  const usual = addedUp(read, labels)
  const readings = read.map(
    (masses) => new Map(labels.map((label) => [label, correctPrior(massOf(masses, label), massOf(usual, label))])),
  )
  return scoresOf(truths, readings, labels)
}

/** Compares what follows from the true labels of each business with what follows from its readings. */
function scoresOf(
  truths: readonly Map<string, Mass>[],
  readings: readonly Map<string, Mass>[],
  labels: readonly string[],
): BusinessScores {
  const truthNets = netsOf(truths, labels)
  const readingNets = netsOf(readings, labels)
  let first = 0
  let firstTwo = 0
  let shareError = 0
  let netError = 0
  let gaps = 0
  let signs = 0
  for (const [index, truth] of truths.entries()) {
    const reading = readings[index] ?? new Map<string, Mass>()
    const wanted = ranked(truth, truthNets, labels)[0]
    const found = ranked(reading, readingNets, labels)
    if (wanted === found[0]) first += 1
    if (wanted === found[0] || wanted === found[1]) firstTwo += 1
    for (const label of labels) {
      const trueMass = massOf(truth, label)
      const readMass = massOf(reading, label)
      shareError += Math.abs(trueMass.mention - readMass.mention) / sentencesPerBusiness
      netError += Math.abs(shrunkNet(trueMass, truthNets.get(label)) - shrunkNet(readMass, readingNets.get(label)))
      const trueGap = shrunkNet(trueMass, truthNets.get(label)) - (truthNets.get(label) ?? 0)
      const readGap = shrunkNet(readMass, readingNets.get(label)) - (readingNets.get(label) ?? 0)
      if (Math.abs(trueGap) > clearGap) {
        gaps += 1
        if (Math.sign(trueGap) === Math.sign(readGap)) signs += 1
      }
    }
  }
  const businesses = truths.length
  const cells = businesses * labels.length
  return {
    businesses,
    first: (100 * first) / businesses,
    firstTwo: (100 * firstTwo) / businesses,
    shareError: shareError / cells,
    netError: netError / cells,
    gapSigns: (100 * signs) / Math.max(1, gaps),
  }
}

/**
 * Draws sentences for one business, none twice. For each label a leaning is drawn that makes praise more frequent and
 * criticism less frequent, or the reverse.
 */
function drawBusiness(pool: readonly LabeledSentence[], labels: readonly string[], next: () => number): number[] {
  const leanings = new Map(labels.map((label) => [label, (2 * next() - 1) * leaningMax]))
  const drawn = pool.map((sentence, row) => {
    const signed = sentence.labels.flatMap(({ category, polarity }) => {
      const sign = Number(polarity === 'positive') - Number(polarity === 'negative')
      const leaning = leanings.get(category)
      return leaning === undefined ? [] : [Math.exp(leaning * sign)]
    })
    const weight = signed.length === 0 ? 1 : signed.reduce((sum, value) => sum + value, 0) / signed.length
    // Weighted draws without replacement: the highest of u^(1/weight), after Efraimidis and Spirakis.
    return { row, key: Math.log(next()) / weight }
  })
  return drawn
    .sort((a, b) => b.key - a.key || a.row - b.row)
    .slice(0, sentencesPerBusiness)
    .map(({ row }) => row)
}

function trueMasses({ labels }: LabeledSentence, wanted: readonly string[]): Map<string, Mass> {
  const masses = new Map<string, Mass>()
  for (const { category, polarity } of labels) {
    if (!wanted.includes(category)) continue
    const both = polarity === 'conflict' ? 0.5 : 0
    masses.set(category, {
      mention: 1,
      positive: polarity === 'positive' ? 1 : both,
      negative: polarity === 'negative' ? 1 : both,
    })
  }
  return masses
}

function readMasses(reader: Reader, text: string, trade: Trade, wanted: readonly string[]): Map<string, Mass> {
  const masses = new Map<string, Mass>()
  for (const { label, mention, polarity } of readLabels(reader, viewOfSentence(text, trade), trade, mentionMin)) {
    if (!wanted.includes(label)) continue
    masses.set(label, {
      mention,
      positive: mention * (polarity.positive + polarity.conflict / 2),
      negative: mention * (polarity.negative + polarity.conflict / 2),
    })
  }
  return masses
}

/** The labels of a business from those of its sentences, or of all businesses, which show what is usual. */
function addedUp(parts: readonly Map<string, Mass>[], labels: readonly string[]): Map<string, Mass> {
  const sums = new Map<string, Mass>(labels.map((label) => [label, { mention: 0, positive: 0, negative: 0 }]))
  for (const part of parts) {
    for (const [label, mass] of part) {
      const sum = massOf(sums, label)
      sum.mention += mass.mention
      sum.positive += mass.positive
      sum.negative += mass.negative
    }
  }
  return sums
}

/** Computes the net sentiment of each label over all businesses, from -1 to 1; 0 for a label without mentions. */
function netsOf(businesses: readonly Map<string, Mass>[], labels: readonly string[]): Map<string, number> {
  return new Map(
    labels.map((label) => {
      const masses = businesses.map((business) => massOf(business, label))
      const mention = masses.reduce((sum, mass) => sum + mass.mention, 0)
      const net = masses.reduce((sum, mass) => sum + mass.positive - mass.negative, 0)
      return [label, mention === 0 ? 0 : net / mention]
    }),
  )
}

function shrunkNet({ mention, positive, negative }: Mass, mean = 0): number {
  return (positive - negative + shrinkageMentions * mean) / (mention + shrinkageMentions)
}

function ranked(masses: Map<string, Mass>, nets: Map<string, number>, labels: readonly string[]): string[] {
  const scored = labels.map((label) => {
    const mass = massOf(masses, label)
    const mean = nets.get(label) ?? 0
    const score = scoreOf({
      frequency: mass.negative / sentencesPerBusiness,
      impact: 0.5,
      gap: 1 + Math.min(1, Math.max(0, mean - shrunkNet(mass, mean))),
      trend: 1,
      severity: 1,
      confidence: mass.mention / (mass.mention + shrinkageMentions),
    })
    return { label, score, negative: mass.negative }
  })
  // Scores are whole numbers; of equal ones, the label with more complaints comes first.
  return scored.sort((a, b) => b.score - a.score || b.negative - a.negative).map(({ label }) => label)
}

function massOf(masses: Map<string, Mass>, label: string): Mass {
  return masses.get(label) ?? { mention: 0, positive: 0, negative: 0 }
}
