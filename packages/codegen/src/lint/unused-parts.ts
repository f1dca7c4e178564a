import { type ContractDocument, placeOf, unreferencedParts } from '../source/document.ts'
import type { Finding } from './findings.ts'

/**
 * Finds parts of files that no `$ref` refers to. The linter only reports unused components of the root document; here,
 * they are the top-level keys of the files that documents refer to by name, such as `schemas.yaml#/Book`.
 *
 * @param documents all documents that share the files, because a part may be used by only one of them
 */
export function unusedParts(documents: readonly ContractDocument[]): Finding[] {
  return unreferencedParts(documents).map(({ name, node }) => {
    const { file, line, column } = placeOf(node)
    const sentence = `Nothing refers to \`${name}\`. Refer to it with \`$ref\`, or remove it.`
    return { file, line, column, rule: 'unused-part', severity: 'error', sentence }
  })
}
