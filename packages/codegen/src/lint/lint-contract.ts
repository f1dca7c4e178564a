import type { ContractFiles } from '../source/contract-files.ts'
import { type Finding, inOrder } from './findings.ts'
import { superlinearSchemas } from './linear-validation.ts'
import { lint } from './redocly.ts'
import { byCause } from './root-causes.ts'
import { unusedParts } from './unused-parts.ts'

/** Lints the contract and its companion documents. Returns the findings in the order of the files. */
export async function lintContract({
  folder,
  spec,
  companions,
  internal = [],
  rules,
}: ContractFiles): Promise<Finding[]> {
  const documents = [spec, ...companions, ...internal]
  const findings = await Promise.all([
    ...documents.map((document) => lint(document, rules, folder)),
    unusedParts(documents, folder),
    superlinearSchemas(documents, folder),
  ])
  return byCause(inOrder(findings.flat()), { spec, folder })
}
