import { distance } from 'fastest-levenshtein'

/** ` Did you mean X?`, or an empty string when no known word is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, edits }) => edits <= editsMax && edits < editShareMax * Math.max(word.length, candidate.length),
    )
    .sort((a, b) => a.edits - b.edits)
  return nearest ? ` Did you mean ${nearest.candidate}?` : ''
}

// A swap of two letters counts as two edits; commander suggests options and commands within the same bounds.
const editsMax = 3
const editShareMax = 0.6
