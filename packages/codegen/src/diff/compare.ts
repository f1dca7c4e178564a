import { type ContractDocument, haveSameContent } from '../source/document.ts'
import type { Comparison } from './comparison.ts'
import { compareDescription } from './description.ts'
import { type Change, Findings } from './findings.ts'
import { compareOperations } from './operations.ts'

/**
 * Finds all differences between two OpenAPI 3.1 documents and their consequences for the users of the API. Breaking
 * differences come first, and each is reported once, regardless of the number of operations that it affects.
 *
 * Roles determine the consequences of a difference. The set of values that callers may send may grow but not shrink;
 * the set of values that they receive may shrink but not grow. The service sends webhooks, so the payload is treated
 * like a response, and the receiver's response like a request.
 *
 * We do not use `redocly diff` (2.77): on the corpus in test/diff, it misses 12 of 99 breaking edits (including edits
 * of webhook headers), reports 10 of 68 safe edits as breaking, names only the first operation that a shared schema
 * breaks, and takes a third of a second as a separate process. This code takes a tenth of a second after a save and
 * reports nothing twice.
 *
 * @throws DanglingReferenceError if a reference points back to itself
 */
export function compareDocuments(old: ContractDocument, now: ContractDocument): Change[] {
  if (haveSameContent(old, now)) return []
  const comparison: Comparison = { old, now, findings: new Findings(), equal: new Set() }
  compareDescription(comparison)
  compareOperations(comparison)
  return comparison.findings.toChanges()
}
