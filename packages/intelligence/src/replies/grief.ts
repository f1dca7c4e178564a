import stored from '../../vocabulary/grief.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

/** Hints of this many kinds, together with somebody who may have died, are as clear as words for a death. */
const hintsMin = 2

const kin = stored.kin.join('|')
const pets = stored.pets.join('|')
const possessive = (words: readonly string[]) => words.map((word) => `${word}'s`).join('|')

/** `@kin` and `@pets` stand for the words of these lists, `@kin's` and `@pets's` for their possessives. */
function bookOf(phrases: readonly string[]): PhraseBook<string> {
  const book = phraseBook<string>()
  for (const phrase of phrases) {
    const written = phrase
      .replaceAll("@kin's", possessive(stored.kin))
      .replaceAll("@pets's", possessive(stored.pets))
      .replaceAll('@kin', kin)
      .replaceAll('@pets', pets)
    book.add([written], phrase)
  }
  return book
}

const losses = bookOf(stored.losses)
/** "He passed on Friday": a death, unless the review is about something that one passes. */
const timed = bookOf(stored.timed)
const tests: ReadonlySet<string> = new Set(stored.tests)
const hints = bookOf(stored.hints)
const settings = bookOf(stored.settings)
const jokes = bookOf(stored.jokes)
const fiction: ReadonlySet<string> = new Set(stored.fiction)
const mortals: ReadonlySet<string> = new Set([
  ...[...stored.kin, ...stored.pets].flatMap((word) => [word, `${word}'s`]),
  ...['he', 'him', 'his', 'she', 'her', 'boy', 'girl', "boy's", "girl's"],
])

/**
 * Returns whether a review tells of the death of a person or an animal. One phrase for a death is enough, such as "my
 * dog died" or "the funeral"; hints such as "her last visit" and "until the end" count if there are two of them. Jokes
 * with the same words ("died laughing", "a battery that died") and deaths in films and plays are neither.
 */
export function isGrieving(sentences: readonly { tokens: Token[] }[]): boolean {
  const real = sentences.filter(({ tokens }) => !tokens.some(({ word }) => fiction.has(word)))
  if (real.some(({ tokens }) => seriousIn(losses, tokens).length > 0)) return true
  const isOfTest = real.some(({ tokens }) => tokens.some(({ word }) => tests.has(word)))
  if (!isOfTest && real.some(({ tokens }) => seriousIn(timed, tokens).length > 0)) return true
  if (real.some(({ tokens }) => tokens.some((_, at) => isNamedLoss(tokens, at) || isLetGo(tokens, at)))) return true
  const hinted = new Set(real.flatMap(({ tokens }) => seriousIn(hints, tokens).map(({ value }) => value)))
  if (!isOfTest && real.some(({ tokens }) => tokens.some((_, at) => isNamedDeath(tokens, at)))) hinted.add('passed')
  return hinted.size >= hintsMin && real.some(({ tokens }) => tokens.some(isMortal))
}

/**
 * Returns whether a review may tell of a death: a single hint, and a circumstance of a farewell, such as "as long as we
 * wanted", or a goodbye to somebody with a name. It is too little for condolences, and enough to leave out all cheer.
 */
export function mayGrieve(sentences: readonly { tokens: Token[] }[]): boolean {
  const has = (book: PhraseBook<string>) => sentences.some(({ tokens }) => seriousIn(book, tokens).length > 0)
  const isNamed = sentences.some(({ tokens }) =>
    tokens.some(
      ({ word, capital }, at) =>
        capital &&
        !/^(?:the|my|our|a|an|all)$/.test(word) &&
        tokens[at - 1]?.word === 'to' &&
        /^(?:goodbye|farewell)$/.test(tokens[at - 2]?.word ?? ''),
    ),
  )
  const isOfSomebody = sentences.some(({ tokens }) => tokens.some(isMortal))
  return isNamed || (isOfSomebody && has(hints) && has(settings))
}

const passingTimes = /^(?:that|last|this|yesterday|today|away|two|three|four|five|six|seven|shortly|soon)$/
const days = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/

/** "Maple passed that night": a name without an article, which a car or a boiler has. */
function isNamedDeath(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token?.capital || tokens[at + 1]?.word !== 'passed' || tokens[at + 1]?.boundary !== 'none') return false
  if (/^(?:the|a|an|this|that|it|we|i|they|you|all|everyone|everybody)$/.test(token.word)) return false
  if (/^(?:the|a|an|this|that)$/.test(tokens[at - 1]?.word ?? '')) return false
  const [next = '', following = ''] = tokens.slice(at + 2, at + 4).map(({ word }) => word)
  return passingTimes.test(next) || (next === 'on' && days.test(following))
}

/** Things with a capital letter that are lost and come back. */
const services = /^(?:wi-?fi|internet|power|signal|sky|bluetooth|google|the|a|an|my|our|his|her|their)$/

/** "We lost Biscuit on Tuesday": a name, and a time. */
function isNamedLoss(tokens: readonly Token[], at: number): boolean {
  const [lost, name, time, following] = tokens.slice(at, at + 4)
  if (!/^(?:lost|lose|losing)$/.test(lost?.word ?? '') || !name?.capital || services.test(name.word)) return false
  if (!/^(?:we|i|we've|i've|had|we'd|i'd|have|after|since|sadly|just|finally)$/.test(tokens[at - 1]?.word ?? ''))
    return false
  if (/^(?:last|this|yesterday|recently|suddenly|peacefully)$/.test(time?.word ?? '')) return true
  return /^(?:on|in|to|at)$/.test(time?.word ?? '') && losing.test(following?.word ?? '')
}

/** Words from "to let" to the day. */
const letGoReach = 8

/** "We had to let Biscuit go last week": a name of one word or two, and not "go on with his story". */
function isLetGo(tokens: readonly Token[], at: number): boolean {
  const [to, letting, name, ...rest] = tokens.slice(at, at + letGoReach)
  if (to?.word !== 'to' || letting?.word !== 'let' || !name?.capital || services.test(name.word)) return false
  const [go, next, ...after] = rest[0]?.capital ? rest.slice(1) : rest
  const isDated = next?.word === 'on' && after.some(({ word }) => days.test(word))
  const isEnd = next === undefined || next.boundary !== 'none' || leaving.test(next.word) || isDated
  return go?.word === 'go' && isEnd
}

const leaving = /^(?:last|this|in|at|yesterday|after)$/
const losing =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|christmas|cancer)$/

/** "Our spaniel", "he", and "Bella's" of a sentence about a last visit. */
function isMortal({ word, capital }: Token): boolean {
  return mortals.has(word) || (capital && word.endsWith("'s") && word.length > "it's".length)
}

/** The phrases of a book that do not share a word with a joke. */
function seriousIn(book: PhraseBook<string>, tokens: Token[]): Hit<string>[] {
  const found = book.find(tokens)
  if (found.length === 0) return found
  const inJest = jokes.find(tokens)
  return found.filter(({ from, to }) => !inJest.some((joke) => joke.from < to && from < joke.to))
}
