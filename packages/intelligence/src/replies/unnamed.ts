import type { ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import { findPhrases } from '../labels/polarity.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { hypotheticals } from '../vocabulary/lexicon.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { blamesOthers, holds } from './situations.ts'
import { isShortWait, leisurely } from './waiting.ts'

// Praise and complaints that count even if no draft can name them.

/** The minimum probability of a complaint that is possible, of one that is likely, and of one that is clear. */
const complaintMin = { possibly: 0.25, likely: 0.4, clearly: 0.6 }
/** The same where a word of the vocabulary judges. */
const judgedMin = 0.5
/** The minimum clarity of praise. */
const praiseMin = 0.5
/** Words between "could be" and a word that compares. */
const comparedReach = 3

/** Returns whether a review complains of the business, even of something that no draft can name. */
export function complainsOf(text: string, { sentences }: ReviewLabels, businessName: string): boolean {
  return complains(text, sentences, businessName, () => complaintMin.possibly)
}

/** Returns whether a review clearly complains of the business itself. What it reports of other customers does not. */
export function clearlyComplainsOf(
  text: string,
  { sentences }: ReviewLabels,
  businessName: string,
  vocabulary: Vocabulary,
): boolean {
  return complains(text, ownOf(text, sentences), businessName, (tokens) => {
    const isJudged = findPhrases(tokens, vocabulary).opinions.some(({ strength }) => strength < 0)
    return isJudged ? judgedMin : complaintMin.clearly
  })
}

/** Returns whether a review is likely to complain of the business itself, even of something that no draft can name. */
export function likelyComplainsOf(text: string, { sentences }: ReviewLabels, businessName: string): boolean {
  return complains(text, ownOf(text, sentences), businessName, () => complaintMin.likely)
}

function ownOf(text: string, sentences: readonly SentenceLabels[]): SentenceLabels[] {
  return sentences.filter(({ start, end }) =>
    readSentences(text.slice(start, end)).every(({ tokens }) => !holds('hearsay', tokens)),
  )
}

function complains(
  text: string,
  sentences: readonly SentenceLabels[],
  businessName: string,
  minOf: (tokens: Token[]) => number,
): boolean {
  const read = sentences.map((sentence) => ({
    ...sentence,
    tokens: readSentences(text.slice(sentence.start, sentence.end)).flatMap(({ tokens }) => tokens),
  }))
  return read.some(({ aspects: labels, tokens }, index) => {
    const isPace =
      isShortWait(tokens) ||
      tokens.some(({ word }) => (leisurely.test(word) && !word.startsWith('slow')) || word === 'slowly')
    if (holds('mixedUp', tokens)) return true
    const min = minOf(tokens)
    const complaints = labels.filter(({ positive, negative }) => negative >= min && negative > positive)
    if (complaints.every(({ aspect }) => isPace && aspect === 'wait') && !isImprovable(tokens)) return false
    return !blamesOthers(tokens, businessName) && !holds('exonerating', read[index + 1]?.tokens ?? [])
  })
}

/** "The desk could be a little warmer" complains, also where its labels do not. */
function isImprovable(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, at) => {
    if (word !== 'could' || tokens[at + 1]?.word !== 'be') return false
    return tokens.slice(at + 2, at + 2 + comparedReach).some((token) => /^(?:more|better|\w{3,}er)$/.test(token.word))
  })
}

/** Returns whether a review praises something outside its questions and wishes, even what no draft can name. */
export function isPraised(text: string, { sentences }: ReviewLabels): boolean {
  return sentences.some(({ start, end, aspects: labels }) => {
    const sentence = text.slice(start, end)
    const tokens = readSentences(sentence).flatMap((read) => read.tokens)
    if (/\?\W*$/.test(sentence) || holds('wishes', tokens) || tokens.some(({ word }) => isHypothetical(word)))
      return false
    return labels.some(({ positive, negative }) => positive - negative >= praiseMin)
  })
}

/**
 * Returns whether a review praises nothing, or only faintly: "decent", "okay", "at least". Enthusiastic thanks for it
 * would sound false.
 */
export function isFaint(text: string, vocabulary: Vocabulary): boolean {
  const read = readSentences(text).map(({ tokens }) => tokens)
  if (!read.some((tokens) => holds('faint', tokens))) return false
  return read.every((tokens) =>
    findPhrases(tokens, vocabulary).opinions.every(
      ({ at, strength }) => strength <= 0 || holds('faint', tokens.slice(Math.max(0, at - 1), at + 2)),
    ),
  )
}

function isHypothetical(word: string): boolean {
  return hypotheticals.has(word) || word.endsWith("'d")
}
