/** Takes one of several phrases for a slot of a draft. Variants take different ones. */
export type Pick = (slot: string, phrases: readonly string[]) => string

/** Words of a phrase that identify its construction. */
const constructionWords = 4
/** Shorter words say little: drafts repeat them anyway. Words that begin alike count as one: "kind", "kindness". */
const contentLettersMin = 4
const courtesy = new Set(
  'about would could there their which that with your have very much from what when more were will been they'.split(
    ' ',
  ),
)

/**
 * Returns a function that makes the picker of a variant. Each slot begins at a phrase that the seed decides. Phrases
 * that occur in none of the `recent` drafts come first, then those used longest ago; among equals those that repeat no
 * word of the sentences before. `recent` is newest first.
 */
export function phrasePickers(seed: string, recent: readonly string[]): (variant: number) => Pick {
  const start = hash(seed)
  const written = recent.map((text) => text.toLowerCase())
  const takenBy = new Map<string, number>()

  return (variant) => {
    const said = new Set<string>()
    return (slot, phrases) => {
      const first = hash(slot, start) % Math.max(1, phrases.length)
      const rotated = [...phrases.slice(first), ...phrases.slice(0, first)]
      const open = rotated.filter((phrase) => (takenBy.get(`${slot} ${phrase}`) ?? variant) === variant)
      const best = (open.length > 0 ? open : rotated)
        .map((phrase) => ({
          phrase,
          age: ageOf(phrase, written),
          repeated: contentOf(phrase).filter((word) => said.has(word)),
        }))
        .reduce((one, other) =>
          other.age > one.age || (other.age === one.age && other.repeated.length < one.repeated.length) ? other : one,
        )
      takenBy.set(`${slot} ${best.phrase}`, variant)
      for (const word of contentOf(best.phrase)) said.add(word)
      return best.phrase
    }
  }
}

/** The number of drafts since one with the construction of the phrase; infinite where none has it. */
function ageOf(phrase: string, written: readonly string[]): number {
  const construction = constructionOf(phrase)
  const age = written.findIndex((text) => text.includes(construction))
  return age === -1 ? Number.POSITIVE_INFINITY : age
}

/** "we're so glad that": how a sentence begins, without what it is about. */
function constructionOf(phrase: string): string {
  const [before = ''] = phrase.toLowerCase().split('{')
  return before.trim().split(' ').slice(0, constructionWords).join(' ') || phrase.toLowerCase()
}

function contentOf(phrase: string): string[] {
  const words = phrase.toLowerCase().match(/[a-z]+/g) ?? []
  return words
    .filter((word) => word.length >= contentLettersMin && !courtesy.has(word))
    .map((word) => word.slice(0, contentLettersMin))
}

/** FNV-1a, 32 bits. */
function hash(text: string, start = 0x811c9dc5): number {
  let value = start
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}
