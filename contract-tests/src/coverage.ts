import { readFile } from 'node:fs/promises'
import { readAllOperations } from './contract.ts'
import { facetKey, readFacets } from './facets.ts'
import { uncoveredFile } from './paths.ts'
import type { Cell, Coverage, FacetCell, LaneSummary, RelationCell } from './summary.ts'

interface Uncovered {
  operation: string
  status: string
  reason: string
}

interface Findings {
  isWhole: boolean
  relations: readonly RelationCell[]
  facetCounts: readonly FacetCounts[]
}

/** The counts of a lane by `facetKey`. */
interface FacetCounts {
  lane: string
  facets: ReadonlyMap<string, number>
}

/**
 * Compares the statuses of responses with those that the contract documents. `uncovered.json` has the reasons for
 * missing ones; an obsolete reason is a failure.
 */
export async function coverageOf(
  lanes: readonly LaneSummary[],
  { isWhole, relations, facetCounts }: Findings,
): Promise<Coverage> {
  const uncovered: Uncovered[] = JSON.parse(await readFile(uncoveredFile, 'utf8'))
  const operations = await readAllOperations()
  const cells = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status): Cell => {
      const laneCounts = lanes.flatMap(({ name, statusCounts }) => {
        const count = statusCounts[operationId]?.[status]
        return count ? [[name, count] as const] : []
      })
      const count = laneCounts.reduce((total, [, own]) => total + own, 0)
      const reason = uncovered.find((entry) => entry.operation === operationId && entry.status === status)?.reason
      return { operation: operationId, status, lanes: Object.fromEntries(laneCounts), count, ...(reason && { reason }) }
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
      .map(({ operation, status }) => `${operation} ${status} is in uncovered.json but was reached: remove the entry.`),
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
    relations: [...relations],
    facets: await facetCellsOf(facetCounts),
    problems: isWhole ? problems : [],
  }
}

async function facetCellsOf(counts: readonly FacetCounts[]): Promise<FacetCell[]> {
  const { documented } = await readFacets()
  return documented.map((facet) => {
    const key = facetKey(facet)
    const lanes = counts.flatMap(({ lane, facets }) => {
      const count = facets.get(key)
      return count === undefined ? [] : [[lane, count] as const]
    })
    return { ...facet, count: lanes.reduce((total, [, own]) => total + own, 0), lanes: Object.fromEntries(lanes) }
  })
}
