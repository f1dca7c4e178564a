import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { parseDocument } from 'yaml'
import { parseReference, segmentsOf } from '../source/json-pointer.ts'

/** One mistake in a document, with a position that an editor can open. Lines and columns count from 1. */
export interface Finding {
  /** Relative to the working folder. */
  file: string
  line: number
  column: number
  rule: string
  severity: 'error' | 'warning'
  /** The JSON pointers, such as `#/paths`, of all places of the mistake and of what uses them; absent if unknown. */
  places?: readonly string[]
  /** States the mistake and the fix, for the person who designs the contract. */
  sentence: string
}

/** The document has errors, so nothing can be generated from it. */
export class BrokenSpecError extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super(formatFindings(findings))
    this.name = 'BrokenSpecError'
    this.findings = findings
  }
}

/** A finding as `redocly lint --format=json` prints it. */
export interface RedoclyFinding {
  ruleId: string
  severity: 'error' | 'warn'
  message: string
  location: { source: { ref: string }; pointer?: string; start?: Position; end?: Position }[]
  suggest?: string[]
  /** The position at which an example is used that is defined elsewhere. */
  from?: { source: { ref: string }; pointer?: string }
}

interface Position {
  line: number
  col: number
}

/** Prints findings as `file:line:column  rule`, each followed by its sentence. A warning is a note for its author. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ file, line, column, rule, severity, sentence }) => {
      const mark = severity === 'warning' ? ' (note)' : ''
      return `${file}:${line}:${column}  ${rule}${mark}\n  ${sentence}`
    })
    .join('\n\n')
}

/** Whether a finding is about an example that does not match its schema. */
export function isOfExample({ rule }: Pick<Finding, 'rule'>): boolean {
  return /^no-invalid-.*-examples$/.test(rule)
}

/** The fix of an example that does not match its schema. */
export const exampleFix = 'Correct the example, or the schema if the example is right.'

/** Explains the findings of Redocly, without repetitions of a syntax error. */
export function findingsOf(reported: readonly RedoclyFinding[], folder: string): Finding[] {
  return reported.filter((one) => !repeatsAnUnreadableFile(one)).map((one) => explain(one, folder))
}

/** Sorts findings by place and removes duplicates: a file that several documents use is linted once for each. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const distinct = new Map(findings.map((finding) => [formatFindings([finding]), finding]))
  return [...distinct.values()].sort(
    (a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column,
  )
}

/**
 * Parses the sentence that the linter prints if it cannot read the document itself, for example `bad indentation of a
 * mapping entry in "spec/openapi.yaml" (3:14)`.
 */
export function unreadableDocument(output: string, document: string, folder: string): Finding {
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

/**
 * Returns whether a finding only reports a `$ref` to a file with a syntax error as unresolved. Only the file itself
 * needs a fix.
 */
function repeatsAnUnreadableFile({ message }: RedoclyFinding): boolean {
  return message.startsWith("Can't resolve $ref:") && syntaxErrorPlace(message) !== undefined
}

function explain(reported: RedoclyFinding, folder: string): Finding {
  const place = reported.location[0]
  const file = place ? resolve(folder, place.source.ref) : folder
  const finding: Finding = {
    file: relative(folder, file),
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    rule: reported.ruleId,
    severity: reported.severity === 'error' ? 'error' : 'warning',
    places: [place?.pointer, reported.from?.pointer].filter((one) => one !== undefined),
    sentence: sentence(reported.message) + didYouMean(reported),
  }
  const syntaxError = syntaxErrorPlace(reported.message)
  if (syntaxError) return { ...finding, rule: 'yaml-syntax', sentence: syntaxSentence(syntaxError.reason) }

  switch (reported.ruleId) {
    case 'no-unresolved-refs':
      return { ...finding, sentence: danglingReference(file, sourceLines(file, place?.start, place?.end)) }
    case 'operation-operationId-unique':
      return duplicateOperationId(finding, file, place?.pointer?.split('/').at(-1) ?? '')
    case 'security-scopes-defined':
      return { ...finding, sentence: `${finding.sentence} Add it to the flow's \`scopes\`, or correct the name.` }
    case 'no-unused-components':
      return { ...finding, sentence: `${finding.sentence} Refer to it with \`$ref\`, or remove it.` }
    case 'no-invalid-media-type-examples':
    case 'no-invalid-schema-examples':
    case 'no-invalid-parameter-examples':
      return { ...finding, sentence: invalidExample(finding.sentence, place?.pointer ?? '') }
    default:
      return finding
  }
}

function danglingReference(file: string, source: string): string {
  const reference = /\$ref['"]?:\s*['"]?([^'"\s,}]+)/.exec(source)?.[1]
  if (reference === undefined) return 'This $ref points to nothing.'
  const { path: target, segments } = parseReference(reference)
  const says = `The $ref \`${reference}\` points to nothing:`
  const targetFile = target === '' ? file : resolve(dirname(file), target)
  const names = namesIn(targetFile, segments.slice(0, -1))
  if (names === undefined) return `${says} no file \`${target}\` at this path. Correct the path.`
  const name = segments.at(-1) ?? reference.slice(reference.indexOf('#') + 1)
  const [nearest] = names.toSorted((a, b) => distance(a, name) - distance(b, name))
  const similar = nearest !== undefined && distance(nearest, name) <= Math.max(2, name.length / 3) ? nearest : undefined
  const hint = similar ? `Did you mean \`${similar}\`?` : 'Correct the name, or write the missing part.'
  return `${says} \`${target || 'this file'}\` has no \`${name}\`. ${hint}`
}

/** Returns the names below a path in a file, or undefined if the file cannot be read. */
function namesIn(file: string, segments: string[]): string[] | undefined {
  try {
    const parent: unknown = parseDocument(readFileSync(file, 'utf8')).getIn(segments)
    return isMapNode(parent) ? parent.items.map(({ key }) => String(key)) : []
  } catch {
    // The caller reports a file that cannot be read.
    return undefined
  }
}

function isMapNode(node: unknown): node is { items: { key: unknown }[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
}

function duplicateOperationId(finding: Finding, file: string, operationId: string): Finding {
  const lines = readFileSync(file, 'utf8').split('\n')
  const offset = lines.slice(finding.line - 1).findIndex((line) => line.includes(`operationId: ${operationId}`))
  const line = finding.line + Math.max(offset, 0)
  return {
    ...finding,
    line,
    column: (lines[line - 1]?.indexOf('operationId') ?? 0) + 1,
    sentence:
      `The operationId \`${operationId}\` is used twice. It names the handler, the client's function and the docs entry, ` +
      'so every operation needs its own: rename one of them.',
  }
}

/** @param pointer the place of the mistake in the example, as a JSON pointer */
function invalidExample(message: string, pointer: string): string {
  const reason = message
    .replace(/^Example (?:value|object) must conform to the schema: /, '')
    .replace(/^`(\d+)` property (?:type )?(?=must )/, (_, index) => `${itemName(pointer, index)} `)
  return `This example does not match its schema: ${reason} ${exampleFix}`
}

/** Such as `item 0 of result`. */
function itemName(pointer: string, index: string): string {
  const segments = segmentsOf(pointer)
  const list = segments[segments.lastIndexOf(index) - 1]
  const isNamed = list !== undefined && !/^(\d+|value|example|examples)$/.test(list)
  return `item ${index}${isNamed ? ` of \`${list}\`` : ''}`
}

function syntaxSentence(reason: string): string {
  return `This is not valid YAML: ${reason}. Check for a missing quote, bracket or comma, or a wrong indentation, here or just above.`
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

function didYouMean({ message, suggest: [first] = [] }: RedoclyFinding): string {
  // Of a list with one value, the message is the suggestion.
  return first === undefined || message.includes(`allowed values "${first}".`) ? '' : ` Did you mean \`${first}\`?`
}

function sentence(message: string): string {
  const text = message.trim()
  return /[.?!]$/.test(text) ? text : `${text}.`
}
