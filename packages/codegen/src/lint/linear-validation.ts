import {
  type ContractDocument,
  child,
  children,
  follow,
  identity,
  partsOf,
  placeOf,
  type SourceNode,
} from '../source/document.ts'
import { endlessSchemas } from './endless-schemas.ts'
import type { Finding } from './findings.ts'
import { isSuperlinear } from './superlinear-pattern.ts'

/**
 * Finds schemas that no validator can check, and those for which one needs more than linear time in the size of the
 * value. A server validates on the thread that serves all requests, so a body of a few hundred kilobytes could block it
 * for minutes.
 */
export function superlinearSchemas(documents: readonly ContractDocument[]): Finding[] {
  const findings = documents.flatMap((document) => {
    const endless = endlessSchemas(document)
    const places = new Set(endless.map(placeText))
    const slow = partsOf(document).flatMap((part) => findingsOf(document, part))
    return [...endless, ...slow.filter((finding) => !places.has(placeText(finding)))]
  })
  // Documents share files.
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]
}

const placeText = ({ file, line, column }: Finding) => `${file}:${line}:${column}`

function findingsOf(document: ContractDocument, schema: SourceNode): Finding[] {
  const sentences: [SourceNode | undefined, string | undefined][] = [
    [child(schema, 'uniqueItems'), uniqueItemsProblem(document, schema)],
    [child(schema, 'pattern'), patternProblem(child(schema, 'pattern')?.value)],
    ...children(child(schema, 'patternProperties')).map(([name, node]): [SourceNode, string | undefined] => [
      node,
      patternProblem(name),
    ]),
    [schema, recursionProblem(document, schema)],
  ]
  return sentences.flatMap(([node, sentence]) => {
    if (node === undefined || sentence === undefined) return []
    const { file, line, column } = placeOf(node)
    return [{ file, line, column, rule: 'linear-validation', severity: 'error' as const, sentence }]
  })
}

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'null'])

function uniqueItemsProblem(document: ContractDocument, schema: SourceNode): string | undefined {
  if (child(schema, 'uniqueItems')?.value !== true) return undefined
  const types = [child(follow(document, child(schema, 'items')), 'type')?.value].flat()
  if (types.every((type) => scalarTypes.has(type))) return undefined
  return 'A validator compares every item of this list with every other. Remove `uniqueItems`, or give the items a scalar `type`.'
}

function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || !isSuperlinear(pattern)) return undefined
  return `Pattern ${pattern} has two repetitions that can take the same characters. Merge them, put another character between them, or give one a maximum.`
}

function recursionProblem(document: ContractDocument, schema: SourceNode): string | undefined {
  const alternatives = alternativesOf(schema)
  const isRecursive = alternatives.some((alternative) => reaches(document, alternative, schema, new Set()))
  if (!isRecursive) return undefined
  return 'The alternatives of this schema contain the schema itself, and each level is validated once per alternative. Describe the levels one by one.'
}

function alternativesOf(schema: SourceNode): SourceNode[] {
  return ['anyOf', 'oneOf'].flatMap((keyword) => children(child(schema, keyword)).map(([, node]) => node))
}

/** Returns whether one schema contains another. */
function reaches(document: ContractDocument, from: SourceNode, wanted: SourceNode, seen: Set<string>): boolean {
  const schema = follow(document, from)
  if (schema === undefined) return false
  const key = identity(schema)
  if (key === identity(wanted)) return true
  if (seen.has(key)) return false
  seen.add(key)
  const parts = [
    ...['items', 'additionalProperties'].flatMap((keyword) => child(schema, keyword) ?? []),
    ...['properties', 'allOf'].flatMap((keyword) => children(child(schema, keyword)).map(([, node]) => node)),
    ...alternativesOf(schema),
  ]
  return parts.some((part) => reaches(document, part, wanted, seen))
}
