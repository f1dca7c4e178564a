import stored from '../../vocabulary/offers.json' with { type: 'json' }
import { readSentences } from '../text/tokens.ts'
import { hypotheticals, negators } from '../vocabulary/lexicon.ts'
import { phraseBook } from '../vocabulary/patterns.ts'
import type { ReviewLabels } from './labels.ts'

/** Things a business may have already. What its reviews say is there is never advised. */
export type Offer = keyof typeof stored

const books = phraseBook<Offer>()
for (const [name, phrases] of Object.entries(stored)) if (isOffer(name)) books.add(phrases, name)

/** A sentence with one of these may speak of what is missing: "please get online booking". */
const missingWords = new Set([
  'need',
  'needs',
  'please',
  'lack',
  'lacks',
  'missing',
  'instead',
  'want',
  'down',
  'broken',
])
/** Reviews without any of these have none of the phrases; most are done with that. */
const worthReading =
  /online|app\b|website|booking|text|sms|whatsapp|remind|confirm|free|menu|lunch|early bird|size|portion/i

export function isOffer(name: string): name is Offer {
  return Object.hasOwn(stored, name)
}

/** Adds what a review says is there. A sentence that denies or wishes anything adds nothing. */
export function addOffers(offers: Set<Offer>, text: string, { sentences }: ReviewLabels): void {
  if (!worthReading.test(text)) return
  for (const { start, end, signals } of sentences) {
    if (signals.includes('prompt_injection')) continue
    const tokens = readSentences(text.slice(start, end)).flatMap((sentence) => sentence.tokens)
    const found = books.find(tokens)
    const doubted = tokens.some(
      ({ word }) => negators.has(word) || hypotheticals.has(word) || missingWords.has(word) || word.endsWith("n't"),
    )
    if (!doubted) for (const { value } of found) offers.add(value)
  }
}
