import { readFile } from 'node:fs/promises'
import { placesOf, readContract, readOAuthContract } from './contract.ts'
import { uncoveredFile } from './places.ts'
import type { Cell, Coverage, LaneSummary } from './summary.ts'

interface Uncovered {
  operation: string
  status: string
  reason: string
}

/**
 * Compares the responses with what the contract documents. Reasons are in one file; a stale reason is a failure too.
 */
export async function coverageOf(lanes: readonly LaneSummary[], { isWhole }: { isWhole: boolean }): Promise<Coverage> {
  const uncovered: Uncovered[] = JSON.parse(await readFile(uncoveredFile, 'utf8'))
  const places = [await readContract(), await readOAuthContract()].flatMap(placesOf)
  const cells = places.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status): Cell => {
      const perLane = lanes.flatMap(({ name, statusCounts }) => {
        const count = statusCounts[operationId]?.[status]
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
