import people from '../../vocabulary/people.json' with { type: 'json' }
import { readSentences, type Token } from '../text/tokens.ts'
import { functionWords } from '../vocabulary/lexicon.ts'
import { isNumber, phraseBook } from '../vocabulary/patterns.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { isEnglishContentWord } from './labels.ts'

/**
 * Finds names and contact data of persons. When in doubt it reports a match: other sentences can be quoted instead.
 */

/**
 * Contact data: addresses, handles, links, long numbers. No pattern here can backtrack over more than a few characters.
 */
const contacts = [
  /[\w.+-]{1,64}@[\w-]{1,64}/,
  /(?:^|[^\w.+-])@\w{2,30}/,
  /https?:|www\.|\b[a-z0-9-]{2,40}\.(?:com|net|org|nl|de|fr|be|uk|io|eu|info|biz|me)\b/i,
  /\d(?:[\s().-]{0,2}\d){6,}/,
  /\+\d{2}/,
]

const personTitles = new Set(people.titles)
const introductions = new Set(people.introductions)
const roles = new Set(people.roles)
const firstNames = new Set(people.firstNames)
/** First names that are words of English as well. In lower case they name a person only after a role. */
const namesThatAreWords = new Set(people.namesThatAreWords)

/**
 * True if the text may name a person or say how to reach one. `names` are words that may be shown: those of the
 * businesses.
 */
export function mayNamePerson(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): boolean {
  if (holdsContactData(text)) return true
  return readSentences(text).some(({ tokens }) =>
    namesPerson(tokens, (word) => names.has(word) || isEnglishContentWord(word, vocabulary)),
  )
}

/** True if the text contains an address, a link, a handle or a long number. */
export function holdsContactData(text: string): boolean {
  return contacts.some((pattern) => pattern.test(text))
}

const verbOrAdverb = /(ed|ing|ly)$/

/** Breeds, dishes and drinks that contain a first name: "Jack Russell", "Earl Grey". */
const namesakes = phraseBook<true>()
namesakes.add(people.namesakes, true)
/** A name comes after one of these, or before a verb that takes a person. */
const addressing = new Set(people.addressing)
const personVerbs = new Set(people.personVerbs)

/**
 * True if the text names an employee: "our waiter Marco", "Dr Patel", "our server, Declan", "ask Zita". The customer,
 * and the family and animals of the customer, are named nowhere in a text if they are in one sentence.
 */
export function namesStaff(text: string, isKnown: (word: string) => boolean): boolean {
  const sentences = readSentences(text).map(({ tokens }) => tokens)
  const others = new Set([...sentences.flatMap(customersIn), ...signaturesIn(sentences.at(-1) ?? [])])
  return sentences.some((tokens) => namesStaffIn(tokens, isKnown, others))
}

function namesStaffIn(tokens: Token[], isKnown: (word: string) => boolean, others: ReadonlySet<string>): boolean {
  const things = namesakes.find(tokens)
  return tokens.some((token, index) => {
    if (others.has(token.word.replace(/'s$/, ''))) return false
    if (things.some(({ from, to }) => from <= index && index < to)) return false
    if (!token.capital || token.word.length < 3 || roles.has(token.word) || personTitles.has(token.word)) return false
    const before = tokens[index - 1]?.word ?? ''
    // "By Thanksgiving", "on Christmas Eve", "cold by Houghton Road"
    if (isDead(tokens) || feasts.test(token.word) || feasts.test(before) || roads.test(tokens[index + 1]?.word ?? ''))
      return false
    // "Mrs. Alvarez's driveway" belongs to somebody else.
    if (personTitles.has(before)) {
      // "Our cat Mrs Doyle"
      if (family.has(tokens[index - 2]?.word ?? '')) return false
      return !token.word.endsWith("'s") || /^(?:dr|doctor)$/.test(before) || nearRole(tokens, index)
    }
    if (isWork(tokens, index) || isNamedPlace(tokens, index)) return false
    if (isOfOther(tokens, index)) return false
    // Any word has a capital at the beginning: "Switched from another dentist", "Unfortunately the waiter …".
    if (index === 0 && (verbOrAdverb.test(token.word) || leadsTo.test(tokens[1]?.word ?? ''))) return false
    // "New chef, smaller portions": the word in front of a role describes it.
    if (index === 0 && isInFrontOfRole(tokens) && !firstNames.has(token.word)) return false
    // "You're told the cost", "an Anglo name"
    if (pronouns.test(token.word) || /^(?:names?|surnames?)$/.test(tokens[index + 1]?.word ?? '')) return false
    // "The vet in Ashby explained": a place acts in no sentence.
    const isPlace = /^(?:in|at|near|from)$/.test(before)
    const isActing =
      !isPlace && personVerbs.has(tokens[index + 1]?.word ?? '') && tokens[index + 1]?.boundary === 'none'
    const isThanked = (before === 'you' && tokens[index - 2]?.word === 'thank') || isCredited(tokens, index)
    const isAddressed = token.boundary === 'none' && (isThanked || isAddressing(tokens, index))
    const hasRole = !isPlace && nearRole(tokens, index)
    if (isMonth(tokens, index)) return isActing || isThanked || (hasRole && !isListed(tokens, index))
    if (isFormer(tokens) || isOfCustomer(tokens, index)) return hasRole
    if (firstNames.has(token.word) && !(index === 0 && isKnown(token.word))) return true
    // Words of the language are not names, even at the beginning of a sentence.
    const isUnknown = !isKnown(token.word.replace(/'s$/, '')) && !functionWords.has(token.word)
    if (isUnknown && token.boundary === 'none' && isActing) return true
    // "The girl with the pink hair, Kayleigh I think"
    if (isUnknown && /^i (?:think|believe|reckon)$/.test(wordsAfter(tokens, index))) return true
    return isUnknown && (isAddressed || hasRole || isAtPost(tokens, index) || isServing(tokens, index))
  })
}

const isCapital = (token: Token | undefined) => token?.capital === true && token.boundary === 'none'

/** "A 1962 Janet Frame", "the Edith Wharton that I had", "a first edition of Muriel Spark": what somebody wrote. */
function isWork(tokens: readonly Token[], index: number): boolean {
  const first = isCapital(tokens[index]) && tokens[index - 1]?.capital && index > 1 ? index - 1 : index
  if (first === index && !isCapital(tokens[index + 1])) return false
  const [before = '', article = ''] = [tokens[first - 1]?.word, tokens[first - 2]?.word]
  if (/^(?:the|a|an|another)$/.test(isNumber(before) ? article : before)) return true
  const words = tokens.slice(Math.max(0, first - workWords), first).map(({ word }) => word)
  return /^(?:by|of)$/.test(before) && words.some((word) => works.test(word))
}

/** Words in front of an author that name the work: "a first edition of", "two novels by". */
const workWords = 4
const works =
  /^(?:novels?|books?|poems|poetry|cop(?:y|ies)|edition|editions|paperbacks?|hardbacks?|stories|prints?|albums?|records?|vinyl|songs?|painting|written|signed|illustrated|biography|lps?)$/

/** "At Fiona Stanley until Tuesday": a place that is named after somebody. */
function isNamedPlace(tokens: readonly Token[], index: number): boolean {
  const first = isCapital(tokens[index]) && isCapital(tokens[index - 1]) ? index - 1 : index
  const isIn = /^(?:in|at|near)$/.test(tokens[first - 1]?.word ?? '')
  const [next] = tokens.slice(first + 1)
  return isIn && isCapital(next) && next?.word !== 'i' && !nearRole(tokens, index)
}

/** Words that begin a sentence with a capital and name nobody: "Bloke at the till", "Pharmacy gave us". */
const unnamed: ReadonlySet<string> = new Set([...people.persons, ...people.family, ...people.unnamed])
const posts = /^(?:desk|reception|counter|till|checkout|workshop|office|phones?|register|pharmacy)$/
/** Words from a name to where somebody works. */
const postWords = 4
/** Words after a place that belong to it, or begin another thought: "the counter of the truck". */
const joining = /^(?:about|of|while|for|with|and|or|in|on|at|to|from|who|that|which|when|where|but)$/

/** "Keisha at the desk", "Hemi on reception", "your man Blair": who works there. */
function isAtPost(tokens: readonly Token[], index: number): boolean {
  const [before = '', owner = ''] = [tokens[index - 1]?.word, tokens[index - 2]?.word]
  if (owner === 'your' && /^(?:man|woman|guy|girl|lad|lady|colleague)$/.test(before)) return true
  const [next, ...after] = tokens.slice(index + 1, index + 1 + postWords)
  if (next?.boundary !== 'none' || !/^(?:at|on|in|behind)$/.test(next.word)) return false
  if ((index > 0 && tokens[index]?.boundary === 'none') || !mayBeName(tokens[index])) return false
  const post = after.findIndex(({ word }) => posts.test(word))
  const acting = tokens[index + 2 + post + 1]
  return post !== -1 && acting?.boundary === 'none' && !joining.test(acting.word)
}

/** One person: neither "ladies" nor "y'all" nor "security". */
function mayBeName(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    /^(?:.{1,4}|.+[^s])$/.test(token.word) &&
    !token.word.includes("'") &&
    !unnamed.has(token.word)
  )
}

const services = /^(?:did|cut|fixed|sorted|took|drew|gave|brought|talked|walked|got|washed|trimmed|fought|shot|saved)$/

/** "Refilwe did my braids": what somebody did for the customer, at the beginning of a sentence. */
function isServing(tokens: readonly Token[], index: number): boolean {
  const [verb, whom] = tokens.slice(index + 1, index + 3)
  const isSubject = index === 0 && mayBeName(tokens[index]) && verb?.boundary === 'none' && services.test(verb.word)
  return isSubject && /^(?:me|us|my|our|it)$/.test(whom?.word ?? '')
}

function wordsAfter(tokens: readonly Token[], index: number): string {
  return tokens
    .slice(index + 1, index + 3)
    .map(({ word }) => word)
    .join(' ')
}

/** "Shout out to Kev", "hats off to big Kev" */
function isCredited(tokens: readonly Token[], index: number): boolean {
  const before = tokens
    .slice(Math.max(0, index - creditWords), index)
    .map(({ word }) => word)
    .join(' ')
  return /\b(?:shout ?out|kudos|props|hats off|big ups?|thanks) to(?: \w+)?$|^(?:\w+ )?ask for$/.test(before)
}

/** Words in front of a name that give somebody credit: "a shout out to big Kev". */
const creditWords = 4

/** "Spoke to the manager", "Asked for the owner", "Arrest this chef": the first word is a verb. */
const leadsTo = /^(?:to|for|up|my|our|your|this|that|these|those|about|back|out|down|with|than|an?)$/
const feasts = /^(?:thanksgiving|christmas|easter|halloween|hanukkah|diwali|ramadan|eid|passover|xmas|noel)$/
const roads = /^(?:rd|road|st|street|ave|avenue|lane|drive|square|highway)$/
const pronouns = /^(?:i|you|he|she|it|we|they|that|there|who|what|this)'/

function isInFrontOfRole([, next]: readonly Token[]): boolean {
  return next?.boundary === 'none' && roles.has(next.word)
}

function nearRole(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(Math.max(0, index - roleWords), index + roleWords + 1).some(({ word }) => roles.has(word))
}

/** "In April, May and June": a list of months. */
function isListed(tokens: readonly Token[], index: number): boolean {
  return [index - 1, index + 1].some((at) =>
    /^(?:and|or|in|january|february|march|april|may|june|july|august)$/.test(tokens[at]?.word ?? ''),
  )
}

/** "My local when Declan ran it": somebody who has left. */
function isFormer(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ word }) => word).join(' ')
  return /\bused to\b|\bwhen (?:\w+ ){1,3}(?:ran|owned|had) (?:it|the|this)\b/.test(words)
}

/** "Since old Mr Calloway was doing it, God rest him": a founder who is dead. */
function isDead(tokens: readonly Token[]): boolean {
  return /\bgod rest\b|\brest (?:his|her) soul\b|\brest in peace\b|\brip\b/.test(
    tokens.map(({ word }) => word).join(' '),
  )
}

/** The names of the customer, and of the family, friends and animals of the customer. */
function customersIn(tokens: Token[]): string[] {
  const isName = (at: number) => tokens[at]?.capital === true && !roles.has(tokens[at]?.word ?? '')
  const found = tokens.flatMap((_, at) => (isName(at) && belongsToCustomer(tokens, at) ? [at] : []))
  // "My sons Leo and Max"
  const joined = found.filter((at) => tokens[at + 1]?.word === 'and' && isName(at + 2)).map((at) => at + 2)
  return [...found, ...joined].map((at) => (tokens[at]?.word ?? '').replace(/'s$/, ''))
}

/** "My son, Leo", "our wee one Isla", "a dog called Max", "Max, our dog", "tell them Linda sent you". */
function belongsToCustomer(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - ownerWords), index).map(({ word }) => word)
  const person = before.at(-1) ?? ''
  // "Our girl Tanya kept the drinks coming"
  const isOwn = /\bmy\b|\bour (?:wee|little|young|youngest|eldest|oldest)\b/.test(before.slice(-ownWords).join(' '))
  if (family.has(person) || (isOwn && ownPersons.has(person))) return true
  const isCalled = /^(?:called|named|is)$/.test(before.at(-1) ?? '') && before.some((word) => family.has(word))
  const [first, second] = tokens.slice(index + 1, index + 3)
  const isExplained =
    first?.boundary !== 'none' && /^(?:my|our)$/.test(first?.word ?? '') && family.has(second?.word ?? '')
  const isSender = /\b(?:tell|told) (?:them|him|her|everyone)$/.test(before.join(' ')) && first?.word === 'sent'
  return isCalled || isExplained || isSender
}

/** "Cheers, Phil", "Signed, a very happy Margaret": the last words of a review. */
function signaturesIn(tokens: Token[]): string[] {
  const at = tokens.findLastIndex(({ word }, index) => signing.has(word) && index < tokens.length - 1)
  const name = tokens.at(-1)
  const begins = at !== -1 && (at === 0 || tokens[at]?.boundary !== 'none')
  // "Cheers Phil" thanks somebody.
  const isSigned = begins && tokens[at + 1]?.boundary !== 'none' && tokens.length - at <= signatureWordsMax
  return isSigned && name?.capital === true ? [name.word] : []
}

/** Words in front of a name that say whose it is: "our spaniel, who is called Max". */
const ownerWords = 5
const ownWords = 4
/** The most words of a signature: "Signed, a very happy Margaret". */
const signatureWordsMax = 6

const family = new Set(people.family)
const ownPersons = new Set(people.ownPersons)
const signing = new Set(people.signing)
const animalVerbs = new Set(people.animalVerbs)

/** "Our dog Sam", "Uncle Keith", "Sam smelled like oatmeal": family and animals of the customer. */
function isOfCustomer(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  return family.has(tokens[index - 1]?.word ?? '') || (next?.boundary === 'none' && animalVerbs.has(next.word))
}

/** Months that are first names as well: "It broke in June" names nobody. */
function isMonth(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? ''
  if (/^(?:april|may)$/.test(word)) return true
  const isDate =
    /^(?:in|since|by|last|until|till|of|from|early|late|mid|for|into|next|this|the|and|or|to|through|before|after|was|said|says|became|march|april|may|june|july)$/
  return /^(?:june|august|summer)$/.test(word) && isDate.test(tokens[index - 1]?.word ?? '')
}

const participle = /(?:ed|en|wn|ght|cut|made|run|led|done|put)$/

/** "Thanks Marco", "boxing with Femi", "cut by Oonagh"; neither "we went with Thai" nor "bald by Boxing Day". */
function isAddressing(tokens: readonly Token[], index: number): boolean {
  const [verb = '', before = ''] = tokens.slice(Math.max(0, index - 2), index).map(({ word }) => word)
  if (index < 2) return addressing.has(tokens[index - 1]?.word ?? '')
  if (!addressing.has(before)) return false
  const next = tokens[index + 1]?.word ?? ''
  if (before !== 'by' || verb === 'done') return true
  // "Decent managers by Brisbane standards": only what is done is done by somebody.
  return participle.test(verb) && !/^(?:day|eve|night|week|morning|noon|road|street|lane)$/.test(next)
}

/** "Went with Harlow Brothers", "I have named it Keith", "my name is Keith": a business, a thing, the customer. */
function isOfOther(tokens: readonly Token[], index: number): boolean {
  const before = tokens
    .slice(Math.max(0, index - otherWords), index)
    .map(({ word }) => word)
    .join(' ')
  return (
    /\b(?:went|go|going|gone|sticking|stuck|signed|booked) with$/.test(before) ||
    (/\b(?:sang|sing|singing|play|played|playing|heard|hearing|blasting|belting)(?: out)?(?: \w+)?$/.test(before) &&
      isTitle(tokens, index)) ||
    /\b(?:more|all|everything|much|lot) about$/.test(before) ||
    /\b(?:named|called|call|christened|name|nicknamed) (?:it|them|this|that|him|her|me|us)(?: \w+)?$/.test(before) ||
    /\b(?:my|our) (?:\w+ )?name (?:is|was)$/.test(before)
  )
}

/** "Sweet Caroline": words with capital letters next to each other. */
function isTitle(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.capital === true || tokens[index + 1]?.capital === true
}

/** Words in front of a name that say whose it is. */
const otherWords = 3

/**
 * Words on either side of a role within which a capital letter is taken for a name: "our server, Declan", "Declan, the
 * receptionist".
 */
const roleWords = 3

/** True for a word that is a first name, in a list that is long but not complete. */
export function isFirstName(word: string): boolean {
  return firstNames.has(word.toLowerCase())
}

function namesPerson(tokens: Token[], isKnown: (word: string) => boolean): boolean {
  return tokens.some((token, index) => {
    const before = tokens[index - 1]?.word ?? ''
    const isWord = namesThatAreWords.has(token.word) && !token.capital && !roles.has(before)
    if (firstNames.has(token.word) && !isWord) return true
    if (personTitles.has(token.word) && index < tokens.length - 1) return true
    if (introductions.has(before) && !isKnown(token.word)) return true
    return token.capital && !isKnown(token.word.replace(/'s$/, '')) && !isNumber(token.word)
  })
}
