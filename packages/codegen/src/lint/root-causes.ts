import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding } from './findings.ts'

/**
 * Reduces the findings to one per mistake. A linter reports every rule that a mistake violates: a misspelled `$ref`
 * causes a list without items, a body without its envelope and an unused component. Only the mistake itself is kept.
 * Remaining mistakes are reported after it is fixed.
 *
 * @param root the root document, where paths are written
 */
export function byCause(findings: readonly Finding[], root: Root): Finding[] {
  return withoutLeftovers(withoutBadReferences(withoutBadTypes(withOneNamePerPath(findings, root))))
}

/** A part may be unused only because the reference to it is invalid. */
function withoutLeftovers(findings: readonly Finding[]): Finding[] {
  const isLeftover = ({ rule }: Finding) => rule === 'unused-part' || rule === 'no-unused-components'
  const others = findings.filter((finding) => !isLeftover(finding))
  return others.length > 0 ? others : [...findings]
}

/** Removes findings at broken references, whose targets cannot be checked. */
function withoutBadReferences(findings: readonly Finding[]): Finding[] {
  const isBroken = findings.some(({ rule }) => rule === 'no-unresolved-refs' || rule === 'yaml-syntax')
  const followsFromIt =
    /^(house\/|rule\/|no-unused-components|unused-part|no-invalid-|operation-2xx|operation-4xx|path-parameters)/
  return findings.filter(({ rule }) => !isBroken || !followsFromIt.test(rule))
}

/** Examples cannot be validated against an invalid schema. */
function withoutBadTypes(findings: readonly Finding[]): Finding[] {
  const files = new Set(findings.filter(({ rule }) => rule === 'struct').map(({ file }) => file))
  if (files.size === 0) return [...findings]
  return findings.filter(({ rule, sentence, file }) => {
    if (/^no-invalid-.*-examples$/.test(rule)) return !sentence.includes('Example validation errored')
    return rule !== 'no-enum-type-mismatch' || !files.has(file)
  })
}

interface Root {
  spec: string
  folder: string
}

interface NamedPath {
  path: string
  /** In the path, but not a parameter. */
  unknown: Set<string>
  /** A parameter, but not in the path. */
  unused: Set<string>
  findings: Finding[]
}

/** Reports a name in a path and the name of its parameter together: if they differ, one of them is misspelled. */
function withOneNamePerPath(findings: readonly Finding[], root: Root): Finding[] {
  const paths = new Map<string, NamedPath>()
  for (const finding of findings) {
    const [, unused, inPath] = /^Path parameter `(.+)` is not used in the path `(.+)`\.$/.exec(finding.sentence) ?? []
    const [, unknown, ofPath] = /the path parameter `\{(.+)\}` expected by path `(.+)`\.$/.exec(finding.sentence) ?? []
    const path = inPath ?? ofPath
    if (finding.rule !== 'path-parameters-defined' || path === undefined) continue
    const named = paths.get(path) ?? { path, unknown: new Set(), unused: new Set(), findings: [] }
    if (unused !== undefined) named.unused.add(unused)
    if (unknown !== undefined) named.unknown.add(unknown)
    named.findings.push(finding)
    paths.set(path, named)
  }
  const replaced = new Set([...paths.values()].flatMap((one) => one.findings))
  const byParameter = Map.groupBy(paths.values(), ({ unused, unknown, findings: [first] }) =>
    // If several paths share a parameter and none of them contains it, the parameter is misspelled.
    unused.size > 0
      ? `${[...unused].join()} ${placeOfParameter(findings, [...unused])}`
      : `${[...unknown].join()} ${first?.file}`,
  )
  const causes = [...byParameter.values()].flatMap((group) => (group[0] ? [causeOf(group[0], group, root)] : []))
  return [...findings.filter((finding) => !replaced.has(finding)), ...causes]
}

function placeOfParameter(findings: readonly Finding[], names: string[]): string {
  const found = findings.find(({ sentence }) => names.some((name) => sentence.startsWith(`Path parameter \`${name}\``)))
  return `${found?.file}:${found?.line}`
}

function causeOf(
  { path, unknown, unused, findings: own }: NamedPath,
  group: readonly NamedPath[],
  root: Root,
): Finding {
  const [first] = own
  const atParameter = own.find(({ sentence }) => sentence.startsWith('Path parameter')) ?? first
  const base = { rule: 'path-parameters-defined', severity: 'error' as const }
  const [wanted, given] = [[...unknown], [...unused]].map((names) => names.map((name) => `\`${name}\``).join(', '))
  if (unknown.size > 0 && unused.size > 0 && group.length > 1) {
    const sentence = `The parameter ${given} is in none of its paths, which have ${wanted} (for example \`${path}\`). Rename it to ${wanted}.`
    return {
      ...base,
      file: atParameter?.file ?? '',
      line: atParameter?.line ?? 1,
      column: atParameter?.column ?? 1,
      sentence,
    }
  }
  const place = placeOfPath(path, root, first)
  if (unknown.size > 0 && unused.size > 0) {
    const at = atParameter ? ` (${atParameter.file}:${atParameter.line})` : ''
    return {
      ...base,
      ...place,
      sentence: `The path has ${wanted} but its parameter is named ${given}${at}. Use one name for both.`,
    }
  }
  if (unknown.size > 0)
    return {
      ...base,
      ...place,
      sentence: `The path has ${wanted}, but no such parameter. Add it to \`parameters\` with \`in: path\`.`,
    }
  return {
    ...base,
    ...place,
    sentence: `The parameter ${given} is not in the path \`${path}\`. Put it there in braces, or remove the parameter.`,
  }
}

/** The line of the root document that introduces a path. */
function placeOfPath(
  path: string,
  root: Root,
  fallback: Finding | undefined,
): Pick<Finding, 'file' | 'line' | 'column'> {
  const lines = readFileSync(resolve(root.folder, root.spec), 'utf8').split('\n')
  const index = lines.findIndex((line) => line.trim().replace(/^["']/, '').startsWith(path))
  if (index < 0 && fallback) return { file: fallback.file, line: fallback.line, column: fallback.column }
  return { file: root.spec, line: index + 1, column: (lines[index]?.search(/\S/) ?? 0) + 1 }
}
