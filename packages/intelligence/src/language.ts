import type { Sentence } from './tokens.ts'

/**
 * Words that carry grammar, not content: a handful of them names the language even of a short review.
 * Words that two of these languages share are left out of both, unless they are among the commonest of one.
 */
const functionWords: Record<string, string> = {
  en: 'the and was were is are this that with for you they we it my our not but have had very would will be been from there their which when what your of to in on at as so if no i me she he his her just all out up about get got go us again',
  nl: 'de het een en van ik dat niet met voor zijn maar was we wij er ook naar bij ze heel erg goed zeer lekker maar wel geen nog te om uit deze dit werd waren hebben heeft mijn ons onze je jullie echt gewoon mooi',
  de: 'der die das und ist nicht ein eine mit wir ich auch sehr war waren für auf von zu den dem des aber hier es sich bei nur noch wurde haben hat mein unser sind im zum zur wie gut nach leider immer gerne',
  fr: 'le la les et est une un des pas nous vous très dans pour avec sur ce cette qui que mais je du au aux était sont par plus bien tout il elle ils notre mon même été avons accueil trop bon',
  es: 'el la los las y es una un muy con para que no pero por nos del al lo fue son está como más todo mi nuestro también sin era donde hay bien ha desde buena bueno',
  it: 'il lo la gli le e è una un di che non con per ma molto sono del della nel ci si abbiamo era anche più tutto mi questo da al alla ottimo stato come bene nostro',
  pt: 'o a os as e é uma um muito com para que não mas por nos do da no na foi são mais tudo meu nosso também sem bem estava aqui ótimo',
  pl: 'i w z na jest nie się to do że bardzo ale jak był była za od po dla są tak mnie już tylko jedzenie obsługa',
  sv: 'och är att det en ett som på av för med inte var vi jag mycket men till har den de om så från god trevlig',
  da: 'og er at det en et som på af for med ikke var vi jeg meget men til har den de om så fra god rigtig',
  tr: 've bir bu çok için ama da de ile gibi daha ne var yok ben biz güzel değil kadar olarak',
}

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
/** English must have this part of the votes for itself and the next best language; below it, too much would be guessed. */
const englishShareMin = 0.6

const languagesByWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(functionWords)) {
  for (const word of new Set(words.split(' ')))
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language])
}

/**
 * The language of a review as ISO 639-1, or `und` when nothing tells.
 * `isEnglishWord` recognises English content words, so that "Great food!" counts although it has no grammar in it.
 */
export function detectLanguage(sentences: Sentence[], isEnglishWord: (word: string) => boolean): string {
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
  if (!best) return 'und'
  const english = votes.get('en') ?? 0
  votes.delete('en')
  const next = largest(votes)?.votes ?? 0
  if (best.language === 'en' && english / (english + next) < englishShareMin && seen > 6) return 'und'
  return best.language
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
