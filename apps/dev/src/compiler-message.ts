import type { Finding } from '@svc/codegen/lint/findings'

/** A parameter without a type: TypeScript infers its type from the function's, which has an error of its own. */
const implicitAny = new Set(['TS7006', 'TS7031'])

/** Leaves out the parameters without a type on a line that has another error, which is the cause. */
export function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const lineOf = ({ file, line }: Finding) => `${file}:${line}`
  const causes = new Set(findings.filter(({ rule }) => !implicitAny.has(rule)).map(lineOf))
  return findings.filter((one) => !implicitAny.has(one.rule) || !causes.has(lineOf(one)))
}

/**
 * The first and the last sentence of a message of the compiler: the sentences between them repeat the types, and the
 * last one names the property or the value that does not fit. Long types are shortened.
 */
export function shortened(message: string): string {
  const sentences = message.split('\n')
  const shown = [sentences[0] ?? '', ...sentences.slice(1).slice(-1)]
  return shown.map((sentence) => sentence.trim().replaceAll(/'[^']{100,}'/g, shortenedType)).join(' ')
}

const shownCharacters = 60

function shortenedType(quoted: string): string {
  return `${quoted.slice(0, shownCharacters)} … ${quoted.slice(-shownCharacters / 2)}`
}
