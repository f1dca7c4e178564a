// The rate of attempts that the owner of an endpoint allows (decision 0035), as expressions of the claim. An endpoint
// without a rate has no row in `webhook_endpoint_pace`.
//
// Attempts are evenly spaced: `n` attempts take a minute, and `next_start_at` is the time at which the next attempt
// would start if none had started early. A twentieth of the rate may start early, so that a worker that polls slightly
// late catches up. Any `rate + 1` starts span at least (rate - rate / 20) intervals, and n is that number, so they span
// a full minute.

/**
 * The clock of attempts: `started_at` of an attempt has exactly this value. Claims are serialized, so it never
 * decreases.
 */
const now = 'statement_timestamp()::timestamptz(3)'

/**
 * Returns the numbers of attempts per minute as SQL expressions, from the row of `webhook_endpoints` with this alias.
 */
function rateOf(endpoint: string): { rate: string; early: string; spaced: string } {
  const rate = `${endpoint}.max_attempts_per_minute`
  // An integer division.
  const early = `(${rate} / 20)`
  return { rate, early, spaced: `(${rate} - ${early})` }
}

/**
 * Returns the SQL expression for the number of attempts that may start now, or null if it is unlimited.
 *
 * @param endpoint alias of `webhook_endpoints`
 *
 * @param pace alias of `webhook_endpoint_pace`, which may have no row
 */
export function startableNow({ endpoint, pace }: { endpoint: string; pace: string }): string {
  const { rate, early, spaced } = rateOf(endpoint)
  return `
    case when ${rate} is not null then greatest(0, 1 + floor(
      ${early}
      - greatest(0, coalesce(extract(epoch from ${pace}.next_start_at - ${now}), 0))
      * ${spaced} / 60
    ))::int end`
}

/**
 * A step of a claim that moves `next_start_at` of each endpoint with a rate by the attempts that the claim starts.
 *
 * @param started the step with the rows that it starts, and the endpoint of each as `group_id`
 * @param open the step with the endpoints, as `id`, and `startable`: null for those without a rate
 */
export function advancePaces({ started, open }: { started: string; open: string }): string {
  const { spaced } = rateOf('endpoint')
  return `advanced as (
      insert into webhook_endpoint_pace as pace (webhook_id, next_start_at)
      select endpoint.id,
             ${now} + ceil(60000.0 * count(*) / ${spaced})::int * interval '1 millisecond'
      from ${started}
      join ${open} on ${open}.id = ${started}.group_id and ${open}.startable is not null
      join webhook_endpoints as endpoint on endpoint.id = ${open}.id
      group by endpoint.id
      on conflict (webhook_id) do update
      set next_start_at = greatest(pace.next_start_at, ${now})
                          + (excluded.next_start_at - ${now})
    )`
}
