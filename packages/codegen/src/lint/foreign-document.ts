import { exampleFix, type Finding, isOfExample } from './findings.ts'

/**
 * Turns findings about a document that must only be valid OpenAPI into warnings if it can be used in spite of them:
 * keywords that OpenAPI does not have, which every tool ignores, and schemas that take more than linear time to
 * validate or refuse their own properties, which only its author can change. Of each unknown keyword and each mistake
 * of examples, one warning remains, with the number of its places.
 */
export function asForeignDocument(findings: readonly Finding[]): Finding[] {
  const keywords = Map.groupBy(findings, ({ rule, sentence }) =>
    rule === 'struct' ? unknownKeyword(sentence) : undefined,
  )
  const others = (keywords.get(undefined) ?? []).map(
    (one): Finding => (authorsRules.has(one.rule) ? { ...one, severity: 'warning' } : one),
  )
  const notes = [...keywords].flatMap(([keyword, [first, ...rest]]): Finding[] => {
    if (keyword === undefined || first === undefined) return []
    const sentence = `OpenAPI has no \`${keyword}\` here${rest.length > 0 ? ` and in ${otherPlaces(rest)}` : ''}, so it has no effect. Correct its name, or remove it.`
    return [{ ...first, rule: 'unknown-keyword', severity: 'warning', sentence }]
  })
  return [...withGroupedExamples(others), ...notes]
}

/** Rules whose findings do not make a document unusable. */
const authorsRules: ReadonlySet<string> = new Set(['linear-validation', 'closed-schema'])

function otherPlaces({ length }: readonly Finding[]): string {
  return `${length} other ${length === 1 ? 'place' : 'places'}`
}

/** Replaces findings with the same mistake in examples by the first of them; items of a list are not distinguished. */
function withGroupedExamples(findings: readonly Finding[]): Finding[] {
  const others = findings.filter((one) => !isOfExample(one))
  const mistakes = Map.groupBy(findings.filter(isOfExample), ({ rule, severity, sentence }) =>
    JSON.stringify([rule, severity, sentence.replace(/: item \d+/, '')]),
  )
  const grouped = [...mistakes.values()].flatMap(([first, ...rest]): Finding[] => {
    if (first === undefined) return []
    // The fix of all is printed once, by `exampleNotes`.
    const mistake = first.sentence.replace(` ${exampleFix}`, '')
    const places = [first, ...rest].flatMap((one) => one.places ?? [])
    return [
      { ...first, places, sentence: rest.length === 0 ? mistake : `${mistake} The same in ${otherPlaces(rest)}.` },
    ]
  })
  return [...others, ...grouped]
}

/** The fix of all examples that do not match their schemas; empty if there are none, or each finding has it. */
export function exampleNotes(findings: readonly Finding[]): string[] {
  const isNeeded = findings.some((one) => isOfExample(one) && !one.sentence.endsWith(exampleFix))
  return isNeeded ? ['Examples that do not match: correct each example, or its schema if the example is right.'] : []
}

/** The keyword in Redocly's sentence about a property that the specification does not define. */
function unknownKeyword(sentence: string): string | undefined {
  return /^Property `(.+)` is not expected here\./.exec(sentence)?.[1]
}
