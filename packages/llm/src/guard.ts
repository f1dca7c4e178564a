import { commonWords } from '@svc/intelligence/lexicon'
import { holdsContactData } from '@svc/intelligence/personal-data'
import * as phrases from '@svc/intelligence/reply-phrases'
import { SYSTEM } from './prompt.ts'

/**
 * What a model writes is as little to be trusted as what it read. Two questions are asked of it: does it hold something that
 * must never be shown (`faultOf`), and is everything that it says carried by what we know (`unsupportedWords` and others).
 */

/** What only a person may promise, and what nobody asked for. */
const PROMISES =
  /\b(\d+\W{0,3}off|refund\w*|reimburs\w*|compensat\w*|money\s+back|repay\w*|discount\w*|voucher\w*|coupons?|rebates?|promo\w*|gifts?|giveaways?|prizes?|rewards?|bonus\w*|complimentary|for\s+free|free|on\s+the\s+house|credits?|cashback|no\s+charge|half\s+price|guarante\w*|promis\w*|warrant(?:y|ies)|per\s?cent|percent\w*|pay|paid|payment\w*|owe)\b|[%€$£¥₿]/gi

/** How a model talks about its orders. */
const LEAKS =
  /\b(system\s+(?:prompt|message)|(?:my|your|this|the)\s+prompt(?!\s+\w)|instructions?|instructed|language\s+model|as\s+an?\s+ai|ai\s+(?:model|assistant)|chatgpt|gpt\S*|llm|jailbr\w*|developer\s+mode|draft_replies|reword|supported_by|nonce|schema|json|base64|api\s*key|password|secret\w*|token\w*)\b/i

const MARKUP = /[<>{}[\]|\\`~^*_#=@]|\w:\/\/|:\/|\bwww\b|\b(?:dot|punt)\s+(?:com|net|org|io|nl|uk|eu)\b/i
/** A name on the net, or two sentences glued together: neither is well written. */
const DOMAIN = /[\p{L}\d]\.\p{L}{2,}/u
const ADDRESS = /\b\p{Lu}\p{L}+(?:straat|laan|weg|plein)\b|\b\p{Lu}\p{L}+\s+(?:Street|Road|Avenue|Lane|Square|Drive)\b/u
const MEASURE = /^\d+(?:am|pm|st|nd|rd|th|s|m|min|mins|h|hr|hrs|km|-\p{L}+)$/iu
const WORD_CHARS_MAX = 24
/** So many words in a row are taken from our orders by no accident. */
const LEAKED_WORDS = 6

export interface Known {
  /** Texts that may be repeated as they stand, codes and numbers included: facts, names of the business. */
  given: readonly string[]
  /** Where numbers may come from, besides. */
  numbers: readonly string[]
  nonce?: string
  /** What this text already offers may be offered again: "a free correction" of an action that is ours. */
  asOffered?: string
}

/** What must never be shown, in words for the log that quote nothing; null where there is nothing. */
export function faultOf(text: string, { given, numbers, nonce, asOffered = '' }: Known): string | null {
  if (nonce !== undefined && text.includes(nonce)) return 'it holds the mark of the review'
  if (/[^\P{C}\n]/u.test(text)) return 'it holds invisible characters'
  const rest = without(text, given)
  if (MARKUP.test(rest) || DOMAIN.test(rest)) return 'it holds a link or mark-up'
  if (holdsContactData(rest) || ADDRESS.test(rest)) return 'it holds contact data'
  if (rest.split(/[^\p{L}\p{N}-]+/u).some(isCode)) return 'it holds a code'
  // "Please feel free" and "gluten-free" give nothing away.
  const offers = rest.replace(/\bfeel free\b|\b\w+-free\b/gi, '').match(PROMISES) ?? []
  if (offers.some((offer) => !asOffered.toLowerCase().includes(offer.toLowerCase()))) return 'it promises something'
  if (LEAKS.test(rest) || sharesRun(rest, SYSTEM, LEAKED_WORDS)) return 'it speaks of its orders'
  const allowed = new Set([...given, ...numbers].flatMap(numbersIn))
  if (numbersIn(text).some((number) => !allowed.has(number))) return 'it holds a number of unknown origin'
  return null
}

/** Spaces like a compatibility form of a letter can hide a word from every list. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

function isCode(word: string): boolean {
  if (word.length > WORD_CHARS_MAX) return true
  if (MEASURE.test(word)) return false
  return /^(?=.*\d)(?=.*\p{L}).{3,}$/u.test(word) || /^\p{Lu}{3,}$/u.test(word)
}

function without(text: string, given: readonly string[]): string {
  let rest = text
  for (const known of given) {
    const bare = plain(known).replace(/[.!?…]+$/, '')
    if (bare.length > 1) rest = rest.replaceAll(bare, ' ')
  }
  return rest
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const LARGE: Record<string, string> = { hundred: '100', thousand: '1000', million: '1000000', dozen: '12' }

/** Numbers in digits and in words, as digits. "One" is left out: it is seldom a number. */
export function numbersIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{Nd}+(?:[.,:]\p{Nd}+)*|\p{L}+/gu) ?? []).flatMap((word) => {
    if (/^\p{Nd}/u.test(word)) return [word]
    const unit = UNITS.indexOf(word)
    const ten = TENS.indexOf(word)
    if (unit >= 0 && unit !== 1) return [String(unit)]
    if (ten >= 0) return [String((ten + 2) * 10)]
    return LARGE[word] ?? []
  })
}

const PLATFORMS = new Set(['google', 'tripadvisor', 'yelp', 'facebook'])
const OUR_PHRASES = JSON.stringify(Object.values(phrases))

/** Words that say nothing of the business, as stems: those of our own phrases, grammar, and what courtesy needs. */
const COURTESY: ReadonlySet<string> = new Set(
  [
    OUR_PHRASES,
    [...commonWords].filter((word) => !PLATFORMS.has(word)).join(' '),
    `absolute acknowledge add address afternoon aim appreciation apologies apology apologising attention aware bother candid candour care caring clearly comment comments
    compliment concern concerned consider constructive cause convey customer dear deeply delight delighted describe described detail detailed disappointing disappointment
    discomfort discuss eager effort encourage encouraging enjoy enjoyable enjoyment ensure expect expectations expected experience express fall fell feedback feel feeling
    felt find fond forward found frank frankly frustrate frustrating frustration genuine genuinely glad grateful gratitude guest happen happier happy heartfelt hearing heart
    helpful highlight honest honesty important impression improve inconvenience kind kindly learn letting listen look love matter memorable mention mentioned message
    mixed mood note noted occasion opinion opportunity outing particular particularly patience perspective pleasant please pleasure point pointing positive praise proud
    rate reach read reading reason recommendation reflect regret regrettable regretful reply respond review reviewer sad saddened say see serious seriously share sharing
    short sincere sincerely smile sorry spoil spoilt stand standard stay stood stress support surprise taking team thank thankful thanks thought thoughtful thrilled time touch
    truly unacceptable understand understandable understandably understanding unfortunate unfortunately unpleasant upset useful value valuable valued view visit voice
    warm warmly way welcome wish wonderful word worth write writing wrote`,
  ].flatMap((words) => wordsIn(words).map(stemOf)),
)

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? []
}

/** Roughly the same for the forms of one word: "waited", "waiting" and "waits" are "wait". */
export function stemOf(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  const stem = bare.replace(/(?:ings?|edly|ed|es|ly|s|e)$/, '').replace(/([^aeiou])[iy]$/, '$1')
  return stem.length >= 3 ? stem.replace(/([^aeiou])\1$/, '$1') : bare
}

/** The words of a sentence that neither courtesy nor the sources know. */
export function unsupportedWords(sentence: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => wordsIn(source).map(stemOf)))
  return wordsIn(sentence).filter((word) => !COURTESY.has(stemOf(word)) && !known.has(stemOf(word)))
}

/** What the business did, does or will do, and why: nothing of it stands in a review. */
const STATEMENTS =
  /\b(?:we|i|they)(?:\s+(?:also|already|now|just|both|all|certainly|definitely|always|never))?\s+(?:have|had|has|will|shall|did|were|was|are\s+(?:going|working|taking|now|changing|improving)|use|serve|do|always|never|make|made|take\s+(?:steps|action)|took|change[sd]?|offer|give|provide|ensure|know\s+why|can\s+(?:offer|assure|confirm|explain)|talk\w*|spoke|plan)\b|\b(?:we|i|they)'(?:ve|ll|d\s+had)\b|\bour\s+\w+(?:\s+\w+)?\s+(?:have|has|will)\b|\b(?:because|due\s+to|caused\s+by|the\s+reason|fault|liable|mistake|to\s+ensure|rest\s+assured|assure)\b/i

/** True if a sentence states something of the business that needs a fact behind it. */
export function statesSomething(sentence: string): boolean {
  return STATEMENTS.test(sentence)
}

const ANSWERS =
  /\b(thank\w*|glad|happy|happier|pleas\w+|delight\w*|appreciat\w*|grateful|sorry|regret\w*|apolog\w*|pity|sad\w*|hear\w*|read\w*|understand\w*|welcome|lovely|love|mean\w*|know|mention\w*|kind\s+words|comments?|disappoint\w*|frustrat\w*|thrilled|proud|unfortunate\w*)\b/i

/** True if a sentence reacts to what somebody wrote instead of asserting it. */
export function reacts(sentence: string): boolean {
  return ANSWERS.test(sentence)
}

const WISHES =
  /\b(?:we\s+(?:would|hope|look\s+forward|take|value|see|can\s+see|want|wish)|please|helps?\s+us|we'd|useful\s+to\s+us|all\s+the\s+best)\b/i
/** What no business says to its customers, put in words that are otherwise harmless. */
const AGAINST_US =
  /\b(?:do\s+not|don't|never|should\s+not|shouldn't|nobody\s+should)\s+(?:come|go|visit|eat|order|believe|return|try)\b|\b(?:stay|keep|go)\s+(?:away|elsewhere)\b|\bavoid\b|\b(?:another|other|better)\s+(?:place|places|one)\b|\bnot\s+(?:a\s+)?(?:welcome|sorry|glad|care)\b|\b(?:don't|do\s+not)\s+(?:care|mind|like|want\s+you)\b/i

/** True if a sentence that asserts nothing is the kind of thing that an answer to a review says. */
export function isCourteous(sentence: string): boolean {
  if (AGAINST_US.test(sentence)) return false
  return reacts(sentence) || WISHES.test(sentence) || OUR_PHRASES.includes(sentence)
}

/** True if both texts say no, or neither does: "parking" is not what "no parking" carries. */
export function agreesInNegation(a: string, b: string): boolean {
  const negated = (text: string) => /\b(?:no|not|never|none|nobody|without|hardly|cannot)\b|n't\b/i.test(text)
  return negated(a) === negated(b)
}

/** True if so many words in a row stand in both. */
export function sharesRun(text: string, source: string, words: number): boolean {
  const all = wordsIn(text)
  const within = ` ${wordsIn(source).join(' ')} `
  return all.some(
    (_, from) => from + words <= all.length && within.includes(` ${all.slice(from, from + words).join(' ')} `),
  )
}
