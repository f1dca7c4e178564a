import type { Document, DocumentedOperation } from '../contract.ts'
import type { Facts } from '../relations/facts.ts'
import type { List } from '../relations/lists.ts'
import { isComparable } from '../relations/relations.ts'
import { parametersOf } from '../relations/schema.ts'

/** Collects the operations and parameters that no relation compares, with the reasons. */
export interface NotCompared {
  add(what: string, reason: string): void
  /** The lines to print: one for each reason; empty if everything was compared. */
  lines(): string[]
}

export function createNotCompared(): NotCompared {
  const byReason = new Map<string, string[]>()
  return {
    add(what, reason) {
      const known = byReason.get(reason) ?? []
      byReason.set(reason, known.includes(what) ? known : [...known, what])
    },
    lines() {
      const lines = [...byReason].map(([reason, what]) => `    ${what.join(', ')}: ${reason}`)
      return lines.length === 0 ? [] : ['  not compared', ...lines]
    },
  }
}

/** Adds what follows from the document alone: operations that nothing is known about, and parameters of lists. */
export function addUnknown(
  notCompared: NotCompared,
  operations: readonly DocumentedOperation[],
  { facts, document }: { facts: Facts; document: Document },
): void {
  for (const operation of operations) {
    const { operationId } = operation
    const list = facts.list(operation)
    if (!isComparable(operation, facts) && !list && !isReader(operation, facts))
      notCompared.add(operationId, 'no other operation is known to read or list what it returns')
    if (!list) continue
    const unknown = unknownParameters(document, list)
    const subject = `${operationId} (${unknown.join(', ')})`
    if (list.mayBePartial)
      notCompared.add(subject, 'the response has no field with the next page that the tests recognize')
    else if (unknown.length > 0)
      notCompared.add(subject, 'parameters that are neither a page, an order nor the name of a field of the items')
  }
}

/** Whether relations of other operations read their records by this one. */
function isReader({ operationId }: DocumentedOperation, facts: Facts): boolean {
  return facts.operations.some((one) => facts.reader(one)?.operation.operationId === operationId)
}

/** The parameters of a list whose effect no relation compares. */
function unknownParameters(document: Document, { operation, pages, continues, filters, orders }: List): string[] {
  const known = [pages?.limit, pages?.cursor, continues?.parameter, ...filters.map(({ parameter }) => parameter.name)]
  const sorts = orders.map(({ sort }) => sort?.parameter)
  return parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'query' && ![...known, ...sorts].includes(parameter.name))
    .map(({ name }) => name)
}
