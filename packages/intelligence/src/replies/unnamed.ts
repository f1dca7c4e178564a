import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { hypotheticals } from '../vocabulary/lexicon.ts'
import { blamesOthers, holds } from './situations.ts'
import { leisurely } from './waiting.ts'

// Praise and complaints that count even if no draft can name them.

/** The minimum probability of a complaint, and the minimum clarity of praise. */
const complaintMin = 0.25
const praiseMin = 0.5
/** Words between "could be" and a word that compares. */
const comparedReach = 3

/** Returns whether a review complains of the business, even of something that no draft can name. */
export function complainsOf(text: string, { sentences }: ReviewLabels, businessName: string): boolean {
  const read = sentences.map((sentence) => ({
    ...sentence,
    tokens: readSentences(text.slice(sentence.start, sentence.end)).flatMap(({ tokens }) => tokens),
  }))
  return read.some(({ aspects: labels, tokens }, index) => {
    const isPace = tokens.some(({ word }) => (leisurely.test(word) && !word.startsWith('slow')) || word === 'slowly')
    const complaints = labels.filter(({ positive, negative }) => negative >= complaintMin && negative > positive)
    if (complaints.every(({ aspect }) => isPace && aspect === 'wait') && !isImprovable(tokens)) return false
    return !blamesOthers(tokens, businessName) && !holds('exonerating', read[index + 1]?.tokens ?? [])
  })
}

/** "The desk could be a little warmer" complains, whatever its labels. */
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

function isHypothetical(word: string): boolean {
  return hypotheticals.has(word) || word.endsWith("'d")
}
