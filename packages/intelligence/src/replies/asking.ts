import stored from '../../vocabulary/asking.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

// Direct speech to the business, in everyday words: "Do ye see ferrets?", "ring me before 3", "put the sign back up".

type List = keyof typeof stored

const you = stored.you.join('|')
/** `@you` stands for the words of the list `you`. */
const books = Object.fromEntries(
  Object.entries(stored).map(([list, phrases]) => {
    const book = phraseBook<true>()
    book.add(
      phrases.map((phrase) => phrase.replaceAll('@you', you)),
      true,
    )
    return [list, book]
  }),
) as Record<List, PhraseBook<true>>
const openers: ReadonlySet<string> = new Set(stored.openers)
const answers: ReadonlySet<string> = new Set(stored.answers)

/**
 * The kind of request that a sentence makes in direct speech; null where it asks for nothing. The phrases are those of
 * `vocabulary/asking.json`; those of the lists `unmarked`, `polite`, `wanting`, `questions`, `inquiries`, `callsFirst`
 * and `ordersFirst` begin a clause, after words such as "so" and "please".
 */
export function askedDirectly(
  text: string,
  tokens: readonly Token[],
  next: readonly Token[] | undefined,
): 'question' | 'task' | 'call' | 'suggestion' | null {
  const all = [...tokens]
  const has = (list: List) => hits(list, all).length > 0
  const clauses = clausesIn(all)
  const begins = (list: List) => clauses.some((clause) => startOf(list, clause))
  if (isCall(all, clauses) && (!has('conditional') || has('courteousCondition'))) return 'call'
  if (clauses.some(({ own }) => hits('claims', own).length > 0 && hits('denials', own).length === 0)) return 'task'
  const isAsked = has('pleas') || startOf('polite', all)
  if (isAsked && has('personal') && !has('posing')) return 'task'
  // "The landlord needs the invoice, could you send it on?"
  if (begins('deliveries') && text.trimEnd().endsWith('?')) return 'task'
  // Many leave out the question mark.
  const isOpen = text.trimEnd().endsWith('?') || clauses.some((clause) => startOf('unmarked', clause))
  const isAnswered = next !== undefined && !has('pleas') && isAnswer(next)
  if (isOpen && !isAnswered && clauses.some((clause) => startOf('questions', clause) && !isPosed(clause)))
    return begins('wanting') && !begins('inquiries') ? 'suggestion' : 'question'
  if (isOpen && isTagged(all)) return 'suggestion'
  // A command needs somebody in front of it, or begins the sentence.
  return has('orders') || has('commands') || begins('ordersFirst') ? 'suggestion' : null
}

/** "Put a price list up, would you?", but not "Look at that view, will you?" */
function isTagged(all: Token[]): boolean {
  const isTag = hits('tags', all).some(({ from, to }) => from > 0 && to === all.length)
  return isTag && hits('noTags', all).length === 0
}

/** Returns whether a sentence asks for what the business had: "bring the gnocchi back", "keep the lunch deal". */
export function asksToRestore(tokens: Token[]): boolean {
  return hits('restoring', tokens).length > 0
}

/** "Ring me", "give us a call", but not "call me old-fashioned". */
function isCall(all: Token[], clauses: readonly Clause[]): boolean {
  const jokes = hits('notCalls', all)
  const isMeant = ({ from, to }: Hit<true>) => !jokes.some((joke) => joke.from < to && from < joke.to)
  if (hits('calls', all).some(isMeant)) return true
  return jokes.length === 0 && clauses.some((clause) => startOf('callsFirst', clause))
}

interface Clause {
  /** The words up to its end. */
  own: Token[]
  /** The words up to the end of the sentence. */
  rest: Token[]
}

/** "Do you know anyone there who's even half as good?" is meant, whatever its other words. */
function isPosed({ own }: Clause): boolean {
  return hits('posing', own).length > 0 && hits('sincere', own).length === 0
}

/** "Would I go back? I would", but not "Is that normal? No rush" and "Which is it? I drove for an hour". */
function isAnswer(next: readonly Token[]): boolean {
  const tokens = [...next]
  if (hits('patience', tokens).some(({ from }) => from === 0)) return false
  return answers.has(tokens[0]?.word ?? '') || hits('ownAnswers', tokens).some(({ from }) => from === 0)
}

function hits(list: List, tokens: Token[]): Hit<true>[] {
  return books[list].find(tokens)
}

/** Returns whether a phrase of a list begins a clause or a sentence. */
function startOf(list: List, part: Clause | Token[]): boolean {
  const tokens = 'rest' in part ? part.rest : part
  const start = tokens.findIndex(({ word }) => !openers.has(word))
  return start !== -1 && [0, start].some((from) => hits(list, tokens.slice(from)).some((hit) => hit.from === 0))
}

/** The clauses of a sentence, each with the words after it: "write it down, next time". */
function clausesIn(tokens: Token[]): Clause[] {
  const starts = tokens.flatMap(({ boundary }, at) => (at === 0 || boundary !== 'none' ? [at] : []))
  return starts.map((from, index) => ({ own: tokens.slice(from, starts[index + 1]), rest: tokens.slice(from) }))
}
