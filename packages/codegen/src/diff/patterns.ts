/** How the strings that match all new patterns relate to those that match all old ones. */
export type Relation = 'same' | 'narrower' | 'wider' | 'other'

/**
 * Compares regular expressions by samples: strings are made from each, at the edges of every class and repetition, and
 * matched with the other. A string that only one of them matches is proof; without one, the result is `same`.
 *
 * @returns undefined when it cannot be decided
 */
export function relatePatterns(old: readonly string[], now: readonly string[]): Relation | undefined {
  if (old.length === 0) return now.length === 0 ? 'same' : 'narrower'
  if (now.length === 0) return 'wider'
  try {
    const [before, after] = [compile(old), compile(now)]
    const made = [samplesOf(old, before), samplesOf(now, after)] as const
    const [fromOld, fromNow] = made
    if (fromOld.length === 0 || fromNow.length === 0) return undefined
    const lost = fromOld.some((text) => !after(text))
    const gained = fromNow.some((text) => !before(text))
    if (lost) return gained ? 'other' : 'narrower'
    return gained ? 'wider' : 'same'
  } catch {
    // A pattern with syntax that is not supported here, or that is not a regular expression.
    return undefined
  }
}

type Match = (text: string) => boolean

function compile(patterns: readonly string[]): Match {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'u'))
  return (text) => expressions.every((expression) => expression.test(text))
}

const samplesPerPattern = 150
/** An unbounded repetition gets at most this many more repetitions than its minimum. */
const unboundedRepetitions = 12
/** No sample is made for a longer repetition. */
const repetitionsMax = 5000

function samplesOf(patterns: readonly string[], matches: Match): string[] {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const tree = new PatternParser(pattern).parse()
    const [before, after] = [
      pattern.startsWith('^') ? [''] : ['', 'x ', '0'],
      pattern.endsWith('$') ? [''] : ['', ' x', '0'],
    ]
    for (let round = 0; round < samplesPerPattern; round++) {
      const text = write(tree, choicesOf(round))
      for (const prefix of before)
        for (const suffix of after) if (matches(prefix + text + suffix)) found.add(prefix + text + suffix)
    }
  }
  return [...found]
}

/** The first rounds take every choice at its first and its last option, the others at random, the same in each run. */
function choicesOf(round: number): (options: number) => number {
  if (round === 0) return () => 0
  if (round === 1) return (options) => options - 1
  let state = round * 2_654_435_761
  return (options) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return (state >>> 0) % options
  }
}

type Tree =
  | { kind: 'sequence'; parts: Tree[] }
  | { kind: 'choice'; options: Tree[] }
  | { kind: 'repeat'; of: Tree; min: number; max: number }
  | { kind: 'characters'; characters: string[] }

function write(tree: Tree, choose: (options: number) => number): string {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.map((part) => write(part, choose)).join('')
    case 'choice':
      return write(tree.options[choose(tree.options.length)] ?? { kind: 'sequence', parts: [] }, choose)
    case 'characters':
      return tree.characters[choose(tree.characters.length)] ?? ''
    case 'repeat': {
      const max = Math.min(
        tree.max === Number.POSITIVE_INFINITY ? tree.min + unboundedRepetitions : tree.max,
        repetitionsMax,
      )
      const counts = [...new Set([tree.min, Math.min(tree.min + 1, max), Math.floor((tree.min + max) / 2), max])]
      const count = counts[choose(counts.length)] ?? tree.min
      return Array.from({ length: count }, () => write(tree.of, choose)).join('')
    }
  }
}

const everyCharacter = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const outsideAscii = ['é', '€', '中', '😀']
const classes: Record<string, RegExp> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ }
const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }

/** Parses the syntax that patterns of contracts use; throws for any other syntax. */
class PatternParser {
  readonly #pattern: string
  readonly #characters: readonly string[]
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#characters = [...pattern]
  }

  parse(): Tree {
    const tree = this.#choice()
    return this.#at === this.#characters.length ? tree : this.#fail()
  }

  #fail(): never {
    throw new Error(`Unsupported syntax: ${this.#pattern}`)
  }

  #choice(): Tree {
    const options = [this.#sequence()]
    while (this.#characters[this.#at] === '|') {
      this.#at++
      options.push(this.#sequence())
    }
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  #sequence(): Tree {
    const parts: Tree[] = []
    while (
      this.#at < this.#characters.length &&
      this.#characters[this.#at] !== '|' &&
      this.#characters[this.#at] !== ')'
    ) {
      const character = this.#characters[this.#at]
      if (character === '^' || character === '$') this.#at++
      else parts.push(this.#repeated(this.#atom()))
    }
    return { kind: 'sequence', parts }
  }

  #repeated(of: Tree): Tree {
    const rest = this.#characters.slice(this.#at).join('')
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(rest)
    let [min, max] = [1, 1]
    if (counted) {
      this.#at += counted[0].length
      min = Number(counted[1])
      const unbounded = counted[2] ? Number.POSITIVE_INFINITY : min
      max = counted[3] ? Number(counted[3]) : unbounded
    } else if (rest.startsWith('*') || rest.startsWith('+') || rest.startsWith('?')) {
      this.#at++
      min = rest.startsWith('+') ? 1 : 0
      max = rest.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    } else return of
    if (this.#characters[this.#at] === '?') this.#at++
    return { kind: 'repeat', of, min, max }
  }

  #atom(): Tree {
    const character = this.#characters[this.#at++] ?? this.#fail()
    if (character === '(') {
      if (this.#characters[this.#at] === '?') {
        const group = /^\?(:|<\w+>)/.exec(this.#characters.slice(this.#at).join('')) ?? this.#fail()
        this.#at += group[0].length
      }
      const inner = this.#choice()
      if (this.#characters[this.#at++] !== ')') this.#fail()
      return inner
    }
    if (character === '[') return this.#characterClass()
    if (character === '.') return { kind: 'characters', characters: [...everyCharacter, ...outsideAscii] }
    if (character === '\\') return { kind: 'characters', characters: this.#escaped() }
    return { kind: 'characters', characters: [character] }
  }

  #escaped(): string[] {
    const character = this.#characters[this.#at++] ?? this.#fail()
    const known = classes[character]
    if (known) return [...everyCharacter, ...outsideAscii].filter((one) => known.test(one))
    if (controls[character]) return [controls[character]]
    const unicode = character === 'u' && /^[0-9a-fA-F]{4}/.exec(this.#characters.slice(this.#at).join(''))
    if (unicode) {
      this.#at += 4
      return [String.fromCharCode(Number.parseInt(unicode[0], 16))]
    }
    return /[A-Za-z0-9]/.test(character) ? this.#fail() : [character]
  }

  #member(): string[] {
    const character = this.#characters[this.#at++] ?? this.#fail()
    return character === '\\' ? this.#escaped() : [character]
  }

  #characterClass(): Tree {
    const negated = this.#characters[this.#at] === '^'
    if (negated) this.#at++
    const members = new Set<string>()
    while (this.#characters[this.#at] !== ']') {
      const from = this.#member()
      if (this.#characters[this.#at] === '-' && this.#characters[this.#at + 1] !== ']' && from.length === 1) {
        this.#at++
        const to = this.#member()
        for (const one of edges(from[0] ?? '', to[0] ?? '')) members.add(one)
      } else for (const one of from) members.add(one)
    }
    this.#at++
    const characters = negated ? [...everyCharacter, ...outsideAscii].filter((one) => !members.has(one)) : [...members]
    return { kind: 'characters', characters: characters.length > 0 ? characters : this.#fail() }
  }
}

const rangeMax = 128

/** Every character of a range, or of a long one its edges: a sample that the pattern itself refuses is not used. */
function edges(from: string, to: string): string[] {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
  if (last - first < rangeMax)
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
  return [from, String.fromCodePoint(Math.floor((first + last) / 2)), to]
}
