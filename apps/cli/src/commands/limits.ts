import { quotaNames, rateLimitPolicies } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { InvalidValueError, UsageError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { readLimitSettings, setLimits } from '@svc/db/limit-settings'
import { defaultLimits } from '@svc/limits/limiter'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { withDatabase } from '../operator.ts'

const names = [...rateLimitPolicies, ...quotaNames.map((name) => `quota.${name}`)]

const show = defineCommand({
  name: 'limits show',
  summary: 'Show the rate limits and monthly quotas',
  async run(_input, context) {
    const set = await withDatabase(context, ({ db }) => readLimitSettings(db))
    const windows = rateLimitPolicies.map((name) => ({
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

const set = defineCommand({
  name: 'limits set',
  summary: 'Set rate limits and quotas while the service runs',
  description: `
    Takes effect within five seconds in every process. ip, account and key count requests per 60 seconds; a quota counts
    per calendar month and applies to every plan. Either all limits are set or none. NAME=default restores the default.`,
  variadic: { name: 'NAME=NUMBER', parse: parseLimit, description: `NAME is one of ${names.join(', ')}` },
  examples: [
    'svc limits set ip=2400 account=1200 key=600',
    'svc limits set quota.analyses=100',
    'svc limits set ip=default',
  ],
  async run({ rest }, context) {
    const limits = new Map(rest)
    if (limits.size < rest.length) throw new UsageError('A limit is given more than once.')
    await withDatabase(context, ({ db }) => setLimits(db, limits))
    const text = [...limits].map(([name, value]) => `${name} is ${value ?? 'restored to its default'}.`).join('\n')
    return { data: Object.fromEntries(limits), text }
  },
})

export const limitsCommands = [show, set]

function parseLimit(value: string): [string, number | null] {
  const [name = '', number = ''] = value.split(/=(.*)/s)
  if (!names.includes(name)) throw new InvalidValueError(`must name one of ${names.join(', ')}`, names)
  if (number === 'default') return [name, null]
  // The contract shows limits from 1; a quota of 0 disables the action.
  const least = name.startsWith('quota.') ? 0 : 1
  const limit = Number(number)
  if (/^\d+$/.test(number) && limit >= least && limit <= 1_000_000) return [name, limit]
  throw new InvalidValueError(
    `must set ${name} to a whole number from ${least} to 1000000 or to "default", such as ${name}=${least === 0 ? 100 : 600}`,
  )
}

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<Key, To>
}
