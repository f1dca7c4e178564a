import type { Aspect } from '@generated/contract/enums'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { Token } from '../text/tokens.ts'
import {
  contrastWords,
  hypotheticals,
  intensifiers,
  negationCancellers,
  negationReachWords,
  negators,
  pronouns,
  softeners,
} from '../vocabulary/lexicon.ts'
import type { Hit } from '../vocabulary/patterns.ts'
import type { Meaning, Vocabulary } from '../vocabulary/taxonomy.ts'

/**
 * The statement of one sentence about one topic, as probabilities: `mention` ≥ `positive` + `negative`, the rest is
 * unclear.
 */
export interface Judgment {
  aspect: Aspect
  topic: string
  mention: number
  positive: number
  negative: number
}

/** The subject of the previous sentence, for "It was cold." */
export interface Subject {
  aspect: Aspect
  topic: string
}

interface Term {
  aspect: Aspect
  topic: string
  weight: number
  at: number
  /** The judgment itself names the topic ("rude"), not a separate word. */
  implied: boolean
  positive: number
  negative: number
}

/** Added distance, in words, of a comma, and of "but" or a dash. */
const softBoundaryCost = 3
const hardBoundaryCost = 14
/**
 * An opinion with its own topic joins a term of the same aspect; a mere opinion word joins the cheapest term up to
 * here.
 */
const reachCostMax = 30
/** A term without an opinion shares that of the term it is listed with: "the food and the wine were great". */
const sharedCostMax = 6
const sharedPart = 0.8
/** A single word is never certain. */
const doubt = 0.22
/** The probability that a topic is meant: named by its own judgment, or assumed because nothing else is named. */
const impliedWeight = 0.92
const supposedWeight = 0.8
const generalSubject: Subject = { aspect: 'general', topic: 'general.overall' }
/** Two topics named together mean more than each alone: waiting with a booking is not waiting without one. */
const bookingTopics = /^booking\.(appointment|reservation)$/

/** A phrase that judges, with negation, wishes and intensity taken into account. */
interface Opinion {
  /** Index of its first token. */
  at: number
  /** -1 (worst) to 1 (best). */
  strength: number
  /** The aspect that the word implies ("delicious", "rude"); null for general opinion words. */
  aspect: Aspect | null
  topic: string | null
}

/** The phrases of one sentence that the vocabulary knows. */
export interface Phrases {
  tokens: Token[]
  vocabulary: Vocabulary
  hits: Hit<Meaning>[]
  opinions: Opinion[]
}

/** Finds the phrases of one sentence. */
export function findPhrases(tokens: Token[], vocabulary: Vocabulary): Phrases {
  const hits = vocabulary.phrases.find(tokens).filter(({ value }) => value.kind === 'term' || value.value !== 0)
  const opinions: Opinion[] = []
  for (const { value, from, to } of hits) {
    if (value.kind !== 'opinion') continue
    const strength = value.value * modifier(tokens, from, to, value.value)
    opinions.push({ at: from, strength, aspect: value.aspect, topic: value.topic })
  }
  return { tokens, vocabulary, hits, opinions }
}

/** Judges one sentence. `previous` is the subject of the previous sentence, if any. */
export function judge({ tokens, vocabulary, hits, opinions }: Phrases, previous: Subject | null): Judgment[] {
  const cost = distances(tokens)
  const terms: Term[] = []
  for (const { value, from } of hits) {
    if (value.kind !== 'term') continue
    terms.push({
      aspect: value.aspect,
      topic: value.topic,
      weight: value.weight,
      at: from,
      implied: false,
      positive: 0,
      negative: 0,
    })
  }
  const named = terms.length

  for (const { at, strength, aspect, topic: ownTopic } of opinions) {
    let term: Term | undefined
    if (aspect === null || ownTopic === null) {
      term = cheapest(terms.slice(0, named), at, cost, () => true)
      if (!term) {
        const subject = previous && refersBack(tokens, at) ? previous : generalSubject
        term = { ...subject, weight: supposedWeight, at, implied: true, positive: 0, negative: 0 }
        terms.push(term)
      }
    } else {
      term = terms.find((candidate) => candidate.topic === ownTopic && candidate.at === at)
      if (!term) {
        const topic = sharper(ownTopic, aspect, terms.slice(0, named), at, cost, vocabulary)
        term = {
          aspect,
          topic,
          weight: impliedWeight,
          at,
          implied: true,
          positive: 0,
          negative: 0,
        }
        terms.push(term)
      }
    }
    if (strength > 0) term.positive += strength
    else term.negative -= strength
  }

  share(terms, cost)
  return merge(terms)
}

/** Cumulative cost from the first word to each word: one per word, more at the end of a clause. */
function distances(tokens: Token[]): number[] {
  let total = 0
  return tokens.map(({ word, boundary }, index) => {
    if (index > 0) total += 1
    if (boundary === 'soft' || word === 'and' || word === 'or') total += softBoundaryCost
    if (boundary === 'hard' || (index > 0 && contrastWords.has(word))) total += hardBoundaryCost
    return total
  })
}

function between(cost: number[], a: number, b: number): number {
  return Math.abs((cost[a] ?? 0) - (cost[b] ?? 0))
}

function cheapest(terms: Term[], at: number, cost: number[], fits: (term: Term) => boolean): Term | undefined {
  let best: Term | undefined
  let bestCost = reachCostMax
  for (const term of terms) {
    if (!fits(term)) continue
    // The subject is mostly before the judgment ("the pasta was great") or directly after it ("great pasta").
    const price = between(cost, term.at, at) + (term.weight < 0.7 ? 4 : 0) + (term.at > at + 3 ? 1 : 0)
    if (price < bestCost) {
      best = term
      bestCost = price
    }
  }
  return best
}

/** "The tiramisu was delicious" is about desserts, although "delicious" by itself is about food as a whole. */
function sharper(
  topic: string,
  aspect: Aspect,
  named: Term[],
  at: number,
  cost: number[],
  { topics }: Vocabulary,
): string {
  if (!topics.get(topic)?.whole) return topic
  const close = cheapest(named, at, cost, (term) => term.aspect === aspect && !topics.get(term.topic)?.whole)
  return close && between(cost, close.at, at) < hardBoundaryCost ? close.topic : topic
}

/** Factor for negation, wishes and intensity; negative when the judgment is reversed. */
function modifier(tokens: Token[], from: number, to: number, value: number): number {
  let factor = 1
  let negated = false
  let hypothetical = false
  for (let index = from - 1, steps = 0; index >= 0 && steps < negationReachWords; index -= 1, steps += 1) {
    const token = tokens[index]
    const behind = tokens[index + 1]
    if (!token || !behind || behind.boundary === 'hard' || contrastWords.has(behind.word)) break
    // A comma ends the scope of "not". "Not, however, good" is rare enough to be misread.
    if (behind.boundary === 'soft') break
    const { word } = token
    if (contrastWords.has(word)) break
    if (steps < 2 && intensifiers.has(word)) factor *= 1.25
    else if (steps < 2 && softeners.has(word)) factor *= 0.75
    if (negators.has(word) || word.endsWith("n't")) {
      if (!negationCancellers.has(behind.word)) negated = !negated
    } else if (hypotheticals.has(word)) hypothetical = true
  }
  if (isWishedFor(tokens, to)) hypothetical = true
  if (negated) factor *= value > 0 ? -0.8 : -0.6
  // "would have been great", "if the service were good": not praise. Complaints are not changed.
  else if (hypothetical && value > 0 && !isReturn(tokens, from, to)) factor *= -0.5
  const limit = Math.abs(value) > 0 ? 1 / Math.abs(value) : 1
  return Math.max(-limit, Math.min(limit, factor))
}

/** "A smile would be nice": the wish follows what is missing. */
function isWishedFor(tokens: Token[], to: number): boolean {
  const [verb, next] = tokens.slice(to, to + 2)
  if (!verb || !next || verb.boundary === 'hard') return false
  return /^(would|might|could|wouldn't)$/.test(verb.word) && /^(be|have|help|go|not|make)$/.test(next.word)
}

/** "would recommend", "would go back": the one wish that is praise. */
function isReturn(tokens: Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ word }) => /^(recommend|return|back|again|highly|happ|glad)/.test(word))
}

function refersBack(tokens: Token[], at: number): boolean {
  return tokens.slice(0, Math.min(at, 3)).some(({ word }) => pronouns.has(word))
}

function share(terms: Term[], cost: number[]): void {
  const judged = terms.filter((term) => term.positive + term.negative > 0)
  for (const term of terms) {
    if (term.positive + term.negative > 0) continue
    const same = judged.find((other) => other.topic === term.topic)
    if (same) continue
    let nearest: Term | undefined
    for (const other of judged) {
      // A judgment with its own topic ("rude", "dirty") does not apply to other topics named near it.
      if (other.implied || other.weight < 0.7) continue
      if (between(cost, other.at, term.at) > sharedCostMax || crossesContrast(cost, term.at, other.at)) continue
      if (!nearest || between(cost, other.at, term.at) < between(cost, nearest.at, term.at)) nearest = other
    }
    if (!nearest) continue
    term.positive = nearest.positive * sharedPart
    term.negative = nearest.negative * sharedPart
  }
}

function crossesContrast(cost: number[], a: number, b: number): boolean {
  const [first, last] = a < b ? [a, b] : [b, a]
  for (let index = first; index < last; index += 1) {
    if (between(cost, index, index + 1) >= hardBoundaryCost) return true
  }
  return false
}

function merge(terms: Term[]): Judgment[] {
  const booked = terms.some((term) => bookingTopics.test(term.topic))
  const byTopic = new Map<string, Term>()
  for (const term of terms) {
    if (term.weight < 0.7 && term.positive + term.negative === 0) continue
    const complains = term.negative > term.positive
    const topic = booked && term.aspect === 'wait' && complains ? 'wait.booked' : term.topic
    const known = byTopic.get(topic)
    if (!known) byTopic.set(topic, { ...term, topic })
    else {
      known.positive += term.positive
      known.negative += term.negative
      known.weight = Math.max(known.weight, term.weight)
    }
  }
  const waitsBooked = byTopic.has('wait.booked')
  const judgments: Judgment[] = []
  for (const { aspect, topic, weight, positive, negative } of byTopic.values()) {
    const total = positive + negative
    // "We had a reservation and still waited": the reservation is the reason for the complaint, not its object.
    const isReason = waitsBooked && bookingTopics.test(topic)
    const certainty = total > 0 ? 1 : 0.8
    const mention = weight * (isReason ? 0.2 : certainty)
    judgments.push({
      aspect,
      topic,
      mention: roundToThousandth(mention),
      positive: roundToThousandth((mention * positive) / (total + doubt)),
      negative: roundToThousandth((mention * negative) / (total + doubt)),
    })
  }
  return judgments
}
