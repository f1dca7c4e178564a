import * as bounds from '@generated/contract/bounds'
import { type QuotaName, quotaNames } from '@generated/contract/enums'
import { defaultLimits, type Limits } from './limiter.ts'
import type { LimitsLogger } from './logger.ts'

interface LimitSettings {
  limits(): Limits
  /** The operator's monthly limit of a quota; undefined when that of the plan applies. */
  quotaLimit(name: QuotaName): number | undefined
  /** Reads the settings now. A failure is logged and the last known limits stay in force; never rejects. */
  refresh(): Promise<void>
  stop(): void
}

/** One second less than the 5 s promised to operators, to leave time for the query. */
const refreshIntervalMs = 4_000

/**
 * Keeps the operator's limits in memory: read once before this resolves, then in the background, never while a request
 * waits. A change is effective within 5 s. `read` returns the limits that are set, by name: `ip`, `account` and `key`
 * per 60 s, `quota.analyses` and `quota.reply_drafts` per month, for every plan and for test keys. Any
 * other name is the id of an account, a key or an OAuth client with its own limit per 60 s.
 */
export async function watchLimitSettings(options: {
  read: () => Promise<ReadonlyMap<string, number>>
  logger: LimitsLogger
}): Promise<LimitSettings> {
  const { read, logger } = options
  let limits: Limits = defaultLimits
  let quotaLimits: Partial<Record<QuotaName, number>> = {}
  let reading: Promise<void> | undefined

  async function readOnce(): Promise<void> {
    try {
      const values = new Map([...(await read())].filter(isUsable))
      limits = {
        ip: values.get('ip') ?? defaultLimits.ip,
        account: values.get('account') ?? defaultLimits.account,
        key: values.get('key') ?? defaultLimits.key,
        byId: new Map([...values].filter(([name]) => !isGeneral(name))),
      }
      quotaLimits = Object.fromEntries(
        quotaNames.flatMap((name) => {
          const value = values.get(`quota.${name}`)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    } catch (error) {
      logger.warn({ err: error }, 'Limit settings could not be read; the last known limits still apply')
    }
  }

  function refresh(): Promise<void> {
    reading ??= readOnce().finally(() => {
      reading = undefined
    })
    return reading
  }

  await refresh()
  const timer = setInterval(refresh, refreshIntervalMs).unref()
  return {
    limits: () => limits,
    quotaLimit: (name) => quotaLimits[name],
    refresh,
    stop: () => clearInterval(timer),
  }
}

/** Returns whether a limit applies to all addresses, accounts or keys. */
function isGeneral(name: string): boolean {
  return Object.hasOwn(defaultLimits, name) || name.startsWith('quota.')
}

/**
 * A limit is at least 1, a quota may be 0, and the contract states the maximum of both. Other values would make every
 * response invalid, so they are ignored.
 */
function isUsable([name, value]: [string, number]): boolean {
  const least = name.startsWith('quota.') ? 0 : 1
  return Number.isInteger(value) && value >= least && value <= bounds.RateLimit.limit.maximum
}
