import type { Input } from '@svc/http/contract'
import { pageInResult } from '@svc/http/shell/operation'
import { jsonOf } from '@svc/http/shell/response'

/**
 * The number of bytes that the items of a page may take: about 8,000 tokens of a model. A single item may take more.
 */
export const pageBudgetBytes = 32 * 1024

/**
 * The page of a list that fits the budget: if the items take more, the list is read again with as many as fit, so that
 * its cursor continues behind them.
 */
export async function pageWithinBudget(input: Input, list: (input: Input) => Promise<unknown>): Promise<unknown> {
  let page = await list(input)
  for (;;) {
    const { items } = pageInResult(page)
    if (!Array.isArray(items)) throw new Error('A list operation returned no list')
    const limit = Math.max(fittingCount(items), 1)
    if (limit >= items.length) return page
    page = await list({ ...input, query: { ...input.query, limit } })
  }
}

function fittingCount(items: readonly unknown[]): number {
  let bytes = 0
  const first = items.findIndex((item) => {
    bytes += Buffer.byteLength(jsonOf([item]))
    return bytes > pageBudgetBytes
  })
  return first === -1 ? items.length : first
}
