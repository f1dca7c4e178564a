import type { Token } from '../text/tokens.ts'

// Direct speech to the business, in everyday words: "Do ye see ferrets?", "ring me before 3", "put the sign back up".

const you = "(?:you|ye|yous|youse|yall|y'all|ya|u|ye's)"
const somebody = `(?:${you}|someone|somebody|anyone|anybody|they|the (?:owner|manager|boss|vet|doctor|office))`
const opener = '(?:so|and|but|or|also|ps|hi|hey|hello|now|ok|well|just|please|pls|plz|oh|anyway|lads|guys|folks|then)'

/** Verbs of questions to readers, and of questions that expect no answer: "Do you want the best bread in town?" */
const posing =
  /\b(?:kidding|joking|serious|seriously|blame|believe|imagine|know (?:what|how|who|why|that)|really|expect|guess|wonder|remember|a bit|doing a|look like|ever (?:seen|had|been|tried|heard|eaten)|learn|enough|want|like|love|need|enjoy|fancy|care|even|find|regret|better|call (?:this|that|it)|looking|hungry|tired|wrong|beat|go wrong)\b/
const unmarked = new RegExp(
  `^(?:do ${you}|do i|can ${you}|could ${you}|when (?:are|do|will) ${you}|are ${you}|what time) `,
)
const asking = new RegExp(`^(?:${opener} )*(?:can|could|would|will) ${somebody} `)
const wanting = new RegExp(`^(?:${opener} )*(?:can|could|would) (?:${you}|someone|somebody|they) `)

/** "Would I come back? Yes!": the customer answers. */
const answers =
  /^(?:yes|yeah|yep|no|nope|nah|absolutely|definitely|of|never|always|not|none|nothing|nobody|everything|obviously|certainly|sure|because|well|i)$/

const plans = 'closing|planning|going|getting|taking|hiring|doing|reopening|moving'
const services = 'have|open|do|get|bring|carry|take|stock|reopen'
const dealings = 'book|pay|get|reach|contact|cancel|order|claim|return|change'
const questions = [
  new RegExp(`^(?:${opener} )*do(?:es)? (?:${you}|anyone|anybody|the \\w+) `),
  new RegExp(`^(?:${opener} )*do ${you} think ${you} (?:might|could|will|would|can) `),
  /^(?:\w+ ){0,2}do i (?:bring|need|have to|book|pay|call|ring|come|send|leave|wait|get it|ask) /,
  new RegExp(`^(?:${opener} )*are ${you} (?:still |ever |also )?(?:open|closed|able|on|${plans}) `),
  new RegExp(`^(?:${opener} )*will (?:${you}|there|the \\w+) (?:still |ever )?(?:be|${services}) `),
  new RegExp(`^(?:${opener} )*(?:can|could|may) (?:i|we|${somebody}) `),
  new RegExp(`^(?:${opener} )*(?:is|are) there (?:a|an|any|parking|wifi|somewhere|still) `),
  new RegExp(`^(?:${opener} )*when (?:are|do|will|is|does|can) (?:${you}|the|your|it|i|we|there) `),
  new RegExp(`^(?:${opener} )*(?:what time|what days?|which days?|what are your|what is your|what's your) `),
  new RegExp(`^(?:${opener} )*how (?:late|early|long|often) (?:are|do|does|is|can|will) (?:${you}|i|we|the|it|your) `),
  new RegExp(`^(?:${opener} )*how (?:do|can|should) (?:i|we) (?:${dealings}) `),
  new RegExp(`^(?:${opener} )*where (?:can|do|should) (?:i|we) `),
  /^any (?:chance|news|updates?|idea (?:when|if|how|whether)|word on) /,
]

/** "I'd like it back", "I want the bill itemized": something that the customer is to get. */
const claims =
  /\b(?:i'd like|i would like|id like|i want|i need|we'd like|we want|we need) (?:\w+ ){0,5}(?:(?:it|them|that|money|deposit|fee|him|her) back|returned|refunded|itemi[sz]ed|emailed|posted|sent|fixed|sorted|finished|replaced|redone)\b/
const denials = /\b(?:don't|dont|do not|never|didn't|wouldn't) (?:want|need|expect|like)\b/

const pleas = /\b(?:please|pls|plz)\b/
/** Words for something that a customer is to get. */
const personal =
  /\b(?:for|to|with|ring|call|phone|text|email|post|send|give|let|tell) (?:me|us)\b|\b(?:post|send|email|forward|return|find|keep|leave|bring|look for|hang on to|hold on to|check for) (?:\w+ ){0,2}(?:my|our|it|them)\b|\b(?:please|pls|plz) (?:call|ring|phone|text|email|hang on|hold on|look for|check)\b|\b(?:look|check) (?:in|under|behind|for|on) /
const conditional = /\b(?:if|when|whenever|next time|before (?:you|they|it|the|we|coming))\b/

/** "Call me", but not "call me old-fashioned". */
const caller = '(?:call|ring|phone) (?:me|us)\\b(?! (?:a|an|old|crazy|picky|fussy|spoiled|spoilt|cheap|biased)\\b)'
/** "Ring me", "give us a call", "I'd like the owner to ring me". */
const callers = [
  new RegExp(
    `\\b(?:i'd like|i would like|i want|id like|i'm asking|we'd like|we want|waiting for) (?:\\w+ ){1,4}to ${caller}`,
  ),
  new RegExp(`\\b(?:please|pls|plz) (?:\\w+ ){0,3}${caller}`),
  new RegExp(`^(?:${opener} )*(?:can|could|would|will) ${somebody} (?:\\w+ ){0,2}${caller}`),
  new RegExp(`^(?:${opener} )*${caller}`),
  /\bgive (?:me|us) a (?:call|ring|bell|buzz)\b/,
  new RegExp(
    `\\bif (?:${you}|anyone|anybody|somebody|someone) (?:\\w+ ){1,6}(?:please|pls|plz) (?:call|ring|phone)\\b`,
  ),
]

/** Orders to the business, not to other customers: "put the sign back up", "get that fixed", "write it down". */
const things = 'the|that|those|them|it|your|a|some'
const done = 'back|fixed|sorted|cleaned|repaired|looked|replaced|serviced'
const work = 'fix|sort|train|repaint|mend|oil|relabel|answer|bake|hire|stock|widen|repair|replace'
const should = '(?:might|may|ought|really|should|could|needs?) (?:want to |need to |to |really |probably )?'
const orders = [
  new RegExp(`^(?:${opener} )*(?:put|bring|get|move|turn|take) (?:${things}|back) (?:\\w+ ){0,3}(?:${done})\\b`),
  new RegExp(`^(?:${opener} )*(?:${work}) (?:${things}|more|up|better|another)\\b`),
  new RegExp(`^(?:${opener} )*(?:write|note|take) (?:it|that) down\\b`),
  /\b(?:i'm|im|i am|we're) begging\b|\bi beg (?:you|ye)\b/,
  new RegExp(
    `\\b(?:somebody|someone|ye|management) ${should}(?:look at|look into|warn|check|clean|mention|${work})\\b`,
  ),
  /(?:^|[a-z] )(?:somebody|someone) (?:warn|tell|fix|teach|buy|give|get) (?:a|the|me|us|them|him|that|people)\b/,
  /\b(?:i|we) could (?:use|do with) (?:one|a|an|some|another|more)\b/,
  /\b(?:should|ought to) (?:really |clearly )?be (?:said|mentioned|written|stated|told|listed|explained|announced|posted)\b/,
]

/** The kind of request that a sentence makes in direct speech; null where it asks for nothing. */
export function askedDirectly(
  text: string,
  tokens: readonly Token[],
  next: readonly Token[] | undefined,
): 'question' | 'task' | 'call' | 'suggestion' | null {
  const parts = clausesIn(tokens)
  const whole = `${parts.join(' ')} `
  const isCalled = [whole, ...parts].some((part) => callers.some((phrase) => phrase.test(part)))
  // "If you find it, please call" does not depend on anything else.
  if (isCalled && !conditional.test(whole.replace(/\bif (?:\w+ ){1,7}(?:please|pls|plz)\b/, ''))) return 'call'
  if (claims.test(whole) && !denials.test(whole)) return 'task'
  const isAsked = pleas.test(whole) || asking.test(whole)
  if (isAsked && personal.test(whole) && !posing.test(whole)) return 'task'
  // Many leave out the question mark.
  const isOpen = text.trimEnd().endsWith('?') || parts.some((part) => unmarked.test(part))
  const isAnswered = next !== undefined && answers.test(next[0]?.word ?? '')
  if (isOpen && !isAnswered && parts.some((part) => isQuestion(`${part} `))) {
    return parts.some((part) => wanting.test(part)) ? 'suggestion' : 'question'
  }
  return [whole, ...parts].some((part) => orders.some((order) => order.test(part))) ? 'suggestion' : null
}

function isQuestion(part: string): boolean {
  if (!questions.some((question) => question.test(part))) return false
  return !posing.test(part)
}

/** The words of each clause, in small letters. */
function clausesIn(tokens: readonly Token[]): string[] {
  const clauses: string[] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at += 1) {
    if (at > from && (at === tokens.length || tokens[at]?.boundary !== 'none')) {
      clauses.push(
        tokens
          .slice(from, at)
          .map(({ word }) => word)
          .join(' '),
      )
      from = at
    }
  }
  return clauses
}
