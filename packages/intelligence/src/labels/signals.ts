import type { ReviewFlag } from '@generated/contract/enums'
import stored from '../../vocabulary/signals.json' with { type: 'json' }
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { Token } from '../text/tokens.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

/**
 * Flags that a person must check before a review is replied to or quoted. Alerts are read by the model, with the
 * phrases of the vocabulary among its features; the other signals are found by phrases alone. Each is a hint, not a
 * verdict.
 */
export type Signal = Exclude<ReviewFlag, Alert>

const phrasedAlerts = ['health_safety', 'hygiene', 'legal_threat', 'discrimination'] as const satisfies readonly Alert[]
const signals = ['abuse', 'refund_request', 'incentive', 'prompt_injection'] as const satisfies readonly Signal[]

// One book of all phrases is checked first, because most sentences have no signal. A phrase may belong to several
// while a word belongs to one hit of a book, so each signal also has a separate book.
const anything: PhraseBook<true> = phraseBook<true>()
/** Idioms, and other things that the same words mean: "the rat race", "hospital corners", "a wireless mouse". */
const harmless: PhraseBook<true> = phraseBook<true>()
harmless.add(stored.harmless, true)
const books = new Map<ReviewFlag, PhraseBook<true>>()
for (const flag of [...phrasedAlerts, ...signals]) {
  const book = phraseBook<true>()
  book.add(stored.phrases[flag], true)
  anything.add(stored.phrases[flag], true)
  books.set(flag, book)
}

/** The signals of one sentence, in a fixed order. */
export function signalsOf(tokens: Token[], written: string): Signal[] {
  const found = new Set<Signal>(flagsOf(tokens, signals))
  if (hasInjectionMarks(written)) found.add('prompt_injection')
  return [...found]
}

/** The alerts of which one sentence has a phrase: a feature of the model, and no verdict by itself. */
export function alertPhrases(tokens: Token[]): Alert[] {
  return flagsOf(tokens, phrasedAlerts)
}

function flagsOf<F extends ReviewFlag>(tokens: Token[], flags: readonly F[]): F[] {
  if (anything.find(tokens).length === 0) return []
  const idioms = harmless.find(tokens)
  const isIdiom = (from: number, to: number) => idioms.some((idiom) => idiom.from < to && from < idiom.to)
  return flags.filter((flag) => {
    // "They gave no refund" is about a refund all the same.
    const counts = (from: number) => flag === 'refund_request' || !denied(tokens, from)
    return (
      books
        .get(flag)
        ?.find(tokens)
        .some(({ from, to }) => counts(from) && !isIdiom(from, to)) ?? false
    )
  })
}

/** The reasons for which a person has to write the reply; the first that a review has decides its draft. */
export const sensitiveFlags = ['legal_threat', ...alerts, 'abuse'] as const satisfies readonly ReviewFlag[]
export type Sensitive = (typeof sensitiveFlags)[number]

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
