import { isEnglishContentWord } from './labels.ts'
import { isNumber } from './patterns.ts'
import type { Vocabulary } from './taxonomy.ts'
import { readSentences, type Token } from './tokens.ts'

/**
 * Finds what could name or reach a person. It would rather hold back a harmless sentence than show a name:
 * there are always other sentences to quote.
 */

/** Contact data: addresses, handles, links, long numbers. No pattern here can backtrack over more than a few characters. */
const contacts = [
  /[\w.+-]{1,64}@[\w-]{1,64}/,
  /(?:^|[^\w.+-])@\w{2,30}/,
  /https?:|www\.|\b[a-z0-9-]{2,40}\.(?:com|net|org|nl|de|fr|be|uk|io|eu|info|biz|me)\b/i,
  /\d(?:[\s().-]{0,2}\d){6,}/,
  /\+\d{2}/,
]

const personTitles = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'mister', 'prof', 'professor', 'doctor', 'madam', 'sir'])
const introductions = new Set(['named', 'called', 'name'])
const roles = new Set(
  'waiter waitress server dentist nurse hygienist receptionist stylist barber hairdresser mechanic manager owner chef bartender technician therapist host hostess doctor assistant colleague cashier'.split(
    ' ',
  ),
)

const firstNames = new Set(
  `grace rose joy faith hope will mark june april may summer ruby pearl violet lily daisy ivy holly heidi hazel sandy penny ginny carol gloria declan siobhan aoife ciara eoin finn freya isla poppy imogen harriet florence matilda beatrice rosemary wilma mehmet ayse fatma emre deniz elif zeynep wei jing ming yuki hiroshi kenji aiko sakura arjun anil sunil vikram deepa lakshmi neha pooja rahul sanjay amit olga irina natalia tatiana dmitri ivan boris pavel katarzyna agnieszka piotr marek tomasz jakub ewa joaquin ignacio javier diego lucio guadalupe beatriz juliana thiago mateus rafaela kwame chidi ngozi amara marloes sjoerd jelle wouter bram tess lotte fleur noor lieke mees marijke ineke henk kees gerrit aaron abdul adam adriana agnes ahmed aisha alan alessandra alessandro alex alexander alexandra ali alice alison amanda amber amelia amir amy ana andrea andrew andy angela anita anna anne annie anouk anthony antonio arjan ben benjamin bernard beth bianca bob brandon brian bruno bryan callum carla carlo carlos caroline catherine charles charlie charlotte chloe chris christian christina christine christopher claire clara claudia colin connor craig
  daan dan daniel daniela danny dave david dawn deborah dennis derek diana diego dominic donna dorothy duncan dylan eddie edward elena eleonora elisa elizabeth ella ellen emily emma enrico eric erik erin esther eva evelyn fabio fatima federica federico femke fiona floor francesca francesco frank gareth gary gavin gemma geoff george giorgia giorgio giovanni giulia giuseppe graham greg gregory hannah harry hassan heather heidi helen henry hugo iain ian ibrahim ingrid irene isabel isabella
  jack jackie jacob jade jake james jamie jan jane janet jasmine jason jasper jean jeff jennifer jenny jeremy jeroen jessica jill jim joan joanna joanne joe joep johan john johnny jonathan joost joris jose joseph josh joshua joyce juan judith julia julian julie justin karen kate kath katherine kathryn kathy katie keith kelly kelvin ken kerry kevin khalid kim klaas koen kyle lara lars laura lauren leah leanne lee leo leon leonardo lewis liam linda lisa lorenzo louis louise luca lucas lucia lucy luigi luis luke lynn
  maarten maddie malcolm marc marco marcus margaret maria marie mario marion marjolein martijn martin martina mary mateo matt matteo matthew megan mei melanie melissa michael michelle mike miguel milan mohamed mohammed monica monique nadia nancy naomi natalie natasha nathan neil niamh nicholas nick nicola nicole nigel nina noah nora oliver olivia oscar owen pablo paola paolo patricia patrick paul paula pauline pedro peter phil philip pieter priya rachel rafael raj ralph raymond rebecca riccardo richard rick rita rob robert roberta roberto robin roger roland ron rosa rosie ross ruben ruth ryan
  sabrina sally sam samantha samir sandra sanne sara sarah scott sean sebastian sergio shane sharon shaun sheila shirley silvia simon simone sofia sofie sonia sophia sophie stacey stefan stefania stefano stella stephanie stephen steve steven stuart susan suzanne sven sylvia tamara tanya tara teresa thea thijs thomas tim tina tom tomas toni tony tracey tracy trevor ursula valentina valerie vanessa vera veronica victor victoria vincent vincenzo wendy wesley wilhelm willem william wouter yasmin yusuf yvonne zoe`.split(
    /\s+/,
  ),
)

/** True if the text may name a person or tell how to reach one. `names` are words that may be shown: those of the businesses. */
export function mayNamePerson(text: string, vocabulary: Vocabulary, names: ReadonlySet<string>): boolean {
  if (holdsContactData(text)) return true
  return readSentences(text).some(({ tokens }) =>
    namesPerson(tokens, (word) => names.has(word) || isEnglishContentWord(word, vocabulary)),
  )
}

/** True if the text holds an address, a link, a handle or a long number. */
export function holdsContactData(text: string): boolean {
  return contacts.some((pattern) => pattern.test(text))
}

const verbOrAdverb = /(ed|ing|ly)$/

/** True if a person who works there is named: "our waiter Marco", "Dr Patel", "Marco was", "our server, Declan". */
export function namesStaff(tokens: Token[], isKnown: (word: string) => boolean): boolean {
  return tokens.some((token, index) => {
    if (!token.capital || token.word.length < 3 || roles.has(token.word) || personTitles.has(token.word)) return false
    const before = tokens[index - 1]?.word ?? ''
    if (personTitles.has(before)) return true
    // Any word has a capital at the beginning: "Switched from another dentist", "Unfortunately the waiter …".
    if (index === 0 && verbOrAdverb.test(token.word)) return false
    if (firstNames.has(token.word) && !(index === 0 && isKnown(token.word))) return true
    const around = tokens.slice(Math.max(0, index - roleWords), index + roleWords + 1)
    // Words that are part of the language are no names, even at the beginning of a sentence.
    return !isKnown(token.word.replace(/'s$/, '')) && around.some(({ word }) => roles.has(word))
  })
}

/** Words on either side of a role within which a capital letter is taken for a name: "our server, Declan", "Declan, the receptionist". */
const roleWords = 3

/** True for a word that is a first name, in a list that is long but not complete. */
export function isFirstName(word: string): boolean {
  return firstNames.has(word.toLowerCase())
}

function namesPerson(tokens: Token[], isKnown: (word: string) => boolean): boolean {
  return tokens.some((token, index) => {
    const before = tokens[index - 1]?.word ?? ''
    if (firstNames.has(token.word) || (personTitles.has(token.word) && index < tokens.length - 1)) return true
    if (introductions.has(before) && !isKnown(token.word)) return true
    return token.capital && !isKnown(token.word.replace(/'s$/, '')) && !isNumber(token.word)
  })
}
