import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountExportQueue, claimAccountExports } from '../src/accounts/account-exports.ts'
import { analysisQueue, claimAnalyses } from '../src/analyses/analyses.ts'
import { Database, Transaction } from '../src/connection/database.ts'
import { millisecondsUntilDue } from '../src/queue/claim.ts'
import { millisecondsUntilEachIsDue } from '../src/queue/due-work.ts'
import { claimReviewImports, reviewImportQueue } from '../src/reviews/review-imports.ts'
import { claimReviewMaintenance, reviewMaintenanceQueue } from '../src/reviews/review-maintenance.ts'
import { claimDeliveries, deliveryQueue } from '../src/webhooks/delivery-queue.ts'
import { openTestDatabase } from './testing-hooks.ts'

// The claim of each queue as it is sent: one statement, which `claim.ts` composes from what the queue declares. After
// an intended change: `npx vitest run packages/db/test/claim.test.ts --update`.

const database = openTestDatabase()
afterEach(() => vi.restoreAllMocks())

const request = { workerId: 'worker-1', limit: 10, leaseMs: 60_000, perGroupMax: 5, perAccountMax: 8 }

/** The statement with this name, of those that PostgreSQL ran. */
async function textOf(name: string, claim: () => Promise<unknown>): Promise<string> {
  const execute = vi.spyOn(Transaction.prototype, 'execute')
  await claim()
  const statement = execute.mock.calls.map(([sent]) => sent).find((sent) => sent.name === name)
  if (statement === undefined) throw new Error(`${name} was not sent.`)
  return formatted(statement.text)
}

/** Indents what is in parentheses, and lines that continue a list. */
function formatted(sql: string): string {
  /** For each open parenthesis, the level of the lines in it. */
  const levels: number[] = []
  let continues = false
  const lines = sql
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines
    .map((line) => {
      const code = line.replace(/--.*/, '')
      const closed = /^\)*/.exec(code)?.[0].length ?? 0
      const level = closed > 0 ? (levels.at(-closed) ?? 1) - 1 : (levels.at(-1) ?? 0) + (continues ? 1 : 0)
      for (const [parenthesis] of code.matchAll(/[()]/g)) {
        if (parenthesis === '(') levels.push(level + 1)
        else levels.pop()
      }
      continues = /[^)],$/.test(code)
      return `${'  '.repeat(level)}${line}`
    })
    .join('\n')
}

test.each([deliveryQueue, analysisQueue, reviewImportQueue, reviewMaintenanceQueue, accountExportQueue])(
  'one statement returns when a row of an empty $name queue is due: never',
  async (queue) => {
    const execute = vi.spyOn(Database.prototype, 'execute')
    expect(await millisecondsUntilDue(database.db, queue)).toBe(Number.POSITIVE_INFINITY)
    expect(execute).toHaveBeenCalledTimes(1)
  },
)

test('the statement that polls for due work reads every queue that the stores declare', async () => {
  const sources = fileURLToPath(new URL('../src', import.meta.url))
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const declared = files.flatMap((file) => {
    const source = readFileSync(join(sources, file), 'utf8')
    return [...source.matchAll(/: QueueTable = \{\s+name: '(\w+)'/g)].map(([, name]) => name)
  })
  expect(declared).toContain(deliveryQueue.name)
  const execute = vi.spyOn(Database.prototype, 'execute')
  expect(await millisecondsUntilEachIsDue(database.db)).toEqual(new Map())
  expect(execute).toHaveBeenCalledTimes(1)
  const { text } = execute.mock.calls[0]?.[0] ?? { text: '' }
  expect([...text.matchAll(/'(\w+)' as name/g)].map(([, name]) => name).sort()).toEqual(declared.sort())
})

describe('the statement of a claim has the expected text', () => {
  test('the claim of deliveries runs one statement with the expected text', async () => {
    expect(await textOf('claim_deliveries', () => claimDeliveries(database.db, request))).toMatchInlineSnapshot(`
      "with recursive groups as (
        (select webhook_id as id, due_at from webhook_queue where due_at is not null order by webhook_id, due_at limit 1)
        union all
        select next.id, next.due_at
        from groups cross join lateral (
          select webhook_id as id, due_at from webhook_queue where due_at is not null and webhook_id > groups.id
          order by webhook_id, due_at limit 1
        ) as next
      ),
      -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
      open as materialized (
        select open.id, open.account_id, open.startable
        from groups join (
          select endpoint.id, endpoint.account_id,
            case when endpoint.max_attempts_per_minute is not null then greatest(0, 1 + floor(
              (endpoint.max_attempts_per_minute / 20)
              - greatest(0, coalesce(extract(epoch from pace.next_start_at - statement_timestamp()::timestamptz(3)), 0))
              * (endpoint.max_attempts_per_minute - (endpoint.max_attempts_per_minute / 20)) / 60
            ))::int end as startable
          from webhook_endpoints as endpoint join accounts on accounts.id = endpoint.account_id
          left join webhook_endpoint_pace as pace on pace.webhook_id = endpoint.id
          where endpoint.enabled and endpoint.deleted_at is null and (accounts.plan in ('growth', 'scale') or accounts.api_demo)
        ) as open on open.id = groups.id
        where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
      ),
      leased as materialized (
        select webhook_id as group_id, account_id, count(*) as leases
        from webhook_queue where worker_id is not null and due_at > current_timestamp(3)
        group by webhook_id, account_id
      ),
      leased_by_account as materialized (
        select account_id, sum(leases) as leases from leased group by account_id
      ),
      ready as (
        -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
        -- connections.
        select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
        from open
        left join leased on leased.group_id = open.id
        cross join lateral (
          select id, due_at, row_number() over (order by due_at, id) as turn from webhook_queue
          where webhook_id = open.id and due_at <= current_timestamp(3) and not (worker_id is not null and attempt_count >= 10)
          order by due_at, id
          -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
          limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
              1 + 2 * $2::int / (select greatest(count(*), 1) from open))
        ) as due
      ),
      ranked as (
        select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
        from ready
      ),
      chosen as (
        select ranked.id from ranked left join leased_by_account using (account_id)
        where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
        order by turn, due_at, ranked.id limit $2
      ),
      -- Only what was chosen is locked; a row that is being canceled is left out.
      free as materialized (
        select id, webhook_id as group_id, worker_id, attempt_count, started_at from webhook_queue
        where id in (select id from chosen) and due_at <= current_timestamp(3) and not (worker_id is not null and attempt_count >= 10)
        for update skip locked
      ),
      interrupted as (
        insert into webhook_attempts (delivery_id, number, started_at, outcome)
        select id, attempt_count, started_at, 'interrupted' from free where worker_id is not null
      ),
      advanced as (
        insert into webhook_endpoint_pace as pace (webhook_id, next_start_at)
        select endpoint.id,
          statement_timestamp()::timestamptz(3) + ceil(60000.0 * count(*) / (endpoint.max_attempts_per_minute - (endpoint.max_attempts_per_minute / 20)))::int * interval '1 millisecond'
        from free
        join open on open.id = free.group_id and open.startable is not null
        join webhook_endpoints as endpoint on endpoint.id = open.id
        group by endpoint.id
        on conflict (webhook_id) do update
        set next_start_at = greatest(pace.next_start_at, statement_timestamp()::timestamptz(3))
        + (excluded.next_start_at - statement_timestamp()::timestamptz(3))
      )
      update webhook_queue
      set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int, started_at = statement_timestamp()
      where id in (select id from free)
      returning id, worker_id, attempt_count as attempt"
    `)
  })

  test('the claim of analyses runs one statement with the expected text', async () => {
    expect(await textOf('claim_analyses', () => claimAnalyses(database.db, request))).toMatchInlineSnapshot(`
      "with recursive groups as (
        (select business_id as id, due_at from analyses where due_at is not null order by business_id, due_at limit 1)
        union all
        select next.id, next.due_at
        from groups cross join lateral (
          select business_id as id, due_at from analyses where due_at is not null and business_id > groups.id
          order by business_id, due_at limit 1
        ) as next
      ),
      -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
      open as materialized (
        select open.id, open.account_id, open.startable
        from groups join (
          select id, account_id, null::int as startable from businesses
        ) as open on open.id = groups.id
        where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
      ),
      leased as materialized (
        select business_id as group_id, account_id, count(*) as leases
        from analyses where worker_id is not null and due_at > current_timestamp(3)
        group by business_id, account_id
      ),
      leased_by_account as materialized (
        select account_id, sum(leases) as leases from leased group by account_id
      ),
      ready as (
        -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
        -- connections.
        select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
        from open
        left join leased on leased.group_id = open.id
        cross join lateral (
          select id, due_at, row_number() over (order by due_at, id) as turn from analyses
          where business_id = open.id and due_at <= current_timestamp(3) and not (worker_id is not null and interruptions >= 2)
          order by due_at, id
          -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
          limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
              1 + 2 * $2::int / (select greatest(count(*), 1) from open))
        ) as due
      ),
      ranked as (
        select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
        from ready
      ),
      chosen as (
        select ranked.id from ranked left join leased_by_account using (account_id)
        where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
        order by turn, due_at, ranked.id limit $2
      ),
      -- Only what was chosen is locked; a row that is being canceled is left out.
      free as materialized (
        select id, business_id as group_id, worker_id, attempt_count, started_at from analyses
        where id in (select id from chosen) and due_at <= current_timestamp(3) and not (worker_id is not null and interruptions >= 2)
        for update skip locked
      )
      update analyses
      set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int
      where id in (select id from free)
      returning id, worker_id, attempt_count as attempt"
    `)
  })

  test('the claim of review imports runs one statement with the expected text', async () => {
    expect(await textOf('claim_review_imports', () => claimReviewImports(database.db, request))).toMatchInlineSnapshot(`
      "with recursive groups as (
        (select business_id as id, due_at from review_imports where due_at is not null order by business_id, due_at limit 1)
        union all
        select next.id, next.due_at
        from groups cross join lateral (
          select business_id as id, due_at from review_imports where due_at is not null and business_id > groups.id
          order by business_id, due_at limit 1
        ) as next
      ),
      -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
      open as materialized (
        select open.id, open.account_id, open.startable
        from groups join (
          select id, account_id, null::int as startable from businesses
        ) as open on open.id = groups.id
        where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
      ),
      leased as materialized (
        select business_id as group_id, account_id, count(*) as leases
        from review_imports where worker_id is not null and due_at > current_timestamp(3)
        group by business_id, account_id
      ),
      leased_by_account as materialized (
        select account_id, sum(leases) as leases from leased group by account_id
      ),
      ready as (
        -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
        -- connections.
        select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
        from open
        left join leased on leased.group_id = open.id
        cross join lateral (
          select id, due_at, row_number() over (order by due_at, id) as turn from review_imports
          where business_id = open.id and due_at <= current_timestamp(3) and not false
          order by due_at, id
          -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
          limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
              1 + 2 * $2::int / (select greatest(count(*), 1) from open))
        ) as due
      ),
      ranked as (
        select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
        from ready
      ),
      chosen as (
        select ranked.id from ranked left join leased_by_account using (account_id)
        where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
        order by turn, due_at, ranked.id limit $2
      ),
      -- Only what was chosen is locked; a row that is being canceled is left out.
      free as materialized (
        select id, business_id as group_id, worker_id, attempt_count, started_at from review_imports
        where id in (select id from chosen) and due_at <= current_timestamp(3) and not false
        for update skip locked
      )
      update review_imports
      set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int
      where id in (select id from free)
      returning id, worker_id, attempt_count as attempt"
    `)
  })

  test('the claim of review maintenance runs one statement with the expected text', async () => {
    expect(
      await textOf('claim_review_upkeep', () => claimReviewMaintenance(database.db, request)),
    ).toMatchInlineSnapshot(`
      "with recursive groups as (
        (select id as id, due_at from review_upkeep where due_at is not null order by id, due_at limit 1)
        union all
        select next.id, next.due_at
        from groups cross join lateral (
          select id as id, due_at from review_upkeep where due_at is not null and id > groups.id
          order by id, due_at limit 1
        ) as next
      ),
      -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
      open as materialized (
        select open.id, open.account_id, open.startable
        from groups join (
          select id, account_id, null::int as startable from businesses
        ) as open on open.id = groups.id
        where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
      ),
      leased as materialized (
        select id as group_id, account_id, count(*) as leases
        from review_upkeep where worker_id is not null and due_at > current_timestamp(3)
        group by id, account_id
      ),
      leased_by_account as materialized (
        select account_id, sum(leases) as leases from leased group by account_id
      ),
      ready as (
        -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
        -- connections.
        select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
        from open
        left join leased on leased.group_id = open.id
        cross join lateral (
          select id, due_at, row_number() over (order by due_at, id) as turn from review_upkeep
          where id = open.id and due_at <= current_timestamp(3) and not false
          order by due_at, id
          -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
          limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
              1 + 2 * $2::int / (select greatest(count(*), 1) from open))
        ) as due
      ),
      ranked as (
        select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
        from ready
      ),
      chosen as (
        select ranked.id from ranked left join leased_by_account using (account_id)
        where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
        order by turn, due_at, ranked.id limit $2
      ),
      -- Only what was chosen is locked; a row that is being canceled is left out.
      free as materialized (
        select id, id as group_id, worker_id, attempt_count, started_at from review_upkeep
        where id in (select id from chosen) and due_at <= current_timestamp(3) and not false
        for update skip locked
      )
      update review_upkeep
      set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int
      where id in (select id from free)
      returning id, worker_id, attempt_count as attempt"
    `)
  })

  test('the claim of account exports runs one statement with the expected text', async () => {
    expect(
      await textOf('claim_account_exports', () => claimAccountExports(database.db, request)),
    ).toMatchInlineSnapshot(`
      "with recursive groups as (
        (select account_id as id, due_at from account_exports where due_at is not null order by account_id, due_at limit 1)
        union all
        select next.id, next.due_at
        from groups cross join lateral (
          select account_id as id, due_at from account_exports where due_at is not null and account_id > groups.id
          order by account_id, due_at limit 1
        ) as next
      ),
      -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
      open as materialized (
        select open.id, open.account_id, open.startable
        from groups join (
          select id, id as account_id, null::int as startable from accounts where erasing_since is null
        ) as open on open.id = groups.id
        where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
      ),
      leased as materialized (
        select account_id as group_id, account_id, count(*) as leases
        from account_exports where worker_id is not null and due_at > current_timestamp(3)
        group by account_id, account_id
      ),
      leased_by_account as materialized (
        select account_id, sum(leases) as leases from leased group by account_id
      ),
      ready as (
        -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
        -- connections.
        select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
        from open
        left join leased on leased.group_id = open.id
        cross join lateral (
          select id, due_at, row_number() over (order by due_at, id) as turn from account_exports
          where account_id = open.id and due_at <= current_timestamp(3) and not false
          order by due_at, id
          -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
          limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
              1 + 2 * $2::int / (select greatest(count(*), 1) from open))
        ) as due
      ),
      ranked as (
        select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
        from ready
      ),
      chosen as (
        select ranked.id from ranked left join leased_by_account using (account_id)
        where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
        order by turn, due_at, ranked.id limit $2
      ),
      -- Only what was chosen is locked; a row that is being canceled is left out.
      free as materialized (
        select id, account_id as group_id, worker_id, attempt_count, started_at from account_exports
        where id in (select id from chosen) and due_at <= current_timestamp(3) and not false
        for update skip locked
      )
      update account_exports
      set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int
      where id in (select id from free)
      returning id, worker_id, attempt_count as attempt"
    `)
  })
})
