import * as bounds from '@generated/contract/bounds'
import { quotaNames, rateLimitPolicies } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, InvalidValueError, UsageError } from '@svc/command-line/errors'
import { table } from '@svc/command-line/text'
import { changeAccountLimit, changeKeyLimit, changeLimits } from '@svc/db/administration'
import { operatorActor } from '@svc/db/audit-log'
import type { Database } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import { defaultLimits } from '@svc/limits/limiter'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { isId } from '@svc/runtime/ids'
import { chooseAccount, withDatabase } from '../operator.ts'

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
    const others = [...set].filter(([name]) => !names.includes(name)).map(([id, limit]) => ({ id, limit }))
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
      ...others.map(({ id, limit }) => [id, String(limit), 'per 60 s', 'instead of the general limit']),
    ]
    return { data: { windows, quotas, accounts_and_keys: others }, text: table(['NAME', 'LIMIT', '', ''], rows, '') }
  },
})

const set = defineCommand({
  name: 'limits set',
  summary: 'Set rate limits and quotas while the service runs',
  description: `
    Takes effect within five seconds in every process. The limits ip, account and key are requests per 60 seconds; a quota is
    per calendar month and applies to every plan. Either all of the limits are set or none. NAME=default restores the default.
    With --account, the limit "account" is set for that account only. With --key, the limit "key" is set for that API key or
    OAuth client only.`,
  options: {
    account: { value: 'ACCOUNT', description: 'Id or name of the account whose limit is set' },
    key: { value: 'ID', description: 'Id of the API key or OAuth client whose limit is set' },
  },
  variadic: { name: 'NAME=NUMBER', parse: parseLimit, description: `NAME is one of ${names.join(', ')}` },
  examples: [
    'svc limits set ip=2400 account=1200 key=600',
    'svc limits set quota.analyses=100',
    'svc limits set ip=default',
    'svc limits set account=60 --account "Rosso Trattoria"',
  ],
  async run({ rest, options }, context) {
    const limits = new Map(rest)
    if (limits.size < rest.length) throw new UsageError('A limit is specified more than once.')
    if (options.account !== undefined && options.key !== undefined)
      throw new UsageError('Specify either --account or --key, not both.')
    for (const subject of ['account', 'key'] as const) {
      const named = options[subject]
      if (named === undefined) continue
      const limit = limits.get(subject)
      if (limits.size > 1 || limit === undefined)
        throw new UsageError(`With --${subject}, only the limit "${subject}" can be set, such as ${subject}=60.`)
      return withDatabase(context, ({ db }) => setSingle[subject](db, named, limit))
    }
    await withDatabase(context, ({ db }) =>
      db.transaction((transaction) => changeLimits(transaction, operatorActor, limits)),
    )
    const text = [...limits].map(([name, value]) => `${name} is ${value ?? 'restored to its default'}.`).join('\n')
    return { data: Object.fromEntries(limits), text }
  },
})

/** Sets the limit of one account or key. */
const setSingle = {
  async account(db: Database, named: string, limit: number | null) {
    const { id, name } = await chooseAccount(db, named)
    await db.transaction((transaction) => changeAccountLimit(transaction, operatorActor, id, { limit }))
    return described(id, `the account "${name}"`, limit)
  },

  async key(db: Database, id: string, limit: number | null) {
    const isSet = await db.transaction(async (transaction) =>
      isId('key', id) || isId('cli', id) ? changeKeyLimit(transaction, operatorActor, id, { limit }) : false,
    )
    if (isSet) return described(id, id, limit)
    throw new CommandError(
      `No API key or OAuth client has the id "${id}". "svc key list" and "svc client list" show the ids.`,
    )
  },
}

function described(id: string, subject: string, limit: number | null) {
  const value = limit === null ? 'restored to the general limit' : `${limit} per 60 s`
  return { data: { [id]: limit }, text: `The limit of ${subject} is ${value}.` }
}

export const limitsCommands = [show, set]

const limitMax = bounds.RateLimit.limit.maximum

function parseLimit(value: string): [string, number | null] {
  const [name = '', number = ''] = value.split(/=(.*)/s)
  if (!names.includes(name)) throw new InvalidValueError(`must name one of ${names.join(', ')}`, names)
  if (number === 'default') return [name, null]
  // The contract shows limits from 1; a quota of 0 disables the action.
  const least = name.startsWith('quota.') ? 0 : 1
  const limit = Number(number)
  if (/^\d+$/.test(number) && limit >= least && limit <= limitMax) return [name, limit]
  throw new InvalidValueError(
    `must set ${name} to a whole number from ${least} to ${limitMax} or to "default", such as ${name}=${least === 0 ? 100 : 600}`,
  )
}

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<Key, To>
}
