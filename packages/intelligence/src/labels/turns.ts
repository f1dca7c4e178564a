import { type Aspect, aspects } from '@generated/contract/enums'
import stored from '../../vocabulary/turns.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { phraseBook } from '../vocabulary/patterns.ts'

/** Statements that deny their opposite: "never waited", "could not have been cleaner", "used to be good". */
export interface Turn {
  /** Null where the sentence has to say what it is about: "no complaints about the cut". */
  aspect: Aspect | null
  /** 0 where the words name the aspect and judge nothing: "I would pay more", "a matter of taste". */
  sign: 1 | 0 | -1
  /** False where the phrase judges the aspect only if the sentence is about it: "nobody hurried us" and waiting. */
  names: boolean
}

/**
 * Phrases that reverse the words in them. Words alone mislead the model here: most sentences with "wait" complain, so
 * "never waited once" was read as a complaint. Each phrase is its own rule and was checked against the corpus.
 */
const book = phraseBook<Turn>()
/** One judgment may be about two aspects, which are separate books: a token belongs to one phrase of a book only. */
const conditional = phraseBook<Turn>()
for (const { aspect, sign, phrases, names = true } of stored) {
  const about = aspects.find((name) => name === aspect) ?? null
  const turn: Turn = { aspect: about, sign: signOf(sign), names }
  if (names) book.add(phrases, turn)
  else conditional.add(phrases, turn)
}

function signOf(sign: number): Turn['sign'] {
  if (sign === 0) return 0
  return sign > 0 ? 1 : -1
}

/** "For once on time": praise of this visit that blames the others. */
const contrasts = phraseBook<true>()
contrasts.add(['for once', 'for a change', 'finally fixed|repaired|answered|replied|arrived|came'], true)

/** The turns of one sentence, and whether it sets this once against the usual. */
export function turnsOf(tokens: Token[]): { turns: Turn[]; exceptional: boolean } {
  const turns: Turn[] = []
  for (const { value } of [...book.find(tokens), ...conditional.find(tokens)]) {
    if (!turns.some(({ aspect, sign }) => aspect === value.aspect && sign === value.sign)) turns.push(value)
  }
  return { turns, exceptional: contrasts.find(tokens).length > 0 }
}
