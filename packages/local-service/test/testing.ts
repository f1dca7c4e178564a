import { addCompetitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { refreshReviewStats, storeReviews } from '@svc/db/reviews'
import type { Id } from '@svc/runtime/ids'
import { demoAccounts } from '../src/demo/accounts.ts'

/** The demo account whose reviews `insertDemoReviews` inserts. */
export const demoAccount = firstOf(demoAccounts(new Date()))

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is no demo account.')
  return first
}

/** Inserts the competitors and all reviews of the first demo account, so that an analysis finds enough of them. */
export async function insertDemoReviews(connection: Connection, owner: Owner): Promise<void> {
  const insert = async (competitorId: Id<'cmp'> | null, reviews: typeof demoAccount.reviews) => {
    const rows = reviews.map((review) => ({ ...review, retain_until: null }))
    await storeReviews(connection, owner, competitorId, rows)
    await refreshReviewStats(connection, owner, competitorId)
  }
  await insert(null, demoAccount.reviews)
  for (const { reviews, ...competitor } of demoAccount.competitors) {
    const added = await addCompetitor(connection, owner, competitor)
    if (!added) throw new Error(`${competitor.name} could not be added.`)
    await insert(added.id, reviews)
  }
}
