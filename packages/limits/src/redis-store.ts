import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { Redis } from 'ioredis'
import type { Receipt, Taking, WindowStore } from './limiter.ts'
import type { LimitsLogger } from './logger.ts'
import { createMemoryStore } from './memory-store.ts'
import { type Demand, windowMs } from './window.ts'

export interface RedisStore extends WindowStore {
  /** How many steps were counted in memory because Redis did not answer. For the metrics. */
  readonly fallbackCount: number
  close(): Promise<void>
}

/** A local answer is worth more than a late one: a rate limit may add this much to a request and no more. */
const commandTimeoutMs = 250
/** After a failure Redis is left alone for so long, so that one that hangs costs one request in a while and not each of them. */
const restMs = 1_000
const complainEveryMs = 10_000
const connectTimeoutMs = 2_000

/**
 * Counts in Redis or Valkey (not a cluster: one step spans the keys of several slots), so that several processes share
 * their limits. While it does not answer, each process counts in its own memory under the full limits: never an error for
 * the caller, one line in the log at most every ten seconds. Waits up to two seconds for the first connection.
 *
 * Without a `clock` Redis's own is used, so that machines whose clocks differ still count in the same window.
 */
export async function openRedisStore(options: {
  url: string
  logger: LimitsLogger
  keyPrefix?: string
  clock?: Clock
}): Promise<RedisStore> {
  const { url, logger, keyPrefix = 'svc:rate:', clock } = options
  const localClock = clock ?? systemClock
  const memory = createMemoryStore({ clock: localClock })
  const redis = new Redis(url, {
    lazyConnect: true,
    // A command that waits for a connection, or is sent again on the next one, would count a request long after its answer.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 50, restMs),
  })
  // Without a listener, a lost connection would end the process. What matters is said when a step fails.
  redis.on('error', () => {})

  let fallbackCount = 0
  let failure: { atMs: number; reason: string } | undefined
  let complainedAtMs: number | undefined

  function noteFailure(error: unknown): void {
    failure = { atMs: localClock.now(), reason: error instanceof Error ? error.message : String(error) }
    complain()
  }

  function complain(): void {
    if (!hasPassed(complainEveryMs, complainedAtMs, localClock)) return
    complainedAtMs = localClock.now()
    logger.warn(
      { reason: failure?.reason, fallback_count: fallbackCount },
      'Redis (REDIS_URL) does not answer: rate limits are counted per process until it does.',
    )
  }

  await Promise.race([redis.connect(), rejectAfter(connectTimeoutMs)]).catch(noteFailure)

  return {
    async take(demands, giveBack) {
      if (hasPassed(restMs, failure?.atMs, localClock)) {
        try {
          const taking = await takeInRedis(redis, keyPrefix, demands, giveBack, clock)
          failure = undefined
          return taking
        } catch (error) {
          noteFailure(error)
        }
      }
      fallbackCount++
      complain()
      return memory.take(demands, giveBack)
    },

    get fallbackCount() {
      return fallbackCount
    },

    async close() {
      redis.disconnect()
    },
  }
}

/**
 * The same step as `takeOne` and `giveBackOne` in window.ts, in one script and so in one piece. A count is kept as the text
 * "bucket previous current" and forgotten by Redis when the window has left it behind.
 */
const takeScript = `
local window, now, demands = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('time')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local bucket = math.floor(now / window)
local elapsed = now - bucket * window

local function slide(key)
  local text = redis.call('get', key)
  local at, previous, current = string.match(text or '', '^(%d+) (%d+) (%d+)$')
  at, previous, current = tonumber(at), tonumber(previous), tonumber(current)
  if at == bucket then return previous, current end
  if at == bucket - 1 then return current, 0 end
  if at == bucket + 1 then return 0, previous + current end
  return 0, 0
end

local function keep(key, previous, current)
  redis.call('set', key, string.format('%d %d %d', bucket, previous, current), 'px', 2 * window)
end

local allowed = 1
local counts = {}
for i = 1, demands do
  local previous, current = slide(KEYS[i])
  counts[i] = { previous, current }
  if previous * (window - elapsed) + (current + 1) * window > tonumber(ARGV[3 + i]) * window then allowed = 0 end
end

if allowed == 1 then
  for i = 1, demands do
    counts[i][2] = counts[i][2] + 1
    keep(KEYS[i], counts[i][1], counts[i][2])
  end
elseif KEYS[demands + 1] then
  local key, taken_in = KEYS[demands + 1], tonumber(ARGV[4 + demands])
  local previous, current = slide(key)
  if taken_in == bucket then current = math.max(0, current - 1) end
  if taken_in == bucket - 1 then previous = math.max(0, previous - 1) end
  keep(key, previous, current)
end

return { allowed, now, bucket, counts }
`
const takeScriptSha = createHash('sha1').update(takeScript).digest('hex')

async function takeInRedis(
  redis: Redis,
  keyPrefix: string,
  demands: readonly Demand[],
  giveBack: Receipt | undefined,
  clock: Clock | undefined,
): Promise<Taking> {
  const windows = giveBack ? [...demands, giveBack] : demands
  const keys = windows.map(({ policy, key }) => `${keyPrefix}${policy}:${key}`)
  const limits = demands.map(({ limit }) => limit)
  const step = [windowMs, clock?.now() ?? '', demands.length, ...limits, ...(giveBack ? [giveBack.bucket] : [])]
  const reply = await redis.evalsha(takeScriptSha, keys.length, ...keys, ...step).catch((error: unknown) => {
    // A Redis that was restarted has forgotten the script; it learns it again from the text.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(takeScript, keys.length, ...keys, ...step)
  })
  const [allowed, atMs, bucket, counts] = reply as [number, number, number, [number, number][]]
  return {
    allowed: allowed === 1,
    atMs,
    counts: counts.map(([previous, current]) => ({ bucket, previous, current })),
  }
}

/** Whether so much time has gone by. A clock that was set back counts as time gone by, or a rest could last for ever. */
function hasPassed(ms: number, sinceMs: number | undefined, clock: Clock): boolean {
  return sinceMs === undefined || Math.abs(clock.now() - sinceMs) >= ms
}

async function rejectAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`no connection within ${ms} ms`)
}
