/** A regular expression. Of a large class it has a sample of characters. */
export type PatternTree =
  | { kind: 'sequence'; parts: PatternTree[] }
  | { kind: 'choice'; options: PatternTree[] }
  | { kind: 'repeat'; of: PatternTree; min: number; max: number }
  | { kind: 'characters'; characters: string[] }

/** Parses the syntax that patterns of contracts use, without its anchors. Throws for any other syntax. */
export function parsePattern(pattern: string): PatternTree {
  return new PatternParser(pattern).parse()
}

const everyCharacter = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const outsideAscii = ['é', '€', '中', '😀']
const classes: Record<string, RegExp> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ }
const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }

class PatternParser {
  readonly #pattern: string
  readonly #characters: readonly string[]
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#characters = [...pattern]
  }

  parse(): PatternTree {
    const tree = this.#choice()
    return this.#at === this.#characters.length ? tree : this.#fail()
  }

  #fail(): never {
    throw new Error(`Unsupported syntax: ${this.#pattern}`)
  }

  #choice(): PatternTree {
    const options = [this.#sequence()]
    while (this.#characters[this.#at] === '|') {
      this.#at++
      options.push(this.#sequence())
    }
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = []
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

  #repeated(of: PatternTree): PatternTree {
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

  #atom(): PatternTree {
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

  #characterClass(): PatternTree {
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
