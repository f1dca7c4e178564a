import { type PatternTree, parsePattern } from '../source/pattern-tree.ts'

/** One class of characters in a pattern, and the classes that may match the next character. */
interface Position {
  readonly characters: ReadonlySet<string>
  readonly next: Set<Position>
}

/** The positions at which a part of a pattern can begin and end, and whether it can match the empty string. */
interface Part {
  first: readonly Position[]
  last: readonly Position[]
  isOptional: boolean
}

/**
 * Returns whether a backtracking engine may need more than linear time for a pattern, because two repetitions without a
 * maximum can match the same characters and it tries every way to divide them. Determined on the automaton of the
 * pattern's positions. A pattern with unsupported syntax counts as linear.
 */
export function isSuperlinear(pattern: string): boolean {
  let hasDoubledStep = false

  function connect(from: readonly Position[], to: readonly Position[]): void {
    for (const position of from) {
      for (const next of to) {
        // Two ways to the same place: a repetition of a repetition.
        if (position.next.has(next)) hasDoubledStep = true
        position.next.add(next)
      }
    }
  }

  function sequence(parts: readonly Part[]): Part {
    return parts.reduce<Part>(
      (before, part) => {
        connect(before.last, part.first)
        return {
          first: before.isOptional ? [...before.first, ...part.first] : before.first,
          last: part.isOptional ? [...before.last, ...part.last] : part.last,
          isOptional: before.isOptional && part.isOptional,
        }
      },
      { first: [], last: [], isOptional: true },
    )
  }

  function build(tree: PatternTree): Part {
    switch (tree.kind) {
      case 'characters': {
        const position = { characters: new Set(tree.characters), next: new Set<Position>() }
        return { first: [position], last: [position], isOptional: false }
      }
      case 'sequence':
        return sequence(tree.parts.map(build))
      case 'choice': {
        const options = tree.options.map(build)
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          isOptional: options.some(({ isOptional }) => isOptional),
        }
      }
      case 'repeat': {
        const part = build(tree.of)
        // With a maximum, the time only increases by a constant factor, so one repetition represents all of them.
        if (tree.max === Number.POSITIVE_INFINITY) connect(part.last, part.first)
        return { ...part, isOptional: part.isOptional || tree.min === 0 }
      }
    }
  }

  const tree = treeOf(pattern)
  if (!tree) return false
  const { first } = build(tree)
  return hasDoubledStep || [...reachable(first)].some(isAmbiguous)
}

function treeOf(pattern: string): PatternTree | undefined {
  try {
    return parsePattern(pattern)
  } catch {
    // Not a regular expression: it cannot be slow.
    return undefined
  }
}

/** Returns whether one character can continue a repetition and also begin another repetition that matches it. */
function isAmbiguous({ next }: Position): boolean {
  const repeated = [...next].filter(isRepeated)
  return repeated.some((one) =>
    [...next].some((other) => other !== one && overlap(one, other) && [...reachable([other])].some(isRepeated)),
  )
}

function isRepeated(position: Position): boolean {
  return reachable(position.next).has(position)
}

function reachable(from: Iterable<Position>): Set<Position> {
  const found = new Set(from)
  for (const position of found) for (const next of position.next) found.add(next)
  return found
}

function overlap(one: Position, other: Position): boolean {
  return !one.characters.isDisjointFrom(other.characters)
}
