import * as bounds from '@generated/contract/bounds'
import type { DraftReviewReplyRequestLength, DraftReviewReplyRequestTone, Trade } from '@generated/contract/enums'
import { holdsContactData } from '../labels/personal-data.ts'
import type { ReplyClaim } from '../records.ts'
import { phrasesByTone } from './phrases.ts'
import type { Pick } from './picker.ts'

/** The maximum number of words of each length, greeting and signature included. */
export const wordLimits: Record<DraftReviewReplyRequestLength, number> = { short: 45, medium: 85, long: 150 }
const draftCharsMax = bounds.ReplyVariant.text.maxLength
const claimsMax = bounds.ReplyVariant.claims.maxItems

/** In whose name and how a draft is written. */
export interface Writer {
  tone: DraftReviewReplyRequestTone
  length: DraftReviewReplyRequestLength
  trade: Trade
  /** A draft for a health provider must not confirm that the reviewer is a patient. */
  health: boolean
  name: string | null
  facts: string[]
  signature: string
}

export interface Draft {
  text: string
  claims: ReplyClaim[]
}

/** A sentence of a draft. Where words are too many, the sentence of the highest rank is left out first. */
export interface Part {
  text: string
  rank: number
  claims: ReplyClaim[]
}

/** Thanks and the points stay longest; what a longer draft adds goes first. */
export const ranks = {
  thanks: 0,
  points: 1,
  facts: 2,
  request: 3,
  closing: 4,
  gestures: 5,
  attention: 6,
  more: 7,
}

/** A sentence of our own, which nothing of the review supports. */
export function fixedPart(text: string, rank: number): Part {
  return { text, rank, claims: [] }
}

/** A sentence that these words of the review support. */
export function quotedPart(text: string, rank: number, quotes: readonly string[]): Part {
  return { text, rank, claims: quotes.map((quote) => ({ text, supported_by: 'review', quote })) }
}

/** A fact of the owner as a sentence. */
export function factPart(fact: string): Part {
  const text = ended(fact)
  return { text, rank: ranks.facts, claims: [{ text, supported_by: 'fact', quote: fact }] }
}

/** Returns whether a fact says how to reach the business. */
export function hasContactDetails(fact: string): boolean {
  return holdsContactData(fact) || /\b(contact|call|email|e-mail|reach|phone|write to)\b/i.test(fact)
}

interface Courtesy {
  greetings: Record<'named' | 'unnamed', readonly string[]>
  signOffs: readonly string[]
}

/** Puts greeting and signature around the sentences, and leaves out what exceeds the words of its length. */
export function frame(
  all: readonly Part[],
  writer: Writer,
  pick: Pick,
  { greetings, signOffs }: Courtesy = phrasesByTone[writer.tone],
): Draft {
  const greeting = pick('greeting', greetings[writer.name ? 'named' : 'unnamed']).replace('{name}', writer.name ?? '')
  const signOff = pick('sign-off', signOffs)
  let parts = [...all]
  const written = () => `${greeting}\n\n${parts.map(({ text }) => text).join(' ')}\n\n${signOff}\n${writer.signature}`
  const isTooLong = (text: string) =>
    text.length > draftCharsMax || text.split(/\s+/).length > wordLimits[writer.length]
  while (parts.length > 1 && isTooLong(written())) {
    const worst = parts.reduce((least, part) => (part.rank >= least.rank ? part : least))
    parts = parts.filter((part) => part !== worst)
  }
  return { text: written(), claims: parts.flatMap(({ claims }) => claims).slice(0, claimsMax) }
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
