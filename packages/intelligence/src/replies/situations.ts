import * as bounds from '@generated/contract/bounds'
import stored from '../../vocabulary/situations.json' with { type: 'json' }
import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { isGrieving } from './grief.ts'

/** Matters other than praise and complaints that decide what a draft may say. */
export interface Situation {
  /** A person or an animal has died. */
  grieves: boolean
  /** A child or a vulnerable person was treated harshly. */
  distresses: boolean
  /** The business could not be reached, or did not respond. */
  unreached: { name: string; quote: string } | null
  /** The business could not be reached, or nobody came: to be asked to call or to visit it would hurt. */
  avoidsContact: boolean
  /** A manager is part of what the customer complains of: to be sent to the manager would hurt. */
  blamesManager: boolean
  /** A satisfied customer leaves: moved away, or has ended a membership. */
  departs: boolean
  /** The customer takes the blame: "my mistake". */
  ownsFault: boolean
}

/** A sentence of a review with its words. */
export interface ReadSentence {
  /** Verbatim. */
  text: string
  tokens: Token[]
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength

const books = Object.fromEntries(
  Object.entries(stored).map(([name, phrases]) => {
    const book = phraseBook<true>()
    book.add(phrases, true)
    return [name, book]
  }),
) as Record<keyof typeof stored, PhraseBook<true>>

/** Returns whether the words contain a phrase of a list of `vocabulary/situations.json`. */
export function holds(list: keyof typeof stored, tokens: Token[]): boolean {
  return books[list].find(tokens).length > 0
}

/** Returns where the phrases of a list are. */
export function hitsOf(list: keyof typeof stored, tokens: Token[]): Hit<true>[] {
  return books[list].find(tokens)
}

/** The sentences of a review that speak to people, not to machines. */
export function sentencesOf(text: string, labels: ReviewLabels): ReadSentence[] {
  const instructing = labels.sentences.filter(({ signals }) => signals.includes('prompt_injection'))
  return readSentences(text)
    .filter(({ start }) => !instructing.some((sentence) => sentence.start <= start && start < sentence.end))
    .map(({ start, end, tokens }) => ({ text: text.slice(start, end), tokens }))
}

/** Reads the situation of a review. Grief with one or two stars is a grave complaint as well: see `distresses`. */
export function situationOf(sentences: readonly ReadSentence[], rating: number | null): Situation {
  const words = sentences.flatMap(({ tokens }) => tokens)
  const has = (list: keyof typeof stored) => sentences.some(({ tokens }) => holds(list, tokens))
  const isUnhappy = rating !== null && rating <= 2
  const grieves = isGrieving(sentences)
  const isHarsh = has('humiliating') || (has('harsh') && holds('vulnerable', words))
  const unreached = unreachedIn(sentences)
  return {
    grieves,
    distresses: isUnhappy && (isHarsh || grieves),
    unreached,
    avoidsContact: unreached !== null || has('absent'),
    blamesManager: has('managed'),
    departs: has('departs') && !has('stays'),
    ownsFault: has('ownFault'),
  }
}

function unreachedIn(sentences: readonly ReadSentence[]): Situation['unreached'] {
  // Where nobody came to an appointment, the telephone is not the complaint.
  const isMissed = sentences.some(({ tokens }) => holds('noShows', tokens))
  for (const { text, tokens } of sentences) {
    if (text.length > quoteCharsMax) continue
    // "Nobody came back to the table" is about the service.
    if (holds('unanswered', tokens) && !holds('notUnanswered', tokens)) return { name: 'our silence', quote: text }
    if (!isMissed && holds('unreachable', tokens)) return { name: 'the trouble you had reaching us', quote: text }
  }
  return null
}

/**
 * "Our cat was hit by a van, and they worked through the night", "robbed at the station: they rang the police": help
 * with harm that the business did not do.
 */
export function wasHelped(sentences: readonly { tokens: Token[] }[]): boolean {
  const has = (list: keyof typeof stored) => sentences.some(({ tokens }) => holds(list, tokens))
  return has('misfortunes') && has('rescues') && !has('hazards')
}

/** People and organizations that do not belong to a business of any trade, unless its name contains the word. */
const outsiders = new Set(
  [
    'bank banks lender insurer insurers insurance landlord landlady neighbor neighbors neighbour neighbours',
    'council authorities courier couriers postman supplier suppliers manufacturer seller sellers buyer buyers',
    'vendor tenant tenants airline train bus traffic weather employer boss ex',
    'builders developer opponent court',
  ].flatMap((line) => line.split(' ')),
)
/** Outsiders of every business but a law firm. */
const lawyers = new Set('solicitor solicitors lawyer lawyers attorney attorneys barrister barristers'.split(' '))

/** Returns whether the name of a business is that of a law firm. */
export function isLawFirm(businessName: string): boolean {
  return /\b(?:law|laws|legal|lawyers?|solicitors?|attorneys?|barristers?|advocates?|notar\w+|llp)\b/i.test(
    businessName,
  )
}

/** Returns whether a business is named like an agency for houses: a "good price" is what a house was sold for. */
export function isEstateAgency(businessName: string): boolean {
  return /\b(?:propert(?:y|ies)|real estate|estates?|estate agents?|realty|realtors?|homes|rentals|lettings|housing)\b/i.test(
    businessName,
  )
}

/** "My daughter, 19": what was done to an adult is harassment, and not a danger to a child. */
export function isOfAdult(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ word }, at) => /^(?:daughter|son)$/.test(word) && /^(?:1[89]|[2-5]\d)$/.test(tokens[at + 1]?.word ?? ''),
  )
}

const wrongs = /^(?:threatened|sued|robbed|harassed|bullied|attacked|hounded|evicted|scammed|cheated|blackmailed)$/
/** Words between what was done and "by", and between "by" and who did it. */
const doerReach = 3

/** "Threatened with court by a neighbor": what was done by somebody else. */
function isDoneByOutsider(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, at) => {
    if (word !== 'by') return false
    const isWrong = tokens.slice(Math.max(0, at - doerReach), at).some((token) => wrongs.test(token.word))
    return isWrong && tokens.slice(at + 1, at + 1 + doerReach).some((token) => outsiders.has(token.word))
  })
}

const causes = /^(?:because|due|blame|delayed|held|down|thanks|against)$/
const actions =
  /^(?:is|are|was|were|has|have|had|took|takes|take|kept|keeps|got|made|makes|lost|let|sat|sent|said|told|wanted|tried|never|didn't|would|wouldn't|\w{2,}ed)$/
/** Words between somebody and what they did, and between a cause and its name. */
const actionReach = 2
const nameLettersMin = 4

/**
 * Returns whether a sentence lays the blame on somebody else, or takes it from the business: "the bank was slow", "not
 * their fault", "not Haldane" of a business of this name.
 */
export function blamesOthers(tokens: Token[], businessName: string): boolean {
  const named = new Set(
    readSentences(businessName).flatMap((read) =>
      read.tokens.flatMap(({ word }) => (word.length >= nameLettersMin ? [word, word.replace(/s$/, '')] : [])),
    ),
  )
  if (holds('exonerating', tokens) || isDoneByOutsider(tokens)) return true
  const isOfLaw = isLawFirm(businessName)
  return tokens.some(({ word }, at) => {
    const before = tokens.slice(Math.max(0, at - actionReach - 1), at)
    if (named.has(word)) return before.slice(-2).some((token) => token.word === 'not')
    // "My landlord's agent"
    const owner = word.replace(/'s$/, '')
    const isOutside = outsiders.has(word) || outsiders.has(owner) || (!isOfLaw && lawyers.has(owner))
    if (!isOutside || named.has(word.replace(/s$/, ''))) return false
    const after = tokens.slice(at + 1, at + 1 + actionReach)
    return after.some((token) => actions.test(token.word)) || before.some((token) => causes.test(token.word))
  })
}
