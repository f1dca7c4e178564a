import stored from '../../vocabulary/words.json' with { type: 'json' }

// Words of English that any trade uses, each list with its own meaning.

/** A word that reverses the judgment after it, within a few words. */
export const negators: ReadonlySet<string> = new Set(stored.negators)

/** "not only good": no negation. */
export const negationCancellers: ReadonlySet<string> = new Set(stored.negationCancellers)

/** Words between a negator and the word it turns. */
export const negationReachWords = 4

export const intensifiers: ReadonlySet<string> = new Set(stored.intensifiers)
export const softeners: ReadonlySet<string> = new Set(stored.softeners)

/** Words that contrast two clauses; opinions rarely reach across them. */
export const contrastWords: ReadonlySet<string> = new Set(stored.contrastWords)

/** Wishes and conditions: praise inside them is not praise. */
export const hypotheticals: ReadonlySet<string> = new Set(stored.hypotheticals)

/** They continue a sentence about what the one before named. */
export const pronouns: ReadonlySet<string> = new Set(stored.pronouns)

/** Numbers in words, "several" included. */
export const numberWords: ReadonlySet<string> = new Set(stored.numberWords)

/** A comma or "and" ends a clause only before one of these. */
export const clauseVerbs: ReadonlySet<string> = new Set(stored.clauseVerbs)

/** English words without a judgment, to distinguish a name from a word at the beginning of a sentence. */
export const commonWords: ReadonlySet<string> = new Set(stored.commonWords)

/** Articles, pronouns, prepositions, conjunctions and auxiliaries: they explain no decision. */
export const functionWords: ReadonlySet<string> = new Set(stored.functionWords)
