import * as bounds from '@generated/contract/bounds'
import { trades } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { wholeNumber } from '@svc/command-line/parsers'
import { formatCount, table } from '@svc/command-line/text'
import { addCompetitor, type Competitor, competitorsMax, listCompetitors, removeCompetitor } from '@svc/db/competitors'
import type { Connection, Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { isId } from '@svc/runtime/ids'
import { requireBusiness, withDatabase } from '../operator.ts'
import { nameUpTo, websiteOption } from '../parsers.ts'

const { name: nameBounds, distance_m: distanceBounds } = bounds.CreateCompetitorRequest

const business = { value: 'ID', required: true, description: 'Id of the business that tracks the competitor' } as const

const add = defineCommand({
  name: 'competitor add',
  summary: 'Track a competitor',
  description: `A business tracks up to ${competitorsMax} competitors. Import their reviews with "svc reviews import".`,
  options: {
    business,
    name: {
      value: 'NAME',
      required: true,
      parse: nameUpTo(nameBounds.maxLength),
      description: 'Name of the competitor',
    },
    trade: { choices: trades, description: 'Trade of the competitor (default: the trade of the business)' },
    website: websiteOption,
    distance: {
      value: 'METERS',
      parse: wholeNumber(0, distanceBounds.maximum),
      description: 'Straight-line distance in meters',
    },
  },
  async run({ options }, context) {
    const { name, trade, website, distance: distance_m } = options
    const competitor = {
      name,
      ...(trade !== undefined && { trade }),
      ...(website !== undefined && { website }),
      ...(distance_m !== undefined && { distance_m }),
    }
    const added = await withDatabase(context, async ({ db }) => {
      const owner = await requireBusiness(db, options.business)
      return addCompetitor(db, owner, competitor)
    })
    if (!added) throw new CommandError(`The business already tracks ${competitorsMax} competitors, the maximum.`)
    return { data: added, text: `Tracking ${added.name} as ${added.id}.` }
  },
})

const list = defineCommand({
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
      text: table(['COMPETITOR', 'NAME', 'STARS', 'REVIEWS'], rows, 'The business does not track any competitors.'),
    }
  },
})

const remove = defineCommand({
  name: 'competitor remove',
  summary: 'Stop tracking a competitor and delete its reviews',
  arguments: [{ name: 'COMPETITOR', description: 'Id, as "svc competitor list" shows it' }],
  options: { business },
  async run({ arguments: [id], options }, context) {
    const removed = await withDatabase(context, ({ db }) => removeInTransaction(db, options.business, id))
    if (!removed) throw new CommandError(`The business ${options.business} does not track a competitor "${id}".`)
    return { data: { id, removed: true }, text: `${id} is no longer tracked. Its reviews are being deleted.` }
  },
})

async function removeInTransaction(db: Database, businessId: string, id: string): Promise<boolean> {
  const owner = await requireBusiness(db, businessId)
  return isId('cmp', id) && db.transaction((transaction) => removeCompetitor(transaction, owner, id))
}

export const competitorCommands = [add, list, remove]

/** There are at most `competitorsMax` competitors, so one page contains all of them. */
export async function allCompetitors(connection: Connection, owner: Owner): Promise<Competitor[]> {
  return (await listCompetitors(connection, owner, { limit: competitorsMax })).items
}
