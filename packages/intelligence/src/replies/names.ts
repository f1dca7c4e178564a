import { type Aspect, aspects, type Trade } from '@generated/contract/enums'
import food from '../../vocabulary/food.json' with { type: 'json' }
import people from '../../vocabulary/people.json' with { type: 'json' }
import stored from '../../vocabulary/reply-names.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { clauseVerbs, commonWords, functionWords, intensifiers, softeners } from '../vocabulary/lexicon.ts'
import { isNumber } from '../vocabulary/patterns.ts'
import { type Clause, likers, type Polarity } from './clauses.ts'

/** A name that a clause suggests, with the aspects of which one has to be judged as the clause judges. */
export interface Name {
  name: string
  aspects: readonly Aspect[]
}

const thing = (noun: string) => `the ${noun}`

/** Too vague for a name, or also the name of something else. */
const notDishes = new Set([
  'sides',
  // "Saved my bacon" is praise of anything.
  'bacon',
  'specials',
  'mains',
  'main',
  'appetizer',
  'entree',
  'entrée',
  'drink',
  'bottle',
  'glass',
])
/** The dishes and drinks of the vocabulary that are one word. */
const dishes = [...food.foods, ...food.drinks]
  .filter((phrase) => !phrase.includes(' '))
  .flatMap((phrase) => phrase.split('|'))
  .filter((word) => !word.endsWith('*') && !notDishes.has(word))

interface NounGroup {
  aspects: readonly string[]
  signs: readonly string[]
  words: readonly string[]
  nameOf: (noun: string, polarity: Polarity) => string
  /** "My lamb": what a business serves is not the customer's in a draft. */
  served?: boolean
}

const storedGroups: readonly NounGroup[] = [
  { ...stored.food, words: [...stored.food.words, ...dishes], nameOf: thing, served: true },
  { ...stored.place, nameOf: thing },
  { ...stored.rooms, nameOf: thing },
  // A job well done is good work.
  { ...stored.work, nameOf: (noun: string) => (/\bjobs?$/.test(noun) ? 'the work' : thing(noun)) },
  { ...stored['faulty work'], nameOf: thing },
  { ...stored.conditions, nameOf: thing },
  { ...stored.staff, nameOf: (noun: string) => `our ${noun}` },
  // A draft regrets the service of a waiter, not the waiter.
  { ...stored.served, nameOf: (noun: string) => `the service of our ${noun}` },
  {
    ...stored.service,
    nameOf: (_: string, polarity: Polarity) => (polarity === 'positive' ? 'our service' : 'the service'),
  },
  { ...stored.price, nameOf: () => 'our prices' },
]

/** Nouns that read well in a draft, and how a draft names them. */
const nounGroups = storedGroups.map(({ aspects: about, signs, words, nameOf, served = false }: NounGroup) => ({
  served,
  aspects: aspects.filter((aspect) => about.includes(aspect)),
  polarities: (['positive', 'negative'] as const).filter((sign) => signs.includes(sign)),
  words: new Set(words),
  nameOf,
}))

/** A health provider names no part of a treatment: the details of a patient are private. */
const privateAspects: ReadonlySet<Aspect> = new Set(['quality', 'comfort'])

/** The names that a clause with this polarity suggests for what it judges. */
export function namesIn(
  clause: Clause,
  polarity: Polarity,
  { rating, trade }: { rating: number | null; trade: Trade },
): Name[] {
  const nouns = nounsIn(clause, polarity, trade)
  const implied = clause.opinions.flatMap(({ at, aspect }) =>
    impliedNames
      .filter(
        ({ about, words, trades, near }) =>
          about === `${aspect} ${polarity}` &&
          words.test(clause.tokens[at]?.word ?? '') &&
          endsJudgment(clause.tokens, at) &&
          !(about === 'cleanliness positive' && isWorkmanship(clause, at)) &&
          !(words === friendly && isCompound(clause.tokens, at)) &&
          !(clause.tokens[at]?.word === 'loud' && clause.tokens[at - 1]?.word === 'out') &&
          (trades?.includes(trade) ?? true) &&
          (near === undefined || clause.tokens.some(({ word }) => near.test(word))) &&
          !(about === 'wait positive' && clause.tokens.some(({ word }) => /^(?:queues?|lines?|waits?)$/.test(word))) &&
          !isCheapness(clause.tokens[at]?.word ?? '', rating),
      )
      .map(({ name }) => ({ name, aspects: aspect ? [aspect] : [] })),
  )
  // "The price was friendly" is about the price.
  const isOdd = ({ name }: Name) => name === 'the bathroom' && trade !== 'hotel'
  const all = (nouns.length > 0 ? nouns : implied).filter((each) => !isOdd(each))
  return trade === 'dentist'
    ? all.filter(({ aspects: about }) => !about.some((aspect) => privateAspects.has(aspect)))
    : all
}

/** "It's cheap, and it tastes cheap": only a satisfied customer praises with this word. */
function isCheapness(word: string, rating: number | null): boolean {
  return word.startsWith('cheap') && rating !== null && rating < 4
}

const foodTrades: ReadonlySet<Trade> = new Set(['restaurant', 'hotel', 'retail'])

/**
 * "He ate the olives and half of my good mood": a judgment in front of a noun without a name, after "and" and without
 * a verb in between, is about that noun.
 */
function isBesideJudgment({ tokens, opinions }: Clause, at: number): boolean {
  return (
    opinions.length > 0 &&
    opinions.every((opinion) => {
      const between = tokens.slice(at + 1, opinion.at)
      const next = tokens[opinion.at + 1]
      return (
        between.some(({ word }) => word === 'and') &&
        !between.some(({ word }) => clauseVerbs.has(word)) &&
        next?.boundary === 'none' &&
        !commonWords.has(next.word) &&
        !tokens
          .slice(opinion.at + 1, opinion.at + 3)
          .some(({ word }) => nounGroups.some(({ words }) => words.has(word)))
      )
    })
  )
}

/** A noun of somebody else: "her cake", "no parking". */
const foreign = /^(?:his|her|their|your|no|without|any|another|other|of)$/

function nounsIn(clause: Clause, polarity: Polarity, trade: Trade): Name[] {
  return clause.tokens.flatMap(({ word }, at) => {
    const group = nounGroups.find(({ words, polarities }) => words.has(word) && polarities.includes(polarity))
    if (!group || foreign.test(clause.tokens[at - 1]?.word ?? '') || !endsNoun(clause, at)) return []
    if (
      isCompared(clause.tokens, at) ||
      isProperName(clause.tokens, at, clause.from === 0) ||
      isCondition(clause.tokens, at)
    )
      return []
    if (identifies(clause, at) || isSubject(clause.tokens, at) || isGiven(clause, at)) return []
    // "Thorough with our rabbit", "gave the dog a biscuit": food only where it is served or sold.
    if (group.served && !foodTrades.has(trade)) return []
    if (isBesideJudgment(clause, at)) return []
    if (clause.predicated && !/^(?:is|are|was|were)$/.test(clause.tokens[at + 1]?.word ?? '')) return []
    // "One cashier for fifteen people" is about the wait, not about the cashier.
    const others = clause.opinions.filter(({ aspect }) => aspect !== null && !group.aspects.includes(aspect))
    if (polarity === 'negative' && others.length > 0 && others.length === clause.opinions.length) return []
    // "They explained each result" praises the explanation.
    if (clause.tokens.slice(Math.max(0, at - 2), at).some((token) => token.word.startsWith('explain'))) return []
    const before = clause.tokens[at - 1]
    const isCompound = before !== undefined && clause.tokens[at]?.boundary === 'none' && names(clause, before)
    const noun = isCompound ? `${before.word} ${word}` : word
    const name = group.nameOf(noun, polarity)
    // "My nails are perfect": they are the customer's, and a draft says so.
    const isOwn =
      !group.served && name === thing(noun) && /^(?:my|our)$/.test(clause.tokens[at - (isCompound ? 2 : 1)]?.word ?? '')
    return [{ name: isOwn ? name.replace(/^the /, 'your ') : name, aspects: group.aspects }]
  })
}

/**
 * "The Duck and Waffle", "Bread Street Kitchen": a noun with a capital letter inside a sentence, or in front of another
 * at its beginning. Where every long word has one, it says nothing.
 */
function isProperName(tokens: readonly Token[], at: number, begins: boolean): boolean {
  const isCapital = (index: number) => {
    const token = tokens[index]
    return token?.capital === true && !/^i(?:'|$)/.test(token.word)
  }
  if (!isCapital(at)) return false
  const long = tokens.filter(({ word }) => word.length >= titleLettersMin)
  if (long.every(({ capital }) => capital)) return false
  return at > 0 || !begins || (isCapital(1) && tokens[1]?.boundary === 'none')
}

/** Shorter words are written small in titles. */
const titleLettersMin = 4

/** Words between "with" and what somebody is known by. */
const identifiedReach = 3

/** "The barista with the mushroom tattoo": what somebody is known by is not judged. */
function identifies({ tokens, opinions }: Clause, at: number): boolean {
  const start = Math.max(0, at - identifiedReach)
  const within = tokens.slice(start, at).findLastIndex(({ word }) => word === 'with')
  if (within === -1) return false
  const from = start + within
  const isPerson = nounGroups.some(
    ({ words, aspects: about }) => about.includes('service') && words.has(tokens[from - 1]?.word ?? ''),
  )
  return isPerson && !opinions.some((opinion) => opinion.at > from && opinion.at <= at)
}

/** Words between "gave her" and the thing that was given. */
const givenReach = 3

/** "Gave her a biscuit for being brave": what somebody was given is not what was judged, unless a word before it is. */
function isGiven({ tokens, opinions }: Clause, at: number): boolean {
  const start = Math.max(0, at - givenReach - 1)
  const giving = tokens
    .slice(start, at)
    .findLastIndex(
      ({ word }, index) =>
        /^(?:gave|give|gives|handed|offered|slipped)$/.test(word) &&
        /^(?:me|us|him|her|them|my|our|the|everyone)$/.test(tokens[start + index + 1]?.word ?? ''),
    )
  return giving !== -1 && !opinions.some((opinion) => opinion.at > start + giving && opinion.at < at)
}

const manner =
  /^(?:honest|open|clear|upfront|transparent|frank|straight|relaxed|flexible|vague|cagey|funny|weird|rude)$/

/** "Honest about the price": what somebody speaks about is not what was judged. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const about = tokens.slice(Math.max(0, at - aboutReach), at).findLastIndex(({ word }) => word === 'about')
  const from = Math.max(0, at - aboutReach) + about
  return about !== -1 && manner.test(tokens[from - 1]?.word ?? '')
}

/** Words between "about" and its noun, with it. */
const aboutReach = 4

/** "At that price I expect more": the price is a reason, not what was judged. */
function isCondition(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(Math.max(0, at - 2), at).map(({ word }) => word)
  return /^(?:at|for)$/.test(words[0] ?? '') && /^(?:that|this|these|those|such)$/.test(words[1] ?? '')
}

/** Words between a word that compares and the noun. */
const comparedReach = 3

/** "Runs like butter", "smooth as silk", "tastes of old cheese": the noun of a comparison is not what was judged. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - comparedReach), at).some(({ word }, index, near) => {
    if (word === 'like') return !likers.test(tokens[at - near.length + index - 1]?.word ?? '')
    const isTaste =
      word === 'of' && /^(?:tast|smell|smelt|reek|stink)/.test(tokens[at - near.length + index - 1]?.word ?? '')
    return word === 'as' || word === 'than' || isTaste
  })
}

/** "The sausage rolls": a noun in front of another word that may be a noun is only a part of one. */
function endsNoun({ tokens, opinions }: Clause, at: number): boolean {
  const next = tokens[at + 1]
  if (next?.boundary !== 'none') return true
  const { word } = next
  return (
    commonWords.has(word) ||
    clauseVerbs.has(word) ||
    intensifiers.has(word) ||
    isNumber(word) ||
    opinions.some((opinion) => opinion.at === at + 1) ||
    /(?:ed|ing|ly)$/.test(word)
  )
}

/** Returns whether a word before a noun is a term of what the business offers: "mushroom risotto". */
function names({ vocabulary }: Clause, token: Token): boolean {
  if (commonWords.has(token.word)) return false
  return vocabulary.phrases
    .find([token])
    .some(({ value }) => value.kind === 'term' && value.aspect === 'quality' && value.weight >= 0.7)
}

const businessWords = /^(?:shop|place|people|team|lot|bunch|business|company|firm|garage|service|lads|folks|person)$/

/** "Honest, quick" judges the business; "honest cooking" judges something else. */
function endsJudgment(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return next?.boundary !== 'none' || commonWords.has(next.word) || businessWords.test(next.word)
}

/** Places and things that may be clean: an immaculate dish or haircut is well made. */
const premises =
  /^(?:rooms?|bathrooms?|toilets?|loos?|floors?|kitchen|salon|shop|place|premises|surgery|clinic|studio|stations?|house|home|windows|cars?|apartment|flat|cottage|building|hotel|restaurant|cafe|café|pool|gym|tools|towels|sheets|tables|everywhere|showers?|sauna|practice)$/

/** Places and things of a business that are not in `premises`. */
const surroundings =
  /^(?:everything|space|area|areas|spot|room|store|facilities|equipment|machines|mats|lockers|reception|lobby|hallway|hallways|corridors?|stairs|stairwell|entrance|garden|terrace|patio|bar|pub|bistro|bedding|beds?|linens?|furniture|chairs?|seats?|sinks?|basins?|counters?|aisles?|shelves|kennels?|pens?|cages?|ward|wards|environment|surroundings|changing|waiting|treatment|dining|glasses|cutlery|plates|van|workshop|garage|yard|forecourt|office|offices|parlour|parlor|theatre|hall|grounds|venue|unit|cabin|cabins|bath|bathtub|tub|sofa|carpets?|elevators?|lifts?|uniforms?|instruments|everybody|everyone|staff|team|they|we|always|inside|outside)$/

const isPremises = (word: string) => premises.test(word) || surroundings.test(word)
const copula = /^(?:is|are|was|were|be|been|looks?|looked|feels?|felt|seems?|seemed|stays?|kept|keeps?)$/

/**
 * "The cleanest fade", "all healed clean", "the weld is clean": good work, which says nothing about the premises. The
 * word judges what follows it, or what it is said of.
 */
function isWorkmanship({ tokens, from }: Clause, at: number): boolean {
  const words = tokens.map(({ word }) => word)
  if (words.some(isPremises)) return false
  const word = words[at] ?? ''
  if (/(?:est|er)$/.test(word)) return true
  const next = tokens[at + 1]
  const isNoun = (each: string) => !commonWords.has(each) && !intensifiers.has(each) && !/ly$/.test(each)
  if (next?.boundary === 'none' && isNoun(next.word)) return true
  const verb = words.slice(0, at).findLastIndex((each) => copula.test(each) || /(?:ed|came|come|comes|out)$/.test(each))
  if (verb === -1) return false
  const subject = words.slice(0, verb)
  // The referent of "it" is in another clause.
  if (from > 0 && /^(?:it|it's|they|which)$/.test(words[0] ?? '')) return true
  return !copula.test(words[verb] ?? '') || subject.some((each) => isNoun(each))
}

const friendly = /^(?:friendl|kind|helpful|attentive|polite|welcoming|patient|courteous|caring|gentle|lovely|nice)/

/** "Dog friendly", "budget friendly": made for somebody, and no judgment of the team. */
function isCompound(tokens: readonly Token[], at: number): boolean {
  if (!tokens[at]?.word.startsWith('friendl') || tokens[at]?.boundary !== 'none') return false
  const before = tokens[at - 1]?.word
  if (before === undefined) return false
  if (/^(?:kids?|children|family|families)$/.test(before)) return true
  const known = [commonWords, functionWords, intensifiers, softeners, clauseVerbs]
  if (before.endsWith('ly') || known.some((words) => words.has(before))) return false
  const isPerson = nounGroups.some(({ words, aspects: about }) => about.includes('service') && words.has(before))
  return !isPerson && !people.roles.includes(before)
}

/** Judgments that say what they are about. */
const impliedNames: readonly {
  about: `${Aspect} ${Polarity}`
  words: RegExp
  name: string
  trades?: readonly Trade[]
  /** A word that the clause must have as well. */
  near?: RegExp
}[] = [
  {
    about: 'service positive',
    words: friendly,
    name: 'our team',
  },
  {
    about: 'service negative',
    words: /^(?:rude|unfriendl|impolite|dismissive|surly|arrogant|unhelpful|grumpy|ignored)/,
    name: 'the service',
  },
  {
    about: 'quality positive',
    words: /^(?:delicious|tasty|yummy|scrumptious|mouthwatering)/,
    name: 'what we served',
    trades: ['restaurant', 'hotel'],
  },
  {
    about: 'price positive',
    words: /^(?:cheap|affordable|reasonabl|inexpensive|bargain|fair|value|good|great)/,
    name: 'our prices',
  },
  { about: 'price negative', words: /^(?:expensive|overpriced|pricey|extortionate|dear|rip)/, name: 'our prices' },
  { about: 'wait positive', words: /^(?:quick|fast|prompt|speed|swift)/, name: 'our quick service' },
  { about: 'wait negative', words: /^(?:slow|sluggish)/, name: 'the time it took' },
  {
    about: 'cleanliness positive',
    words: /^(?:clean|cleanest|cleanliness|spotless|spotlessly|pristine)$/,
    name: 'the cleanliness',
  },
  { about: 'cleanliness positive', words: /^immaculate/, name: 'the cleanliness', near: premises },
  { about: 'cleanliness negative', words: /^(?:dirty|filthy|grubby|unclean)/, name: 'the lack of cleanliness' },
  {
    about: 'ambience positive',
    words: /^(?:cosy|cozy|relax|atmospheric|calm|peaceful|tranquil)/,
    name: 'the atmosphere',
    trades: ['restaurant', 'hotel', 'salon', 'retail'],
  },
  { about: 'ambience negative', words: /^(?:nois|loud)/, name: 'the noise' },
  { about: 'communication positive', words: /^explain/, name: 'our explanations' },
  { about: 'trust positive', words: /^honest$/, name: 'our honesty' },
]
