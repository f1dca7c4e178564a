import * as bounds from '@generated/contract/bounds'
import type { Aspect } from '@generated/contract/enums'
import { alertsIn } from '../labels/alerts.ts'
import type { ReviewLabels } from '../labels/labels.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import type { Quote } from '../records.ts'

/** Selects the sentences of reviews that are quoted: the best of each subject, and every alert. */

/** A sentence that may be quoted, kept while the reviews stream by. */
export interface Candidate {
  review: Omit<ReviewInput, 'labels' | 'text' | 'owner_replied'>
  text: string
  polarity: 'positive' | 'negative'
  probability: number
  alerts: readonly Alert[]
}

/** Slots of own reviews without a reply: with an alert, with one or two stars, with at most three, and all. */
export const unansweredAlert = 'unanswered alert'
export const unansweredLow = 'unanswered low'
export const unansweredCritical = 'unanswered critical'
export const unansweredAny = 'unanswered'
/** Reviews with at most this many stars count as low, and with at most this many as critical. */
export const lowStarsMax = 2
const criticalStarsMax = 3
const quotablesPerSlot = 8
const quoteProbabilityMin = 0.55
const quoteCharsMax = bounds.Quote.text.maxLength
const quoteCharsMin = 18
/** "No explanation." is too short to be evidence. */
const quoteWordsMin = 4

/** Name of a slot; `about` is an aspect, or for own reviews also a topic or an alert. */
export function slotName(side: 'own' | 'competitors', about: string, polarity: Candidate['polarity']): string {
  return `${side} ${about} ${polarity}`
}

/** Name of the slot of one competitor, in addition to that of all of them. */
export function competitorSlot(id: string, aspect: Aspect, polarity: Candidate['polarity']): string {
  return `${id} ${aspect} ${polarity}`
}

/** The `about` of a slot with the other complaints of own reviews that report an alert. */
export function nextTo(alert: Alert): string {
  return `next to ${alert}`
}

/** Offers every sentence of a review that may be shown to the slots that it fits. */
export function keepQuotables(
  slots: Map<string, Candidate[]>,
  review: ReviewInput,
  labels: ReviewLabels,
  isAnonymous: (text: string) => boolean,
): void {
  const { id, competitor_id, source, rating, published_at } = review
  const reported = new Set(labels.sentences.flatMap((sentence) => alertsIn(sentence, rating)))
  for (const sentence of labels.sentences) {
    const text = review.text.slice(sentence.start, sentence.end)
    if (!isPresentable(text) || sentence.signals.includes('prompt_injection') || sentence.signals.includes('abuse'))
      continue
    const alerts = alertsIn(sentence, rating)
    const unanswered = competitor_id === null && review.owner_replied === false
    const candidate = { review: { id, competitor_id, source, rating, published_at }, text, alerts }
    const grave: Candidate = { ...candidate, polarity: 'negative', probability: 1 }
    if (competitor_id === null) {
      for (const alert of alerts) offer(slots, slotName('own', alert, 'negative'), grave, isAnonymous)
    }
    if (alerts.length > 0 && unanswered) offer(slots, slotName('own', unansweredAlert, 'negative'), grave, isAnonymous)
    for (const { aspect, topic, positive, negative } of sentence.aspects) {
      const probability = Math.abs(positive - negative)
      if (probability < quoteProbabilityMin) continue
      const judged: Candidate = { ...candidate, polarity: positive > negative ? 'positive' : 'negative', probability }
      const side = competitor_id === null ? 'own' : 'competitors'
      offer(slots, slotName(side, aspect, judged.polarity), judged, isAnonymous)
      if (competitor_id !== null)
        offer(slots, competitorSlot(competitor_id, aspect, judged.polarity), judged, isAnonymous)
      if (side === 'own' && topic) offer(slots, slotName(side, topic, judged.polarity), judged, isAnonymous)
      if (side === 'own' && judged.polarity === 'negative')
        for (const alert of reported) offer(slots, slotName(side, nextTo(alert), 'negative'), judged, isAnonymous)
      if (unanswered) offer(slots, slotName(side, unansweredAny, 'negative'), judged, isAnonymous)
      if (unanswered && judged.polarity === 'negative' && rating !== null) {
        if (rating <= lowStarsMax) offer(slots, slotName(side, unansweredLow, 'negative'), judged, isAnonymous)
        if (rating <= criticalStarsMax)
          offer(slots, slotName(side, unansweredCritical, 'negative'), judged, isAnonymous)
      }
    }
  }
}

/**
 * The best `each` quotes of every slot that has any, and at most `most` in all; no two are of one review or in the same
 * words.
 */
export function quotesFrom(
  slots: ReadonlyMap<string, readonly Candidate[]>,
  names: readonly string[],
  { each, most }: { each: number; most: number },
): Quote[] {
  const quotes: Quote[] = []
  const isNew = ({ review, text }: Candidate) =>
    !quotes.some((quote) => quote.review_id === review.id || quote.text === text)
  for (const name of names) {
    let left = each
    for (const candidate of slots.get(name) ?? []) {
      if (left === 0 || quotes.length >= most) break
      if (!isNew(candidate)) continue
      quotes.push(quoteOf(candidate))
      left -= 1
    }
  }
  return quotes
}

/** A quote as the contract shows it. */
function quoteOf({ review, text }: Candidate): Quote {
  return {
    review_id: review.id,
    competitor_id: review.competitor_id,
    source: review.source,
    rating: review.rating,
    text,
    published_at: review.published_at,
  }
}

/** Fit to be printed: short enough, and free of markup and invisible characters. */
function isPresentable(text: string): boolean {
  return (
    text.length >= quoteCharsMin &&
    text.length <= quoteCharsMax &&
    text.split(/\s+/).length >= quoteWordsMin &&
    !/[\p{Cc}\p{Cf}\p{Co}<>{}[\]\\|]/u.test(text)
  )
}

function offer(
  slots: Map<string, Candidate[]>,
  slot: string,
  candidate: Candidate,
  isAnonymous: (text: string) => boolean,
): void {
  const kept = slots.get(slot) ?? []
  slots.set(slot, kept)
  const last = kept.at(-1)
  if (kept.length === quotablesPerSlot && last && byWorth(candidate, last) >= 0) return
  if (kept.some(({ review, text }) => review.id === candidate.review.id || text === candidate.text)) return
  if (!isAnonymous(candidate.text)) return
  kept.push(candidate)
  kept.sort(byWorth)
  if (kept.length > quotablesPerSlot) kept.pop()
}

/**
 * Best evidence first: informative length, then certainty, then the newest; ties by id, so the order is
 * deterministic.
 */
function byWorth(a: Candidate, b: Candidate): number {
  return (
    fitness(b) - fitness(a) ||
    (b.review.published_at ?? '').localeCompare(a.review.published_at ?? '') ||
    a.review.id.localeCompare(b.review.id) ||
    a.text.localeCompare(b.text)
  )
}

function fitness({ text, probability, polarity, review }: Candidate): number {
  const informative = text.length >= 40 && text.length <= 200 ? 1 : 0
  // A complaint inside a five-star review is honest, but the one inside a two-star review shows what it costs.
  const fits = review.rating === null || (polarity === 'positive') === review.rating >= 4 ? 0.5 : 0
  return informative + fits + (probability > 0.7 ? 0.5 : 0)
}
