import { holdsContactData } from '@svc/intelligence/labels/personal-data'
import * as phrases from '@svc/intelligence/replies/phrases'
import { commonWords } from '@svc/intelligence/vocabulary/lexicon'
import words from '../vocabulary/guard.json' with { type: 'json' }
import { anyOf, patternOf } from './phrase-pattern.ts'
import { systemMessage } from './prompt.ts'

/**
 * The output of a model is as untrusted as its input. Two checks: does it contain anything that must never be shown
 * (`faultOf`), and is everything that it says supported by known facts (`unsupportedWords` and others)?
 */

/** Promises that only a person may make. */
const promises = new RegExp(String.raw`\b(?:\d+\W{0,3}off|${anyOf(words.promises)})\b|[%€$£¥₿]`, 'gi')

/** Phrases with which a model talks about its instructions. */
const ownPrompt = String.raw`${anyOf(['my|your|this|the prompt'])}(?!\s+\w)`
const leaks = new RegExp(String.raw`\b(?:${anyOf(words.leaks)}|${ownPrompt}|gpt\S*)\b`, 'i')

const markup = /[<>{}[\]|\\`~^*_#=@]|\w:\/\/|:\/|\bwww\b|\b(?:dot|punt)\s+(?:com|net|org|io|nl|uk|eu)\b/i
/** A domain name, or two sentences without a space between them. */
const domain = /[\p{L}\d]\.\p{L}{2,}/u
const streetAddress =
  /\b\p{Lu}\p{L}+(?:straat|laan|weg|plein)\b|\b\p{Lu}\p{L}+\s+(?:Street|Road|Avenue|Lane|Square|Drive)\b/u
const measure = /^\d+(?:am|pm|st|nd|rd|th|s|m|min|mins|h|hr|hrs|km|-\p{L}+)$/iu
const wordCharsMax = 24
/** This many words in a row of our instructions are not a coincidence. */
const leakedWordsMin = 6

interface Known {
  /** Strings that may be repeated literally, including codes and numbers: facts, names of the business. */
  given: readonly string[]
  /** Further strings whose numbers may be repeated. */
  numbers: readonly string[]
  nonce?: string
  /** One of our sentences, whose offers may be repeated: "a free correction". */
  asOffered?: string
}

/** The reason why a text must not be shown, for the log and without a quote. Null if it may be shown. */
export function faultOf(text: string, { given, numbers, nonce, asOffered = '' }: Known): string | null {
  if (nonce !== undefined && text.includes(nonce)) return 'it contains the delimiter of the review'
  if (/[^\P{C}\n]/u.test(text)) return 'it contains invisible characters'
  const rest = without(text, given)
  if (markup.test(rest) || domain.test(rest)) return 'it contains a link or markup'
  if (holdsContactData(rest) || streetAddress.test(rest)) return 'it contains contact data'
  if (rest.split(/[^\p{L}\p{N}-]+/u).some(isCode)) return 'it contains a code'
  // "Please feel free" and "gluten-free" promise nothing.
  const offers = rest.replace(/\bfeel free\b|\b\w+-free\b/gi, '').match(promises) ?? []
  if (offers.some((offer) => !asOffered.toLowerCase().includes(offer.toLowerCase()))) return 'it promises something'
  if (leaks.test(rest) || sharesRun(rest, systemMessage, leakedWordsMin)) return 'it refers to its instructions'
  const allowed = new Set([...given, ...numbers].flatMap(numbersIn))
  if (numbersIn(text).some((number) => !allowed.has(number))) return 'it contains a number of unknown origin'
  return null
}

/** Normalized, because special spaces and compatibility forms of letters can hide a word from every list. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

function isCode(word: string): boolean {
  if (word.length > wordCharsMax) return true
  if (measure.test(word)) return false
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

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const largeNumbers: Record<string, string> = { hundred: '100', thousand: '1000', million: '1000000', dozen: '12' }

/** Numbers in digits and in words, as digits. "One" is left out: it is seldom a number. */
export function numbersIn(text: string): string[] {
  return (text.toLowerCase().match(/\p{Nd}+(?:[.,:]\p{Nd}+)*|\p{L}+/gu) ?? []).flatMap((word) => {
    if (/^\p{Nd}/u.test(word)) return [word]
    const unit = units.indexOf(word)
    const ten = tens.indexOf(word)
    if (unit >= 0 && unit !== 1) return [String(unit)]
    if (ten >= 0) return [String((ten + 2) * 10)]
    return largeNumbers[word] ?? []
  })
}

const platforms = new Set(['google', 'tripadvisor', 'yelp', 'facebook'])
const ourPhrases = JSON.stringify(Object.values(phrases))

/** Words that say nothing about the business, as stems: those of our phrases, grammar, and courtesy. */
const courtesyStems: ReadonlySet<string> = new Set(
  [ourPhrases, [...commonWords].filter((word) => !platforms.has(word)).join(' '), words.courtesies.join(' ')].flatMap(
    (list) => wordsIn(list).map(stemOf),
  ),
)

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? []
}

/** Roughly the same for the forms of one word: "waited", "waiting" and "waits" are "wait". */
function stemOf(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  const stem = bare.replace(/(?:ings?|edly|ed|es|ly|s|e)$/, '').replace(/([^aeiou])[iy]$/, '$1')
  return stem.length >= 3 ? stem.replace(/([^aeiou])\1$/, '$1') : bare
}

/** The words of a sentence that are neither courtesy nor in the sources. */
export function unsupportedWords(sentence: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => wordsIn(source).map(stemOf)))
  return wordsIn(sentence).filter((word) => !courtesyStems.has(stemOf(word)) && !known.has(stemOf(word)))
}

/** The business did, does or will do something, or gives a reason: no review says that. */
const we = anyOf(['we|i|they'])
const statements = patternOf([
  String.raw`${we}(?:\s+${anyOf(words.statementAdverbs)})?\s+${anyOf(words.statementVerbs)}`,
  String.raw`${we}'(?:ve|ll|d\s+had)`,
  anyOf(words.statementReasons),
])

/** True if a sentence states something about the business that needs a fact as support. */
export function statesSomething(sentence: string): boolean {
  return statements.test(sentence)
}

const reactions = patternOf([anyOf(words.reactions)])

/** True if a sentence reacts to a review instead of asserting something. */
export function reacts(sentence: string): boolean {
  return reactions.test(sentence)
}

const wishes = patternOf([anyOf(words.wishes)])
/** No business says this to its customers, in words that are otherwise harmless. */
const againstUs = patternOf([String.raw`${anyOf(words.warnings)}\s+${anyOf(words.warnedOf)}`, anyOf(words.againstUs)])

/** True if a sentence that asserts nothing fits into a reply to a review. */
export function isCourteous(sentence: string): boolean {
  if (againstUs.test(sentence)) return false
  return reacts(sentence) || wishes.test(sentence) || ourPhrases.includes(sentence)
}

/** True if both strings are negated, or neither is: "no parking" does not support "parking". */
export function agreesInNegation(a: string, b: string): boolean {
  const negated = (text: string) => /\b(?:no|not|never|none|nobody|without|hardly|cannot)\b|n't\b/i.test(text)
  return negated(a) === negated(b)
}

/** True if both strings have a run of `count` words in common. */
export function sharesRun(text: string, source: string, count: number): boolean {
  const all = wordsIn(text)
  const within = ` ${wordsIn(source).join(' ')} `
  return all.some(
    (_, from) => from + count <= all.length && within.includes(` ${all.slice(from, from + count).join(' ')} `),
  )
}
