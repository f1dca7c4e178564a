import { findBusiness } from '@svc/db/businesses'
import { addCompetitor, type Competitor, competitorsMax, listCompetitors, removeCompetitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { CommandError, command, UsageError } from '../command.ts'
import { requireBusiness, withDatabase } from '../operator.ts'
import { formatCount, table } from '../text.ts'
import { trades } from '../words.ts'
import { readName, readWebsite } from './account.ts'

const business = { value: 'ID', required: true, help: 'The business that tracks it' } as const

const add = command({
  name: 'competitor add',
  summary: 'Track a competitor',
  details: `A business tracks up to ${competitorsMax} competitors. Their reviews come with "svc reviews import".`,
  options: {
    business,
    name: { value: 'NAME', required: true, help: 'Name of the competitor' },
    trade: { choices: trades, help: 'What it does; as the business unless told' },
    website: { value: 'URL', help: 'Its public site' },
    distance: { value: 'METRES', help: 'Straight-line distance' },
  },
  async run({ options }, context) {
    const name = readName('--name', options.name, 120)
    const website = options.website === undefined ? null : readWebsite(options.website)
    const distance_m = options.distance === undefined ? null : readDistance(options.distance)
    const added = await withDatabase(context, async ({ db }) => {
      const owner = await requireBusiness(db, options.business)
      const trade = options.trade ?? (await findBusiness(db, owner, owner.business_id))?.trade ?? 'other'
      return addCompetitor(db, owner, { name, trade, website, distance_m })
    })
    if (!added) throw new CommandError(`The business tracks ${competitorsMax} competitors already, as many as it may.`)
    return { data: added, text: `Tracking ${added.name} as ${added.id}.` }
  },
})

const list = command({
  name: 'competitor list',
  summary: 'List the competitors of a business',
  options: { business },
  async run({ options }, context) {
    const competitors = await withDatabase(context, async ({ db }) =>
      allCompetitors(db, await requireBusiness(db, options.business)),
    )
    const rows = competitors.map(({ id, name, review_stats }) => [
      id,
      name,
      review_stats.average_rating?.toFixed(2) ?? '–',
      formatCount(review_stats.review_count),
    ])
    return {
      data: competitors,
      text: table(['COMPETITOR', 'NAME', 'STARS', 'REVIEWS'], rows, 'No competitor is tracked.'),
    }
  },
})

const remove = command({
  name: 'competitor remove',
  summary: 'Stop tracking a competitor and forget its reviews',
  arguments: [{ name: 'COMPETITOR', help: 'Id, as "svc competitor list" shows it' }],
  options: { business },
  async run({ arguments: [id], options }, context) {
    const removed = await withDatabase(context, async ({ db }) =>
      removeCompetitor(db, await requireBusiness(db, options.business), id),
    )
    if (!removed) throw new CommandError(`${options.business} tracks no competitor "${id}".`)
    return { data: { id, removed: true }, text: `${id} is no longer tracked; its reviews are gone.` }
  },
})

export const competitorCommands = [add, list, remove]

/** There are at most `competitorsMax`, so one page holds them. */
export async function allCompetitors(connection: Connection, owner: Owner): Promise<Competitor[]> {
  return (await listCompetitors(connection, owner, { limit: competitorsMax })).items
}

function readDistance(text: string): number {
  const metres = Number(text)
  if (Number.isInteger(metres) && metres >= 0 && metres <= 100_000) return metres
  throw new UsageError(`--distance is a whole number of metres from 0 to 100000, not "${text}".`)
}
