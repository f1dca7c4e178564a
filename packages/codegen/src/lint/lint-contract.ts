import type { ContractFiles } from '../source/contract-files.ts'
import { type ContractDocument, formatPlace, loadDocument, UnreadableDocumentError } from '../source/document.ts'
import { closedSchemas } from './closed-schemas.ts'
import { type Finding, inOrder, isOfExample } from './findings.ts'
import { asForeignDocument } from './foreign-document.ts'
import { superlinearSchemas } from './linear-validation.ts'
import { lint, type RunRedocly, validityRules } from './redocly.ts'
import { byCause } from './root-causes.ts'
import { unusedParts } from './unused-parts.ts'

/**
 * Lints the contract, its companion documents and the documents of upstream APIs, which only have to be valid. Returns
 * the findings in the order of the files. Without rules of its own, a document gets a warning for what its author alone
 * can change.
 *
 * @param redocly default: a new process for each document
 */
export async function lintContract(source: ContractFiles, redocly?: RunRedocly): Promise<Finding[]> {
  const { folder, spec, companions, internal = [], upstream = [], rules } = source
  const documents = [spec, ...companions, ...internal]
  // The processes of the linter start first; in the meantime, this one does its own checks.
  const linted = [
    ...documents.map((document) => lint(document, rules, folder, redocly)),
    ...upstream.map((document) => lint(document, validityRules, folder, redocly)),
  ]
  const load = (path: string) => loadDocument(path, { folder })
  const own = documents.map(load)
  const [closed, unused, superlinear, ...findings] = await Promise.all([
    checked(own, closedSchemas, { findings: [], refusedInExamples: new Set<string>() }),
    checked([...own, ...upstream.map(load)], unusedParts, []),
    checked(own, superlinearSchemas, []),
    ...linted,
  ])
  // The mistake is in the schema, not in each field of its examples.
  const others = [...findings.flat(), ...unused, ...superlinear].filter(
    (one) => !(isOfExample(one) && closed.refusedInExamples.has(formatPlace(one))),
  )
  const all = inOrder([...closed.findings, ...others])
  const isForeign = rules === validityRules
  return inOrder(byCause(isForeign ? asForeignDocument(all) : all, { spec, folder }))
}

/** Returns what a check finds in documents, or `otherwise` if one of them is unreadable. */
async function checked<Result>(
  loading: readonly Promise<ContractDocument>[],
  check: (documents: readonly ContractDocument[]) => Result,
  otherwise: Result,
): Promise<Result> {
  try {
    return check(await Promise.all(loading))
  } catch (error) {
    // The linter reports unreadable files in more detail.
    if (error instanceof UnreadableDocumentError) return otherwise
    throw error
  }
}
