import { readFile } from 'node:fs/promises'
import { placesOf, readContract, readOAuthContract } from './contract.ts'
import { uncoveredFile } from './places.ts'
import type { LaneSummary } from './report.ts'

/** One documented status of one operation, and how often each lane got it. */
export interface Cell {
  operation: string
  status: string
  /** Lane → how often. */
  lanes: Record<string, number>
  count: number
  /** Why no lane reaches it. */
  reason?: string
}

export interface Coverage {
  documented: number
  reached: number
  /** What no lane reached first, then as the contract has it. */
  cells: Cell[]
  /** `getReport 304`, without those that have a reason. */
  notReached: string[]
  /** What is wrong with that: a failure each. */
  problems: string[]
}

interface Uncovered {
  operation: string
  status: string
  reason: string
}

/** Compares what was answered with what the contract documents. Reasons stand in one file; a stale one is wrong as well. */
export async function coverageOf(lanes: readonly LaneSummary[], { isWhole }: { isWhole: boolean }): Promise<Coverage> {
  const uncovered: Uncovered[] = JSON.parse(await readFile(uncoveredFile, 'utf8'))
  const places = [await readContract(), await readOAuthContract()].flatMap(placesOf)
  const cells = places.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status): Cell => {
      const perLane = lanes.flatMap(({ name, answers }) => {
        const count = answers[operationId]?.[status]
        return count ? [[name, count] as const] : []
      })
      const count = perLane.reduce((total, [, own]) => total + own, 0)
      const reason = uncovered.find((entry) => entry.operation === operationId && entry.status === status)?.reason
      return { operation: operationId, status, lanes: Object.fromEntries(perLane), count, ...(reason && { reason }) }
    }),
  )
  const names = cells.map(({ operation, status }) => `${operation} ${status}`)
  const notReached = cells.filter(({ count, reason }) => count === 0 && !reason)
  const problems = [
    ...notReached.map(
      ({ operation, status }) => `No lane reached ${operation} ${status}, and uncovered.json gives no reason.`,
    ),
    ...cells
      .filter(({ count, reason }) => count > 0 && reason)
      .map(({ operation, status }) => `${operation} ${status} is in uncovered.json and was reached: take it out.`),
    ...uncovered
      .filter(({ operation, status }) => !names.includes(`${operation} ${status}`))
      .map(
        ({ operation, status }) => `uncovered.json names ${operation} ${status}, which the contract does not document.`,
      ),
  ]
  return {
    documented: cells.length,
    reached: cells.filter(({ count }) => count > 0).length,
    cells: cells.toSorted((one, other) => Number(one.count > 0) - Number(other.count > 0)),
    notReached: notReached.map(({ operation, status }) => `${operation} ${status}`),
    problems: isWhole ? problems : [],
  }
}
