import { readLimitSettings, setLimits } from '@svc/db/limit-settings'
import { defaultLimits } from '@svc/limits/limiter'
import { planQuotas, quotaNames, testKeyQuotas } from '@svc/limits/plans'
import { command, suggestion, UsageError } from '../command.ts'
import { withDatabase } from '../operator.ts'
import { table } from '../text.ts'

const windowNames = ['ip', 'account', 'key'] as const
const names = [...windowNames, ...quotaNames.map((name) => `quota.${name}`)]

const show = command({
  name: 'limits show',
  summary: 'Show the rate limits and monthly quotas',
  async run(_input, context) {
    const set = await withDatabase(context, ({ db }) => readLimitSettings(db))
    const windows = windowNames.map((name) => ({
      name,
      limit: set.get(name) ?? defaultLimits[name],
      default: defaultLimits[name],
    }))
    const quotas = quotaNames.map((name) => ({
      name: `quota.${name}`,
      limit: set.get(`quota.${name}`) ?? null,
      default: { ...mapValues(planQuotas, (quota) => quota[name]), test_keys: testKeyQuotas[name] },
    }))
    const rows = [
      ...windows.map(({ name, limit, default: usual }) => [
        name,
        String(limit),
        'per 60 s',
        limit === usual ? '' : `default ${usual}`,
      ]),
      ...quotas.map(({ name, limit, default: usual }) => {
        const byPlan = Object.entries(usual)
          .map(([plan, count]) => `${plan} ${count}`)
          .join(', ')
        return [name, String(limit ?? 'by plan'), 'per month', limit === null ? byPlan : `default ${byPlan}`]
      }),
    ]
    return { data: { windows, quotas }, text: table(['NAME', 'LIMIT', '', ''], rows, '') }
  },
})

const set = command({
  name: 'limits set',
  summary: 'Set rate limits and quotas while the service runs',
  details: `
    Effective within five seconds in every process. ip, account and key are requests per 60 seconds; a quota counts per
    calendar month and holds for every plan. All are set or none; NAME=default takes one back.`,
  rest: { name: 'NAME=NUMBER', help: `NAME is one of ${names.join(', ')}` },
  examples: [
    'svc limits set ip=2400 account=1200 key=600',
    'svc limits set quota.analyses=100',
    'svc limits set ip=default',
  ],
  async run({ rest }, context) {
    const limits = new Map(rest.map(readLimit))
    if (limits.size < rest.length) throw new UsageError('A limit is given twice.')
    await withDatabase(context, ({ db }) => setLimits(db, limits))
    const text = [...limits].map(([name, value]) => `${name} is ${value ?? 'back to its default'}.`).join('\n')
    return { data: Object.fromEntries(limits), text }
  },
})

export const limitsCommands = [show, set]

function readLimit(word: string): [string, number | null] {
  const [name = '', text = ''] = word.split(/=(.*)/s)
  if (!names.includes(name))
    throw new UsageError(`There is no limit "${name}".${suggestion(name, names)} There are ${names.join(', ')}.`)
  if (text === 'default') return [name, null]
  // The contract shows limits from 1 on; a quota may be 0, which switches the action off.
  const least = name.startsWith('quota.') ? 0 : 1
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= 1_000_000) return [name, value]
  throw new UsageError(
    `${name} is a whole number from ${least} to 1000000, or "default": ${name}=${least === 0 ? 100 : 600}.`,
  )
}

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<Key, To>
}
