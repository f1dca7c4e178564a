import { type Connection, query, type Reader } from '../connection/database.ts'

/** A counter of sign-in attempts, for example from one address. */
export interface AttemptBucket {
  /** At most 32 bytes. */
  bucket: Buffer
  /** The number of attempts that are allowed in one window. */
  max: number
  windowS: number
}

/**
 * Counts an attempt in every bucket, unless one of them is full: then nothing is counted, and the result is the number
 * of seconds until the last full bucket expires. Of any number of concurrent attempts, exactly `max` are allowed,
 * because the update decides and not an earlier read. Call it before the password is checked, so that concurrent
 * guesses also count.
 */
export async function countLoginAttempt(connection: Connection, buckets: readonly AttemptBucket[]): Promise<number> {
  try {
    await connection.transaction(async (transaction) => {
      const counted = await query<{ bucket: Buffer }>(
        transaction,
        {
          name: 'count_login_attempt',
          // In the order of the buckets, so that two attempts never wait for each other.
          text: `
            insert into login_attempts as known (bucket, attempts, ends_at)
            select bucket, 1, now() + window_s * interval '1 second'
            from unnest($1::bytea[], $2::integer[], $3::integer[]) as wanted (bucket, max, window_s) order by bucket
            on conflict (bucket) do update
            set attempts = case when known.ends_at <= now() then 1 else known.attempts + 1 end,
                ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
            where known.ends_at <= now() or known.attempts < (
              select max from unnest($1::bytea[], $2::integer[]) as wanted (bucket, max)
              where wanted.bucket = known.bucket
            )
            returning bucket`,
        },
        [buckets.map(({ bucket }) => bucket), buckets.map(({ max }) => max), buckets.map(({ windowS }) => windowS)],
      )
      if (counted.length < buckets.length) {
        const full = buckets.filter(({ bucket }) => !counted.some((row) => row.bucket.equals(bucket)))
        throw new FullBucketsError(full.map(({ bucket }) => bucket))
      }
    })
    return 0
  } catch (error) {
    if (error instanceof FullBucketsError) return secondsUntilFree(connection, error.buckets)
    throw error
  }
}

/** Rolls back what was counted in the other buckets. */
class FullBucketsError extends Error {
  override readonly name = 'FullBucketsError'
  readonly buckets: readonly Buffer[]

  constructor(buckets: readonly Buffer[]) {
    super('Too many attempts')
    this.buckets = buckets
  }
}

async function secondsUntilFree(connection: Reader, buckets: readonly Buffer[]): Promise<number> {
  const [row] = await query<{ seconds: number | null }>(
    connection,
    {
      name: 'seconds_until_login',
      text: `
        select ceil(extract(epoch from max(ends_at) - now()))::integer as seconds from login_attempts
        where bucket = any ($1)`,
    },
    [buckets],
  )
  return Math.max(1, row?.seconds ?? 1)
}

/** Refunds an attempt that `countLoginAttempt` counted, if it succeeded or was not made. */
export async function refundLoginAttempt(connection: Connection, buckets: readonly Buffer[]): Promise<void> {
  await query(
    connection,
    {
      name: 'refund_login_attempt',
      text: `
        update login_attempts set attempts = greatest(attempts - 1, 0)
        where bucket in (select bucket from login_attempts where bucket = any ($1) order by bucket for update)`,
    },
    [buckets],
  )
}

/** Returns the current number of attempts in a bucket. */
export async function readLoginAttempts(connection: Reader, bucket: Buffer): Promise<number> {
  const [row] = await query<{ attempts: number }>(
    connection,
    {
      name: 'read_login_attempts',
      text: 'select attempts from login_attempts where bucket = $1 and ends_at > now()',
    },
    [bucket],
  )
  return row?.attempts ?? 0
}
