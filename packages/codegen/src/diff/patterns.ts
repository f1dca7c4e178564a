import { type PatternTree, parsePattern } from '../source/pattern-tree.ts'

/** The relation between the strings that match all new patterns and the strings that match all old patterns. */
export type Relation = 'same' | 'narrower' | 'wider' | 'other'

/**
 * Compares regular expressions by samples: generates strings from each pattern, at the limits of every class and
 * repetition, and matches them with the other pattern. A string that only one pattern matches proves a difference.
 * Without such a string, the result is `same`.
 *
 * @returns undefined if the relation cannot be determined
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
/** The maximum number of repetitions beyond the minimum in a sample of an unbounded repetition. */
const unboundedRepetitions = 12
/** Longer repetitions are not sampled. */
const repetitionsMax = 5000

function samplesOf(patterns: readonly string[], matches: Match): string[] {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const tree = parsePattern(pattern)
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

/**
 * The first rounds use the first and the last option of every choice. The other rounds use random options, which are
 * the same in each run.
 */
function choicesOf(round: number): (options: number) => number {
  if (round === 0) return () => 0
  if (round === 1) return (options) => options - 1
  let state = round * 2_654_435_761
  return (options) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return (state >>> 0) % options
  }
}

function write(tree: PatternTree, choose: (options: number) => number): string {
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
