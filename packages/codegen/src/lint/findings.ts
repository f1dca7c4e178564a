import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { parseDocument } from 'yaml'

/** One mistake in a document, with a place that an editor can jump to. Lines and columns count from 1. */
export interface Problem {
  /** Relative to the folder the generator works in. */
  file: string
  line: number
  column: number
  rule: string
  severity: 'error' | 'warning'
  /** Says what is wrong and what to do, for the person who designs the contract. */
  sentence: string
}

/** The document has errors, so nothing can be generated from it. */
export class BrokenSpecError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems))
    this.name = 'BrokenSpecError'
    this.problems = problems
  }
}

/** A finding of the linter, as `redocly lint --format=json` prints it. */
export interface Finding {
  ruleId: string
  severity: 'error' | 'warn'
  message: string
  location: { source: { ref: string }; pointer?: string; start?: Position; end?: Position }[]
  suggest?: string[]
  /** Where an example is used that is defined elsewhere. */
  from?: { source: { ref: string }; pointer?: string }
}

interface Position {
  line: number
  col: number
}

/** Prints problems as `file:line:column  rule`, each followed by its sentence. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems
    .map(({ file, line, column, rule, severity, sentence }) => {
      const mark = severity === 'warning' ? ' (warning)' : ''
      return `${file}:${line}:${column}  ${rule}${mark}\n  ${sentence}`
    })
    .join('\n\n')
}

/** Turns the linter's findings into problems, without repetitions of a syntax error. */
export function problemsOf(findings: readonly Finding[], folder: string): Problem[] {
  return findings.filter((finding) => !repeatsAnUnreadableFile(finding)).map((finding) => explain(finding, folder))
}

/** Sorts findings by place and removes duplicates: a file that several documents use is linted once for each. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const distinct = new Map(problems.map((problem) => [formatProblems([problem]), problem]))
  return [...distinct.values()].sort(
    (a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column,
  )
}

/**
 * Reads the one sentence that the linter prints when it cannot read the document itself, for example
 * `bad indentation of a mapping entry in "spec/openapi.yaml" (3:14)`.
 */
export function unreadableDocument(output: string, document: string, folder: string): Problem {
  const reason = /^\s*- (.+)$/m.exec(output)?.[1] ?? output.trim()
  const place = syntaxErrorPlace(reason)
  return {
    file: relative(folder, place?.file ?? resolve(folder, document)),
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    rule: place ? 'yaml-syntax' : 'document',
    severity: 'error',
    sentence: place ? syntaxSentence(place.reason) : sentence(reason),
  }
}

/** Every `$ref` to a file with a syntax error is reported again as unresolved; only the file itself needs a fix. */
function repeatsAnUnreadableFile({ message }: Finding): boolean {
  return message.startsWith("Can't resolve $ref:") && syntaxErrorPlace(message) !== undefined
}

function explain(finding: Finding, folder: string): Problem {
  const place = finding.location[0]
  const file = place ? resolve(folder, place.source.ref) : folder
  const problem: Problem = {
    file: relative(folder, file),
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    rule: finding.ruleId,
    severity: finding.severity === 'error' ? 'error' : 'warning',
    sentence: sentence(finding.message) + didYouMean(finding.suggest),
  }
  const syntaxError = syntaxErrorPlace(finding.message)
  if (syntaxError) return { ...problem, rule: 'yaml-syntax', sentence: syntaxSentence(syntaxError.reason) }

  switch (finding.ruleId) {
    case 'no-unresolved-refs':
      return { ...problem, sentence: danglingReference(file, sourceLines(file, place?.start, place?.end)) }
    case 'operation-operationId-unique':
      return duplicateOperationId(problem, file, place?.pointer?.split('/').at(-1) ?? '')
    case 'security-scopes-defined':
      return { ...problem, sentence: `${problem.sentence} Add it to the flow's \`scopes\`, or correct the name.` }
    case 'no-unused-components':
      return { ...problem, sentence: `${problem.sentence} Refer to it with \`$ref\`, or remove it.` }
    case 'no-invalid-media-type-examples':
    case 'no-invalid-schema-examples':
    case 'no-invalid-parameter-examples':
      return { ...problem, sentence: invalidExample(problem.sentence) }
    default:
      return problem
  }
}

function danglingReference(file: string, source: string): string {
  const reference = /\$ref['"]?:\s*['"]?([^'"\s,}]+)/.exec(source)?.[1]
  if (reference === undefined) return 'This $ref points to nothing.'
  const [target = '', fragment = ''] = reference.split('#')
  const says = `The $ref \`${reference}\` points to nothing:`
  const targetFile = target === '' ? file : resolve(dirname(file), target)
  const names = namesIn(targetFile, fragment)
  if (names === undefined) return `${says} no file \`${target}\` at this path. Correct the path.`
  const name = fragment.split('/').at(-1) ?? ''
  const [nearest] = names.toSorted((a, b) => distance(a, name) - distance(b, name))
  const similar = nearest !== undefined && distance(nearest, name) <= Math.max(2, name.length / 3) ? nearest : undefined
  const hint = similar ? `Did you mean \`${similar}\`?` : 'Correct the name, or write the missing part.'
  return `${says} \`${target || 'this file'}\` has no \`${name}\`. ${hint}`
}

/** The names next to the one in a fragment; undefined when the file does not exist. */
function namesIn(file: string, fragment: string): string[] | undefined {
  try {
    const parents = fragment.split('/').slice(1, -1)
    const parent: unknown = parseDocument(readFileSync(file, 'utf8')).getIn(parents.map(unescapePointer))
    return isMapNode(parent) ? parent.items.map(({ key }) => String(key)) : []
  } catch {
    // The caller reports a file that cannot be read.
    return undefined
  }
}

function isMapNode(node: unknown): node is { items: { key: unknown }[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
}

function duplicateOperationId(problem: Problem, file: string, operationId: string): Problem {
  const lines = readFileSync(file, 'utf8').split('\n')
  const offset = lines.slice(problem.line - 1).findIndex((line) => line.includes(`operationId: ${operationId}`))
  const line = problem.line + Math.max(offset, 0)
  return {
    ...problem,
    line,
    column: (lines[line - 1]?.indexOf('operationId') ?? 0) + 1,
    sentence:
      `The operationId \`${operationId}\` is used twice. It names the handler, the client's function and the docs entry, ` +
      'so every operation needs its own: rename one of them.',
  }
}

function invalidExample(message: string): string {
  const reason = message.replace(/^Example (?:value|object) must conform to the schema: /, '')
  return `This example does not match its schema: ${reason} Correct the example, or the schema if the example is right.`
}

function syntaxSentence(reason: string): string {
  return `This is not valid YAML: ${reason}. Look for a missing quote, bracket or comma, or a wrong indentation, here or just above.`
}

/** The linter's YAML reader ends its messages with `in "file" (line:column)`. */
function syntaxErrorPlace(message: string) {
  const match = /^(?:Failed to parse: |Can't resolve \$ref: )?(.+) in "(.+)" \((\d+):(\d+)\)/.exec(message)
  if (!match) return undefined
  const [, reason = '', file = '', line, column] = match
  return { reason, file, line: Number(line), column: Number(column) }
}

function sourceLines(file: string, start?: Position, end?: Position): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const from = (start?.line ?? 1) - 1
  const [first = '', ...rest] = lines.slice(from, end?.line ?? from + 1)
  return [first.slice((start?.col ?? 1) - 1), ...rest].join('\n')
}

function didYouMean(suggestions: readonly string[] = []): string {
  return suggestions[0] === undefined ? '' : ` Did you mean \`${suggestions[0]}\`?`
}

function sentence(message: string): string {
  const text = message.trim()
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function unescapePointer(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}
