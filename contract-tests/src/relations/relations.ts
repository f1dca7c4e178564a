import type { DocumentedOperation } from '../contract.ts'
import { audited, everyKind, listedAsRead, sameRecords, totaled } from './agreement-relations.ts'
import { kindsCounted, metered, notStoredAgain, wholeIntervals } from './effect-relations.ts'
import type { Facts } from './facts.ts'
import {
  continued,
  declaredOrder,
  filtered,
  filtersCombined,
  ofParent,
  pagesJoined,
  searched,
  timeWindow,
} from './list-relations.ts'
import {
  counted,
  deletedIsGone,
  endedIsShown,
  idOf,
  tagOfContent,
  unsentStays,
  writtenIsRead,
} from './record-relations.ts'
import { type Outcome, type Relation, type RelationContext, untested } from './relation.ts'
import { announced, replayedOnce, scopeOfCredential } from './request-relations.ts'
import { addRows } from './rows.ts'

/** In their order. */
const relations: readonly Relation[] = [
  pagesJoined,
  continued,
  declaredOrder,
  ofParent,
  filtered,
  filtersCombined,
  timeWindow,
  searched,
  listedAsRead,
  sameRecords,
  everyKind,
  unsentStays,
  writtenIsRead,
  deletedIsGone,
  endedIsShown,
  notStoredAgain,
  counted,
  totaled,
  kindsCounted,
  wholeIntervals,
  replayedOnce,
  metered,
  scopeOfCredential,
]
/** Judge what the others have sent. */
const lastRelations: readonly Relation[] = [announced, audited, tagOfContent]

/** The names of the relations of any document. */
export const relationNames: readonly string[] = [...relations, ...lastRelations].map(({ name }) => name)

/** Whether a relation of any document makes a statement about the operation. */
export function isComparable(operation: DocumentedOperation, facts: Facts): boolean {
  return [...relations, ...lastRelations].some((relation) => relation.applies(operation, facts))
}

/** The outcome of one relation on one operation. */
export interface CheckedRelation {
  relation: Relation
  operation: DocumentedOperation
  outcome: Outcome
}

/**
 * Checks every relation on every operation that it applies to and that is wanted, `further` ones of one product
 * included. Calls `begin` before each relation and `report` with each outcome. Records that were created and can be
 * deleted are deleted at the end.
 */
export async function checkRelations(
  context: RelationContext,
  steps: {
    wants(operation: DocumentedOperation): boolean
    further?: readonly Relation[]
    /** The reason why no relation of any document can be compared for an operation; '' if others are compared. */
    reasonAgainst?(operation: DocumentedOperation, relation?: string): string | undefined
    begin(name: string): void
    report(checked: CheckedRelation): void
  },
): Promise<void> {
  const { client, facts } = context
  const wanted = facts.operations.filter(steps.wants)
  steps.begin('prepared')
  // Before anything is written, so that the versions of what is read differ later.
  const reasonAgainst = (operation: DocumentedOperation, relation?: string) =>
    steps.reasonAgainst?.(operation, relation)
  const sendable = wanted.filter((operation) => reasonAgainst(operation) === undefined)
  for (const operation of sendable.filter(({ method }) => method === 'GET'))
    await client.send({ operation, because: 'before all relations' })
  await addRows(
    sendable.flatMap((operation) => facts.list(operation) ?? []),
    context,
  )
  const ofProduct = steps.further ?? []
  for (const relation of [...relations, ...ofProduct, ...lastRelations]) {
    steps.begin(relation.name)
    for (const operation of wanted.filter((one) => relation.applies(one, facts))) {
      const reason = ofProduct.includes(relation) ? undefined : reasonAgainst(operation, relation.name)
      if (reason === '' && relation !== audited) continue
      const outcome = reason ? untested(reason) : await relation.check(operation, context)
      steps.report({ relation, operation, outcome })
    }
  }
  steps.begin('cleaned_up')
  await deleteCreated(context)
}

async function deleteCreated({ client, facts }: RelationContext): Promise<void> {
  for (const operation of facts.operations.filter(({ method, responses }) => method === 'POST' && '201' in responses)) {
    const reader = facts.reader(operation)
    const remover = reader && facts.remover(reader.operation)
    if (!reader || !remover || reader.idPath === undefined) continue
    const ids = client.succeeded(operation).map((exchange) => idOf(exchange, reader))
    for (const id of new Set(ids))
      if (id !== undefined)
        await client.send({ operation: remover, because: 'clean up', id, expect: [200, 202, 204, 404] })
  }
}
