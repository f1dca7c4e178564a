import type { Schemas } from '@generated/contract/server-types'
import { listAnalyses } from '@svc/db/analyses'
import { findAnalysisSchedule, setAnalysisSchedule } from '@svc/db/analysis-schedules'
import { setLimits } from '@svc/db/limit-settings'
import { readQuota } from '@svc/db/quotas'
import type { Owner } from '@svc/db/records'
import { listReports } from '@svc/db/reports'
import { storeReviews } from '@svc/db/reviews'
import { listUsageEvents } from '@svc/db/usage-events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runDueSchedule } from '../src/scheduled-analyses.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(async () => {
  await harness.reset()
  await setLimits(harness.database.db, new Map([['quota.analyses', null]]))
})
afterAll(() => harness.close())

const dayMs = 86_400_000

const mondays: Schemas['SetAnalysisScheduleRequest'] = { frequency: 'weekly', weekday: 'monday', hour: 6 }

const schedule = (owner: Owner, rule: typeof mondays, nowMs: number) =>
  harness.database.db.transaction((transaction) => setAnalysisSchedule(transaction, owner, rule, nowMs))

/** An account in Amsterdam whose business has this schedule since `from`. */
async function scheduled(from: string, rule = mondays): Promise<Owner> {
  const owner = await harness.owner()
  await schedule(owner, rule, Date.parse(from))
  return owner
}

/** Makes every run that is due at this instant, as a worker does. Returns how many. */
async function runAt(instant: string): Promise<number> {
  const clock = { now: () => Date.parse(instant) }
  let runs = 0
  while (await runDueSchedule(harness.database.db, { clock })) runs += 1
  return runs
}

const analysesOf = async (owner: Owner) => (await listAnalyses(harness.database.db, owner, { limit: 100 })).items
const scheduleOf = (owner: Owner) => findAnalysisSchedule(harness.database.db, owner)
const usedOf = (owner: Owner, month: string) =>
  readQuota(harness.database.db, owner, { name: 'analyses', kind: 'live', month })

/** Ends the schedule, so that later tests find nothing due. */
const end = (owner: Owner) => schedule(owner, { ...mondays, frequency: 'none' }, 0)

test('a run starts one analysis at its hour, counts it against the plan, and shows the next run', async () => {
  const owner = await scheduled('2026-11-20T12:00:00Z')
  expect(await runAt('2026-11-23T04:59:59.999Z')).toBe(0)
  expect(await runAt('2026-11-23T05:00:00.000Z')).toBe(1)
  expect(await runAt('2026-11-23T05:00:05.000Z')).toBe(0)
  const [analysis, ...others] = await analysesOf(owner)
  expect(others).toEqual([])
  expect(await usedOf(owner, '2026-11-01')).toBe(1)
  expect(await scheduleOf(owner)).toMatchObject({
    next_run_at: '2026-11-30T05:00:00.000Z',
    last_run_at: '2026-11-23T05:00:00.000Z',
    last_analysis_id: analysis?.id,
  })
  await end(owner)
})

test('runs that were missed while every worker was down are made up for by one', async () => {
  const owner = await scheduled('2026-11-01T12:00:00Z')
  expect(await runAt('2026-11-25T10:00:00Z')).toBe(1)
  expect(await analysesOf(owner)).toHaveLength(1)
  expect((await scheduleOf(owner))?.next_run_at).toBe('2026-11-30T05:00:00.000Z')
  await end(owner)
})

test.each([
  ['2026-03-27T00:00:00Z', '2026-03-30T04:00:00.000Z'],
  ['2026-10-23T00:00:00Z', '2026-10-26T05:00:00.000Z'],
])('the run after the change of the clocks (from %s) keeps its local hour', async (from, due) => {
  const owner = await scheduled(from)
  expect(await runAt(new Date(Date.parse(due) - 1).toISOString())).toBe(0)
  expect(await runAt(due)).toBe(1)
  await end(owner)
})

test('a monthly run is on the first such day of the month', async () => {
  const owner = await scheduled('2027-01-31T12:00:00Z', { frequency: 'monthly', weekday: 'sunday', hour: 23 })
  const runs: unknown[] = []
  for (let month = 0; month < 4; month += 1) {
    const next = (await scheduleOf(owner))?.next_run_at ?? ''
    runs.push(next)
    expect(await runAt(next)).toBe(1)
  }
  expect(runs).toEqual([
    '2027-02-07T22:00:00.000Z',
    '2027-03-07T22:00:00.000Z',
    '2027-04-04T21:00:00.000Z',
    '2027-05-02T21:00:00.000Z',
  ])
  await end(owner)
})

test('when the quota is used up, the run is skipped with one usage event, and the next run takes place', async () => {
  const { db } = harness.database
  const owner = await scheduled('2026-11-20T12:00:00Z')
  await setLimits(db, new Map([['quota.analyses', 1]]))
  expect(await runAt('2026-11-23T05:00:00Z')).toBe(1)
  expect(await runAt('2026-11-30T05:00:00Z')).toBe(1)
  expect(await analysesOf(owner)).toHaveLength(1)
  const { items } = await listUsageEvents(db, owner, { limit: 10, type: 'analysis.skipped' })
  expect(items).toMatchObject([
    {
      created_at: '2026-11-30T05:00:00.000Z',
      actor: { type: 'system', id: null, label: null },
      quota: { name: 'analyses', used: 1, limit: 1 },
      resource_id: owner.business_id,
    },
  ])
  expect(await scheduleOf(owner)).toMatchObject({
    next_run_at: '2026-12-07T05:00:00.000Z',
    last_run_at: '2026-11-30T05:00:00.000Z',
    last_analysis_id: null,
  })
  expect(await runAt('2026-12-07T05:00:00Z')).toBe(1)
  expect(await analysesOf(owner)).toHaveLength(2)
  await end(owner)
})

test('concurrent workers start every run once', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => scheduled('2026-11-20T12:00:00Z')))
  const runs = await Promise.all(Array.from({ length: 4 }, () => runAt('2026-11-23T05:00:00Z')))
  expect(runs.reduce((sum, each) => sum + each)).toBe(6)
  for (const owner of owners) {
    expect(await analysesOf(owner)).toHaveLength(1)
    await end(owner)
  }
})

test('a worker makes the run, and its report belongs to the subscription', async () => {
  const { db } = harness.database
  const owner = await scheduled(new Date(Date.now() - 8 * dayMs).toISOString())
  const review = { source: 'google', rating: 2, language: 'en', owner_replied: null, retain_until: null } as const
  const text = 'We waited forty minutes for our table although we had booked it.'
  const published_at = new Date(Date.now() - dayMs).toISOString()
  await db.transaction((transaction) =>
    storeReviews(
      transaction,
      owner,
      null,
      Array.from({ length: 30 }, (_, n) => ({ ...review, text, published_at, source_id: `${n}` })),
    ),
  )
  harness.work()
  const report = await eventually('the report', async () => (await listReports(db, owner, { limit: 1 })).items[0])
  expect(report).toMatchObject({ origin: 'subscription', analysis_id: (await scheduleOf(owner))?.last_analysis_id })
  await end(owner)
})
