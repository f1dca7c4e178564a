import functionWords from '../../vocabulary/languages.json' with { type: 'json' }
import type { Sentence } from './tokens.ts'

const scriptPatterns: [string, RegExp][] = [
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['th', /\p{Script=Thai}/u],
]

const wordsReadMax = 120
/**
 * The minimum share of English in the votes for itself and the next language. Below it, the guess is too uncertain.
 */
const englishShareMin = 0.6

/**
 * Grammatical words without content: a few of them identify the language even of a short review.
 * Words that two of these languages share are left out of both, unless they are among the commonest of one.
 */
const languagesByWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(functionWords)) {
  for (const word of words) languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language])
}

/**
 * The language of a review as ISO 639-1, or `und` when it cannot be determined.
 * `isEnglishWord` recognizes English content words, so that "Great food!" counts although it has no grammar in it.
 * `isKnownWord` recognizes rarer words of English reviews, which decide where nothing else does.
 */
export function detectLanguage(
  sentences: Sentence[],
  isEnglishWord: (word: string) => boolean,
  isKnownWord: (word: string) => boolean,
): string {
  const votes = new Map<string, number>()
  const scripts = new Map<string, number>()
  let seen = 0
  for (const { tokens } of sentences) {
    for (const { word } of tokens) {
      if (seen >= wordsReadMax) break
      seen += 1
      const script = scriptOf(word)
      if (script) {
        scripts.set(script, (scripts.get(script) ?? 0) + 1)
        continue
      }
      const languages = languagesByWord.get(word) ?? (isEnglishWord(word) ? ['en'] : [])
      for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
    }
  }
  if (seen === 0) return 'und'
  const script = largest(scripts)
  if (script && script.votes > seen / 2) return script.language
  const best = largest(votes)
  if (!best) return scripts.size === 0 && isMostlyKnown(sentences, isKnownWord) ? 'en' : 'und'
  const english = votes.get('en') ?? 0
  votes.delete('en')
  const next = largest(votes)?.votes ?? 0
  if (best.language === 'en' && english / (english + next) < englishShareMin && seen > 6) return 'und'
  return best.language
}

function isMostlyKnown(sentences: Sentence[], isKnownWord: (word: string) => boolean): boolean {
  const words = sentences
    .flatMap(({ tokens }) => tokens)
    .slice(0, wordsReadMax)
    .filter(({ word }) => /^\p{L}/u.test(word))
  if (words.length === 0) return false
  return words.filter(({ word }) => isKnownWord(word)).length * 2 >= words.length
}

function scriptOf(word: string): string | null {
  if (word.charCodeAt(0) < 0x370) return null
  for (const [language, script] of scriptPatterns) if (script.test(word)) return language
  return null
}

function largest(votes: Map<string, number>): { language: string; votes: number } | null {
  let best: { language: string; votes: number } | null = null
  for (const [language, count] of votes) if (!best || count > best.votes) best = { language, votes: count }
  return best
}
