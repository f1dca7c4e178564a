import type { ReplyWarning, ReviewFlag } from '@generated/contract/enums'
import people from '../../vocabulary/people.json' with { type: 'json' }
import { isEnglishContentWord, labelReview, type ReviewLabels } from '../labels/labels.ts'
import { holdsContactData, isFirstName, namesStaff } from '../labels/personal-data.ts'
import { findPhrases } from '../labels/polarity.ts'
import type { ReplyRequest } from '../records.ts'
import { readSentences } from '../text/tokens.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'

/** The warnings of a draft: what a person should know before approving it. */
export function warningsOf(
  request: ReplyRequest,
  text: string,
  labels: ReviewLabels,
  flags: ReadonlySet<ReplyWarning & ReviewFlag>,
  { vocabulary, businessName }: { vocabulary: Vocabulary; businessName: string },
): Set<ReplyWarning> {
  const warnings = new Set<ReplyWarning>(flags)
  const hasText = text.trim() !== ''
  if (holdsContactData(text.slice(0, 10_000))) warnings.add('personal_data')
  // "With Hobbins I leave the key": the business itself.
  const own = new Set(readSentences(businessName).flatMap(({ tokens }) => tokens.map(({ word }) => word)))
  const isKnown = (word: string) => own.has(word) || isEnglishContentWord(word, vocabulary)
  if (namesStaff(text, isKnown)) warnings.add('staff_named')
  if (isRefunded(text, labels)) warnings.delete('refund_request')
  if (request.review.rating <= unhappyStarsMax && !isForReview(text, labels)) warnings.delete('incentive')
  if (contradictsStars(request.review.rating, text, labels, vocabulary)) warnings.add('rating_mismatch')
  const judged = labels.sentences.some(({ aspects }) =>
    aspects.some(({ positive, negative }) => positive + negative > 0.4),
  )
  if (hasText && !judged) warnings.add('low_confidence')
  const wanted = request.language ?? (hasText && labels.language !== 'und' ? labels.language : 'en')
  if (wanted !== 'en') warnings.add('language_unsupported')
  return warnings
}

const unhappyStarsMax = 2

/** Returns whether what was offered was offered for a review: to an unhappy customer, a voucher makes amends. */
function isForReview(text: string, { sentences }: ReviewLabels): boolean {
  return sentences.some(
    ({ start, end, signals }) =>
      signals.includes('incentive') &&
      /\b(?:reviews?|stars?|ratings?|google|post|feedback|sign|confidential\w*|delete|remove)\b/i.test(
        text.slice(start, end),
      ),
  )
}

const refunded =
  /\b(?:(?:did|have|has) refund|refunded|(?:got|gave|received) (?:\w+ ){0,3}(?:refund|money back)|offer(?:ed|s) (?:\w+ ){1,6}(?:as|by way of|in|for) (?:\w+ )?compensation)\b/i
const denied =
  /\b(?:no(?! (?:argument|questions?|fuss|problem|quibble|hassle|bother|arguing)\b)|not|never|without|refus\w+|only|want\w*(?! (?:me|us)\b)|demand\w*)\b|n't\b/i

/** Returns whether every sentence about a refund says that it was paid. */
function isRefunded(text: string, { sentences }: ReviewLabels): boolean {
  return sentences
    .filter(({ signals }) => signals.includes('refund_request'))
    .map(({ start, end }) => text.slice(start, end))
    .every((sentence) => refunded.test(sentence) && !denied.test(sentence))
}

/**
 * A review of at most `one` words is contradicted by one word that judges, and one of at most `two` by two. Longer ones
 * with one or five stars tell a story, whose words judge other things.
 */
const opposingWordsMax = { one: 5, two: 25 }

/**
 * Returns whether the words of a short review say the opposite of its one or five stars: every phrase that judges does,
 * and in a review of more than a few words at least two of them.
 */
export function contradictsStars(
  rating: number | null,
  text: string,
  { sentences }: ReviewLabels,
  vocabulary: Vocabulary,
): boolean {
  if (rating !== 1 && rating !== 5) return false
  const stars = rating > 3 ? 1 : -1
  const read = readSentences(text)
  // "The lamb fell off the bone and I fell off the diet": the same word twice is one.
  const judged = new Map(
    read.flatMap(({ tokens }) =>
      findPhrases(tokens, vocabulary).opinions.map(
        ({ at, strength }) => [tokens[at]?.word, Math.sign(strength)] as const,
      ),
    ),
  )
  const signs = [...judged.values()]
  const words = read.reduce((sum, { tokens }) => sum + tokens.length, 0)
  const opposing = signs.filter((sign) => sign === -stars).length
  if (words > opposingWordsMax.two) return false
  if (signs.includes(stars) || opposing < (words <= opposingWordsMax.one ? 1 : 2)) return false
  const masses = sentences.flatMap(({ aspects }) =>
    aspects.map(({ positive, negative }) => (positive - negative) * stars),
  )
  return Math.min(0, ...masses) < -0.5 && Math.max(0, ...masses) < 0.3
}

/** Names of roles and platforms, never of a person. */
const reservedNames = new Set(people.reservedNames)

/** The first name for the greeting, if the field contains one: reviewers can enter any text. */
export function firstNameOf(authorName: string | undefined, vocabulary: Vocabulary): string | null {
  const parts = (authorName ?? '').normalize('NFKC').trim().split(/\s+/)
  const first = parts[0] ?? ''
  if (parts.length > 3 || !/^\p{Script=Latin}[\p{Script=Latin}'’-]{1,19}$/u.test(first)) return null
  if (reservedNames.has(first.toLowerCase()) || parts.some((part) => reservedNames.has(part.toLowerCase()))) return null
  if (isFirstName(first)) return first.charAt(0).toUpperCase() + first.slice(1)
  const startsUpper = /^\p{Lu}\p{Ll}/u.test(first)
  const [sentence] = labelReview(parts.join(' '), { trade: 'other' }).sentences
  const isWord = isEnglishContentWord(first.toLowerCase(), vocabulary) || (sentence?.signals.length ?? 0) > 0
  return startsUpper && !isWord ? first : null
}
