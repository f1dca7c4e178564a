import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ContractDocument, child, children, follow, loadDocument, type SourceNode } from '../source/document.ts'
import { segmentsOf } from '../source/json-pointer.ts'
import type { RedoclyFinding } from './findings.ts'

// The linter puts the message of Ajv into its own and drops the keyword, so that only their text distinguishes findings
// about examples. The mistakes with alternatives in `test/lint/mistakes.test.ts` fail if a text changes.

/**
 * If an example matches no alternative of a `oneOf` or `anyOf`, the linter reports it once for each alternative. This
 * function only keeps the findings about the intended alternative: the alternative whose constants the example has, or
 * otherwise the alternative with the fewest findings. If its constants match no alternative, they are the mistake.
 *
 * @param document the root document, relative to the folder
 */
export async function ofNearestAlternatives(
  findings: readonly RedoclyFinding[],
  document: string,
  folder: string,
): Promise<RedoclyFinding[]> {
  const unions = findings.filter(({ message }) => /must match (exactly one|a) schema in (oneOf|anyOf)/.test(message))
  if (unions.length === 0) return [...findings]
  // If a document has other errors, it may not be readable as a whole. In that case, the linter's findings are kept
  // unchanged.
  const contract = await loadDocument(document, { folder }).catch(() => undefined)
  if (contract === undefined) return [...findings]
  return unions.reduce<RedoclyFinding[]>(
    (left, union) => withoutOtherAlternatives(left, union, contract, folder),
    [...findings],
  )
}

function withoutOtherAlternatives(
  findings: readonly RedoclyFinding[],
  union: RedoclyFinding,
  document: ContractDocument,
  folder: string,
): RedoclyFinding[] {
  const { ref, pointer } = placeOf(union)
  const within = findings.filter((one) => isWithin(one, union))
  const example = at(document, folder, ref, pointer)
  const schema = schemaOf(union, document, folder)
  const [, alternatives] = schema ? (unionIn(schema) ?? []) : []
  if (example === undefined || alternatives === undefined) return [...findings]

  const wrong = children(alternatives)
    .map(([, alternative]) => alternative)
    .filter((alternative) => child(follow(document, alternative), 'type')?.value !== 'null')
    .map((alternative) => within.filter((one) => isAbout(one, pointer, alternative, document, folder)))
    .filter((about) => about.length > 0)
  const meant = wrong.filter((about) => !about.some(isConstant))
  const [nearest] = (meant.length > 0 ? meant : wrong).toSorted((a, b) => a.length - b.length)
  if (nearest === undefined) return [...findings]
  const kept = meant.length > 0 ? nearest : nearest.filter(isConstant)
  return findings.filter((one) => one !== union && (!within.includes(one) || kept.includes(one)))
}

function isConstant({ message }: RedoclyFinding): boolean {
  return message.includes('must be equal to constant')
}

/** Returns whether a finding is about a requirement of an alternative for the example at this pointer. */
function isAbout(
  finding: RedoclyFinding,
  union: string,
  alternative: SourceNode,
  document: ContractDocument,
  folder: string,
): boolean {
  const { ref, pointer } = placeOf(finding)
  const path = segmentsOf(pointer.slice(union.length))
  const required = /must have required property '(.+)'/.exec(finding.message)?.[1]
  if (required !== undefined) {
    const names = child(schemaAt(alternative, path, document), 'required')?.value
    return Array.isArray(names) && names.includes(required)
  }
  const schema = schemaAt(alternative, path, document)
  if (finding.message.includes('must NOT have additional properties'))
    return schema === undefined && schemaAt(alternative, path.slice(0, -1), document) !== undefined
  if (isConstant(finding)) {
    const constant = child(schema, 'const')
    return constant !== undefined && constant.value !== at(document, folder, ref, pointer)?.value
  }
  return schema !== undefined
}

/** The schema for a part of an example, reached through properties and items. */
function schemaAt(
  schema: SourceNode | undefined,
  path: readonly string[],
  document: ContractDocument,
): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>(
    (node, name) => {
      const found = /^\d+$/.test(name) ? child(node, 'items') : child(child(node, 'properties'), name)
      return follow(document, found)
    },
    follow(document, schema),
  )
}

/** The schema of the union: from the schema of the body, along the path of the example. */
function schemaOf(union: RedoclyFinding, document: ContractDocument, folder: string): SourceNode | undefined {
  const { from } = union
  if (from?.pointer === undefined) return undefined
  const body = child(at(document, folder, from.source.ref, from.pointer), 'schema')
  const path = segmentsOf(placeOf(union).pointer)
  return schemaAt(body, path.slice(path.indexOf('value') + 1), document)
}

function unionIn(schema: SourceNode): [string, SourceNode] | undefined {
  return children(schema).find(([name]) => name === 'oneOf' || name === 'anyOf')
}

function isWithin(one: RedoclyFinding, union: RedoclyFinding): boolean {
  const [place, outer] = [placeOf(one), placeOf(union)]
  return (
    one !== union &&
    one.ruleId === union.ruleId &&
    one.from?.pointer === union.from?.pointer &&
    place.ref === outer.ref &&
    `${place.pointer}/`.startsWith(`${outer.pointer}/`)
  )
}

function placeOf({ location: [place] }: RedoclyFinding): { ref: string; pointer: string } {
  return { ref: place?.source.ref ?? '', pointer: place?.pointer ?? '' }
}

function at(document: ContractDocument, folder: string, ref: string, pointer: string): SourceNode | undefined {
  const file = document.files.get(pathToFileURL(resolve(folder, ref)).href)
  const root: SourceNode | undefined = file && { value: file.value, file, pointer: '' }
  return segmentsOf(pointer).reduce<SourceNode | undefined>((node, name) => child(node, name), root)
}
