import type { Finding } from './findings.ts'

/**
 * Turns findings about a document that must only be valid OpenAPI into warnings if it can be used in spite
 * of them: keywords that OpenAPI does not have, which every tool ignores, and schemas that take more than linear time
 * to validate, which only its author can change. Of each unknown keyword, one warning remains, with the number of its
 * places.
 */
export function asForeignDocument(findings: readonly Finding[]): Finding[] {
  const keywords = Map.groupBy(findings, ({ rule, sentence }) =>
    rule === 'struct' ? unknownKeyword(sentence) : undefined,
  )
  const others = (keywords.get(undefined) ?? []).map(
    (one): Finding => (one.rule === 'linear-validation' ? { ...one, severity: 'warning' } : one),
  )
  const notes = [...keywords].flatMap(([keyword, [first, ...rest]]): Finding[] => {
    if (keyword === undefined || first === undefined) return []
    const places =
      rest.length === 0 ? 'here' : `here and in ${rest.length} other ${rest.length === 1 ? 'place' : 'places'}`
    const sentence = `OpenAPI has no \`${keyword}\` ${places}, so it has no effect. Correct its name, or remove it.`
    return [{ ...first, rule: 'unknown-keyword', severity: 'warning', sentence }]
  })
  return [...others, ...notes]
}

/** The keyword in Redocly's sentence about a property that the specification does not define. */
function unknownKeyword(sentence: string): string | undefined {
  return /^Property `(.+)` is not expected here\./.exec(sentence)?.[1]
}
