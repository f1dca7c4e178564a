import { sources } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { countOf, table } from '@svc/command-line/text'
import { listSourceRetention, retentionDaysMax, setSourceRetention } from '@svc/db/review-retention'
import { withDatabase } from '../operator.ts'
import { parseRetention } from '../parsers.ts'

const list = defineCommand({
  name: 'source list',
  summary: 'List the review sources and how long their reviews may be stored',
  async run(_input, context) {
    const rules = await withDatabase(context, ({ db }) => listSourceRetention(db))
    const rows = rules.map(({ source, retention_days: days }) => [
      source,
      days === null ? 'no rule' : countOf(days, 'day'),
    ])
    return { data: rules, text: table(['SOURCE', 'RETENTION'], rows, 'There are no sources.') }
  },
})

const setRetention = defineCommand({
  name: 'source set-retention',
  summary: 'Set how long reviews from a source may be stored',
  description: `
    Use this for sources whose terms limit storage. Reviews are deleted from all accounts DAYS days after import, with
    everything that quotes them. A later import can store them again.`,
  arguments: [
    { name: 'SOURCE', choices: sources, description: sources.join(', ') },
    { name: 'DAYS', parse: parseRetention, description: `1 to ${retentionDaysMax}, or off for no rule` },
  ],
  examples: ['svc source set-retention yelp 1'],
  async run({ arguments: [source, days] }, context) {
    await withDatabase(context, ({ db }) => setSourceRetention(db, source, days))
    const rule = days === null ? 'have no rule' : `are stored for ${countOf(days, 'day')}`
    return { data: { source, retention_days: days }, text: `Reviews from ${source} ${rule}.` }
  },
})

export const sourceCommands = [list, setRetention]
