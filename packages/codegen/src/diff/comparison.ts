import type { ContractDocument, SourceNode } from '../source/document.ts'
import type { Findings } from './findings.ts'

/** The two documents that are compared, and the findings so far. */
export interface Comparison {
  old: ContractDocument
  now: ContractDocument
  findings: Findings
  /** Pairs of schemas that were compared completely and are equal. All operations share them. */
  equal: Set<string>
}

/** An operation with its path, whose fields apply to all of its methods. */
export interface PlacedOperation {
  /** A path template, the name of a webhook, or the expression of a callback. */
  path: string
  method: string
  operation: SourceNode
  item: SourceNode
}
