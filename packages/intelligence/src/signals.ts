import { type ReviewFlag, reviewFlags } from '@generated/contract/enums'
import stored from '../vocabulary/signals.json' with { type: 'json' }
import { type PhraseBook, phraseBook } from './patterns.ts'
import type { Token } from './tokens.ts'

/**
 * What a person must check before a review is replied to or quoted. Found by phrases; each is a hint, not a verdict.
 */
export type Signal = ReviewFlag

// One book of all phrases is checked first, because most sentences have no signal. A phrase may belong to several
// while a word belongs to one hit of a book, so each signal also has a separate book.
const anything: PhraseBook<true> = phraseBook<true>()
/** Idioms, and other things that the same words mean: "the rat race", "hospital corners", "a wireless mouse". */
const harmless: PhraseBook<true> = phraseBook<true>()
harmless.add(stored.harmless, true)
const books: { signal: Signal; book: PhraseBook<true> }[] = []
for (const signal of reviewFlags) {
  const book = phraseBook<true>()
  book.add(stored.phrases[signal], true)
  anything.add(stored.phrases[signal], true)
  books.push({ signal, book })
}

/** The signals of one sentence, in a fixed order. */
export function signalsOf(tokens: Token[], written: string): Signal[] {
  const found = new Set<Signal>()
  if (anything.find(tokens).length > 0) {
    const idioms = harmless.find(tokens)
    const isIdiom = (from: number, to: number) => idioms.some((idiom) => idiom.from < to && from < idiom.to)
    for (const { signal, book } of books) {
      // "They gave no refund" is about a refund all the same.
      const counts = (from: number) => signal === 'refund_request' || !denied(tokens, from)
      if (book.find(tokens).some(({ from, to }) => counts(from) && !isIdiom(from, to))) found.add(signal)
    }
  }
  if (hasInjectionMarks(written)) found.add('prompt_injection')
  return [...found]
}

/** Signals that require a person to write the reply. */
export const sensitiveSignals: ReadonlySet<Signal> = new Set([
  'health_safety',
  'legal_threat',
  'discrimination',
  'abuse',
])

/** Text that instructs a machine instead of describing a visit. */
function hasInjectionMarks(written: string): boolean {
  const lower = written.toLowerCase()
  return stored.injectionMarks.some((mark) => lower.includes(mark))
}

/** "No infection, no pain": what did not happen is not a signal. */
function denied(tokens: Token[], from: number): boolean {
  const before = tokens[from - 1]
  const first = tokens[from]
  if (!before || !first || first.boundary !== 'none') return false
  if (first.word === 'no' || first.word === 'not' || first.word === 'without') return false
  return before.word === 'no' || before.word === 'not' || before.word === 'without' || before.word === 'never'
}
