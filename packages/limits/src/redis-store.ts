import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { Redis } from 'ioredis'
import type { ConsumeResult, Reservation, WindowStore } from './limiter.ts'
import type { LimitsLogger } from './logger.ts'
import { createMemoryStore } from './memory-store.ts'
import { type LimitCheck, windowMs } from './window.ts'

export interface RedisStore extends WindowStore {
  /** The number of requests that were counted in memory because Redis did not respond. For the metrics. */
  readonly fallbackCount: number
  /** Whether Redis responds at this moment. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** A Sentinel, which knows the address of the primary. */
interface SentinelAddress {
  host: string
  port: number
}

/** A local result is worth more than a late one: a rate limit may add this much to a request and no more. */
const commandTimeoutMs = 250
/**
 * No commands are sent for this long after a failure, so that a Redis that hangs delays one request in a while, not
 * each of them.
 */
const retryAfterFailureMs = 1_000
const warnIntervalMs = 10_000
const connectTimeoutMs = 2_000

/**
 * Counts in Redis or Valkey (not a cluster: one command spans the keys of several slots), so that several processes
 * share their limits. While it does not respond, each process counts in its own memory under the full limits: never an
 * error for the caller, one warning in the log at most every ten seconds. Waits up to two seconds for the first
 * connection.
 *
 * With `sentinels`, the host of the URL is the name of the primary that they know, and the store follows it to another
 * server. Counts that the old primary had not copied yet are lost.
 *
 * Without a `clock` that of Redis is used, so that machines whose clocks differ still count in the same window.
 */
export async function openRedisStore(options: {
  url: string
  sentinels?: readonly SentinelAddress[]
  logger: LimitsLogger
  keyPrefix?: string
  clock?: Clock
}): Promise<RedisStore> {
  const { url, sentinels = [], logger, keyPrefix = 'svc:rate:', clock } = options
  const localClock = clock ?? systemClock
  const memory = createMemoryStore({ clock: localClock })
  const redis = createClient(url, sentinels)

  let fallbackCount = 0
  let failure: { atMs: number; reason: string } | undefined
  let warnedAtMs: number | undefined

  function noteFailure(error: unknown): void {
    failure = { atMs: localClock.now(), reason: error instanceof Error ? error.message : String(error) }
    warn()
  }

  function warn(): void {
    if (!hasPassed(warnIntervalMs, warnedAtMs, localClock)) return
    warnedAtMs = localClock.now()
    logger.warn(
      { reason: failure?.reason, fallback_count: fallbackCount },
      'Redis (REDIS_URL) not responding; each process counts its rate limits separately until it responds',
    )
  }

  await Promise.race([redis.connect(), rejectAfter(connectTimeoutMs)]).catch(noteFailure)

  return {
    async consume(checks, reservation) {
      if (hasPassed(retryAfterFailureMs, failure?.atMs, localClock)) {
        try {
          const result = await consumeInRedis(redis, keyPrefix, checks, reservation, clock)
          failure = undefined
          return result
        } catch (error) {
          noteFailure(error)
          // The primary hangs, or has become a replica: the Sentinels may know of another one.
          if (sentinels.length > 0 && redis.status === 'ready') redis.disconnect(true)
        }
      }
      fallbackCount++
      warn()
      return memory.consume(checks, reservation)
    },

    get fallbackCount() {
      return fallbackCount
    },

    isReachable: () => responds(redis),

    async close() {
      redis.disconnect()
    },
  }
}

function createClient(url: string, sentinels: readonly SentinelAddress[]): Redis {
  const redis = new Redis(url, {
    ...sentinelOptions(url, sentinels),
    lazyConnect: true,
    // A command that waits for a connection, or is sent again on the next one, would count a request long after its
    // response.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 50, retryAfterFailureMs),
  })
  // Without a listener, a lost connection would end the process. A failed command is logged where it fails.
  redis.on('error', () => {})
  return redis
}

function sentinelOptions(url: string, sentinels: readonly SentinelAddress[]) {
  if (sentinels.length === 0) return {}
  const { protocol, hostname } = new URL(url)
  return {
    sentinels: [...sentinels],
    name: hostname,
    sentinelCommandTimeout: connectTimeoutMs,
    // A primary that hangs does not close its side of the connection.
    disconnectTimeout: commandTimeoutMs,
    ...(protocol === 'rediss:' && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  }
}

function responds(redis: Redis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  )
}

/**
 * `consume` and `refund` of window.ts in one script, and so atomic. A count is stored as the string "bucket previous
 * current", which expires once the window has passed it.
 */
const consumeScript = `
local window, now, checks = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('time')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local bucket = math.floor(now / window)
local elapsed = now - bucket * window

local function slide(key)
  local stored = redis.call('get', key)
  local at, previous, current = string.match(stored or '', '^(%d+) (%d+) (%d+)$')
  at, previous, current = tonumber(at), tonumber(previous), tonumber(current)
  if at == bucket then return previous, current end
  if at == bucket - 1 then return current, 0 end
  if at == bucket + 1 then return 0, previous + current end
  return 0, 0
end

local function store(key, previous, current)
  redis.call('set', key, string.format('%d %d %d', bucket, previous, current), 'px', 2 * window)
end

local allowed = 1
local counts = {}
for i = 1, checks do
  local previous, current = slide(KEYS[i])
  counts[i] = { previous, current }
  if previous * (window - elapsed) + (current + 1) * window > tonumber(ARGV[3 + i]) * window then allowed = 0 end
end

if allowed == 1 then
  for i = 1, checks do
    counts[i][2] = counts[i][2] + 1
    store(KEYS[i], counts[i][1], counts[i][2])
  end
elseif KEYS[checks + 1] then
  local key, reserved_in = KEYS[checks + 1], tonumber(ARGV[4 + checks])
  local previous, current = slide(key)
  if reserved_in == bucket then current = math.max(0, current - 1) end
  if reserved_in == bucket - 1 then previous = math.max(0, previous - 1) end
  store(key, previous, current)
end

return { allowed, now, bucket, counts }
`
const consumeScriptSha = createHash('sha1').update(consumeScript).digest('hex')

async function consumeInRedis(
  redis: Redis,
  keyPrefix: string,
  checks: readonly LimitCheck[],
  reservation: Reservation | undefined,
  clock: Clock | undefined,
): Promise<ConsumeResult> {
  const windows = reservation ? [...checks, reservation] : checks
  const keys = windows.map(({ policy, key }) => `${keyPrefix}${policy}:${key}`)
  const limits = checks.map(({ limit }) => limit)
  const args = [windowMs, clock?.now() ?? '', checks.length, ...limits, ...(reservation ? [reservation.bucket] : [])]
  const reply = await redis.evalsha(consumeScriptSha, keys.length, ...keys, ...args).catch((error: unknown) => {
    // A Redis that was restarted no longer has the script; `eval` sends and caches it.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(consumeScript, keys.length, ...keys, ...args)
  })
  const [allowed, atMs, bucket, counts] = reply as [number, number, number, [number, number][]]
  return {
    allowed: allowed === 1,
    atMs,
    counts: counts.map(([previous, current]) => ({ bucket, previous, current })),
  }
}

/**
 * Returns whether that much time has passed. A clock that was set back counts as time passed, or a pause could last
 * forever.
 */
function hasPassed(ms: number, sinceMs: number | undefined, clock: Clock): boolean {
  return sinceMs === undefined || Math.abs(clock.now() - sinceMs) >= ms
}

async function rejectAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`no connection within ${ms} ms`)
}
