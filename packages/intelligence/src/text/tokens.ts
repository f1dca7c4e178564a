/**
 * Cuts a review into sentences and words in one pass over its characters, in linear time for any text.
 */

export interface Token {
  /** Lower case, apostrophes straight, invisible characters removed. */
  word: string
  start: number
  end: number
  /** The characters between the previous word and this one. */
  boundary: 'none' | 'soft' | 'hard'
  /** First letter is upper case as written. */
  capital: boolean
  money: boolean
}

export interface Sentence {
  start: number
  end: number
  tokens: Token[]
}

/** Characters of one review that are read; the longest platforms allow fewer, so what lies beyond is not a review. */
const readCharsMax = 10_000
const sentencesMax = 120
/** A sentence without punctuation is cut here, so that one review cannot become one endless sentence. */
const sentenceCharsMax = 600

const sentenceEnds = new Set(['.', '!', '?', '…', '\n', '\r', '。', '！', '？', '\u2028', '\u2029'])
const softBoundaries = new Set([','])
const hardBoundaries = new Set([';', ':', '(', ')', '–', '—', '/', '"', '“', '”'])
const abbreviations = new Set(['dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'vs', 'approx', 'eg', 'ie', 'no', 'min', 'mins'])
const letterPattern = /[\p{L}\p{N}\p{M}]/u
const invisiblePattern = /\p{Cf}/u
const invisiblesPattern = /\p{Cf}/gu

/**
 * The part of a text that the customer wrote in the language it is shown in: platforms append the untranslated
 * original.
 */
function readableRange(text: string): { from: number; to: number } {
  const marker = '(Translated by Google)'
  const translated = text.indexOf(marker)
  const original = text.indexOf('(Original)')
  const from = translated >= 0 ? translated + marker.length : 0
  const to = translated >= 0 && original > from ? original : text.length
  return { from, to: Math.min(to, from + readCharsMax) }
}

/**
 * Sentences with their words; every offset counts UTF-16 units of the given text, so `text.slice(start, end)` is
 * verbatim.
 */
export function readSentences(text: string): Sentence[] {
  const { from, to } = readableRange(text)
  const sentences: Sentence[] = []
  let tokens: Token[] = []
  let boundary: Token['boundary'] = 'none'
  let wordStart = -1

  const endWord = (at: number) => {
    if (wordStart < 0) return
    const token = makeToken(text, wordStart, at, boundary)
    wordStart = -1
    if (!token) return
    tokens.push(token)
    boundary = 'none'
  }
  const endSentence = (end: number) => {
    const first = tokens[0]
    if (first && sentences.length < sentencesMax) {
      const start = first.money ? first.start - 1 : first.start
      sentences.push({ start, end: trimmedEnd(text, start, end), tokens })
    }
    tokens = []
    boundary = 'none'
  }

  let position = from
  while (position < to) {
    const codePoint = text.codePointAt(position) ?? 0
    const char = String.fromCodePoint(codePoint)
    const next = position + char.length
    if (
      letterPattern.test(char) ||
      (wordStart >= 0 && (invisiblePattern.test(char) || isApostropheInside(text, position)))
    ) {
      if (wordStart < 0) wordStart = position
    } else if (char === '.' && wordStart >= 0 && isDigit(text[position - 1]) && isDigit(text[next])) {
      // "3.50" is one number, not the end of a sentence.
    } else {
      endWord(position)
      if (sentenceEnds.has(char) && !(char === '.' && continues(text, next, tokens))) endSentence(next)
      else if (hardBoundaries.has(char) || (char === '-' && text[position - 1] === ' ')) boundary = 'hard'
      else if (softBoundaries.has(char) && boundary === 'none') boundary = 'soft'
      const first = tokens[0]
      if (first && position - first.start > sentenceCharsMax) endSentence(position)
    }
    position = next
  }
  endWord(to)
  endSentence(to)
  return sentences
}

function makeToken(text: string, start: number, end: number, boundary: Token['boundary']): Token | null {
  const written = text.slice(start, Math.min(end, start + 64)).replace(invisiblesPattern, '')
  if (written === '') return null
  const word = written
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/(.)\1\1+/gu, '$1$1')
  const first = written.charAt(0)
  const before = text[start - 1]
  return {
    word,
    start,
    end,
    boundary,
    capital: first !== first.toLowerCase(),
    money: before === '€' || before === '$' || before === '£',
  }
}

function isApostropheInside(text: string, position: number): boolean {
  const char = text[position]
  if (char !== "'" && char !== '’' && char !== '‘' && char !== 'ʼ' && char !== '´' && char !== '`') return false
  const next = text[position + 1]
  return next !== undefined && letterPattern.test(next)
}

/** A full stop inside a sentence: after an abbreviation, or with a letter directly behind it as in "a.m". */
function continues(text: string, next: number, tokens: Token[]): boolean {
  const following = text[next]
  if (following !== undefined && /[a-z0-9]/i.test(following)) return true
  const last = tokens.at(-1)
  return last !== undefined && last.end === next - 1 && abbreviations.has(last.word)
}

/** Includes closing quotes and brackets in the sentence and excludes white space. */
function trimmedEnd(text: string, start: number, end: number): number {
  let last = end
  while (last > start + 1 && /\s/.test(text[last - 1] ?? '')) last -= 1
  return last
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9'
}
