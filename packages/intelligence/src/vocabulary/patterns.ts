import type { Token } from '../text/tokens.ts'
import { numberWords } from './lexicon.ts'

/**
 * Phrases as data, in the files of `vocabulary/`. A phrase is words between spaces.
 *
 *   fell out          these words in this order
 *   called|rang       one of them
 *   recommend*        any word that begins so (at least three letters)
 *   #                 a number, in digits or words; also as an alternative: an|#
 *   _                 up to three words of any kind
 *
 * Phrases are compiled once. Matching one at a token reads a bounded number of words: time is linear for any text.
 */
export interface Hit<T> {
  value: T
  /** Index of the first token and of the token after the last one. */
  from: number
  to: number
}

export interface PhraseBook<T> {
  add(phrases: readonly string[], value: T): void
  /** Longest phrases first; a token belongs to one hit only. */
  find(tokens: Token[]): Hit<T>[]
  /** True if a phrase of the book is this single word, or begins with it. */
  knows(word: string): boolean
}

type Element = { kind: 'words'; words: Set<string>; prefixes: string[]; number: boolean } | { kind: 'gap' }

interface Phrase<T> {
  elements: Element[]
  value: T
}

const gapWordsMax = 3

/** An empty book of phrases. */
export function phraseBook<T>(): PhraseBook<T> {
  const byWord = new Map<string, Phrase<T>[]>()
  const byPrefix = new Map<string, Phrase<T>[]>()
  const byNumber: Phrase<T>[] = []

  return {
    add(phrases, value) {
      for (const source of phrases) {
        const elements = source.split(' ').map(parseElement)
        const [first] = elements
        if (first?.kind !== 'words') throw new Error(`A phrase must begin with a word: "${source}"`)
        const phrase = { elements, value }
        if (first.number) byNumber.push(phrase)
        for (const word of first.words) append(byWord, word, phrase)
        for (const prefix of first.prefixes) append(byPrefix, prefix.slice(0, 3), phrase)
      }
    },

    find(tokens) {
      const found: Hit<T>[] = []
      for (let from = 0; from < tokens.length; from += 1) {
        const word = tokens[from]?.word ?? ''
        const candidates = [byWord.get(word), byPrefix.get(word.slice(0, 3)), isNumber(word) ? byNumber : undefined]
        for (const phrases of candidates) {
          for (const phrase of phrases ?? []) {
            const to = matchAt(phrase.elements, 0, tokens, from)
            if (to > from) found.push({ value: phrase.value, from, to })
          }
        }
      }
      return longestFirst(found, tokens.length)
    },

    knows(word) {
      return (
        byWord.has(word) || (byPrefix.get(word.slice(0, 3)) ?? []).some(({ elements }) => matches(elements[0], word))
      )
    },
  }
}

/** A number in digits or in words. */
export function isNumber(word: string): boolean {
  return numberWords.has(word) || (word !== '' && word.charCodeAt(0) >= 48 && word.charCodeAt(0) <= 57)
}

function parseElement(source: string): Element {
  if (source === '_') return { kind: 'gap' }
  const words = new Set<string>()
  const prefixes: string[] = []
  let number = false
  for (const alternative of source.split('|')) {
    if (alternative === '' || /[^\S]|,/.test(alternative)) throw new Error(`Not a word of a phrase: "${source}"`)
    if (alternative === '#') number = true
    else if (!alternative.endsWith('*')) words.add(alternative)
    else if (alternative.length > 3) prefixes.push(alternative.slice(0, -1))
    else throw new Error(`A prefix needs three letters: "${alternative}"`)
  }
  return { kind: 'words', words, prefixes, number }
}

function matches(element: Element | undefined, word: string): boolean {
  if (!element || element.kind === 'gap') return false
  return (
    element.words.has(word) ||
    (element.number && isNumber(word)) ||
    element.prefixes.some((prefix) => word.startsWith(prefix))
  )
}

/** Index after the match, or -1. Gaps stop at a hard boundary: a phrase does not reach across a clause. */
function matchAt(elements: Element[], index: number, tokens: Token[], at: number): number {
  const element = elements[index]
  if (!element) return at
  const token = tokens[at]
  if (element.kind !== 'gap') {
    if (!token || (index > 0 && token.boundary === 'hard') || !matches(element, token.word)) return -1
    return matchAt(elements, index + 1, tokens, at + 1)
  }
  for (let skipped = 0; skipped <= gapWordsMax; skipped += 1) {
    const end = matchAt(elements, index + 1, tokens, at + skipped)
    if (end >= 0) return end
    if (tokens[at + skipped]?.boundary === 'hard') return -1
  }
  return -1
}

function longestFirst<T>(hits: Hit<T>[], tokenCount: number): Hit<T>[] {
  const taken = new Array<boolean>(tokenCount).fill(false)
  const kept: Hit<T>[] = []
  for (const hit of hits.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    let free = true
    for (let index = hit.from; index < hit.to; index += 1) if (taken[index]) free = false
    if (!free) continue
    taken.fill(true, hit.from, hit.to)
    kept.push(hit)
  }
  return kept.sort((a, b) => a.from - b.from)
}

function append<T>(index: Map<string, Phrase<T>[]>, key: string, phrase: Phrase<T>): void {
  const list = index.get(key)
  if (list) list.push(phrase)
  else index.set(key, [phrase])
}
