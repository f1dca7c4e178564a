import { present } from '@svc/http/testing-reply'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi
let account: TestAccount
let path: `/businesses/biz_${string}/analysis-schedule`

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  account = await api.open()
  path = `/businesses/${account.owner.business_id}/analysis-schedule`
})
afterAll(() => api.close())

const put = (body: object) => account.call('PUT', path, { body })

test('a business without a schedule has the frequency none', async () => {
  const { status, data } = await account.call('GET', path)
  expect([status, data]).toEqual([
    200,
    {
      business_id: account.owner.business_id,
      frequency: 'none',
      weekday: 'monday',
      hour: 6,
      timezone: 'Europe/Amsterdam',
      next_run_at: null,
      last_run_at: null,
      last_analysis_id: null,
    },
  ])
})

test('PUT replaces the schedule and shows the next run at that day and hour in the time zone of the business', async () => {
  for (const [frequency, latestDay] of [
    ['weekly', 31],
    ['monthly', 7],
  ] as const) {
    const { status, data } = await put({ frequency, weekday: 'friday', hour: 17 })
    expect([status, data]).toMatchObject([200, { frequency, weekday: 'friday', hour: 17 }])
    const next = new Date(present(data.next_run_at))
    const local = next.toLocaleString('en-GB', { timeZone: 'Europe/Amsterdam', weekday: 'long', timeStyle: undefined })
    expect(local).toBe('Friday')
    expect(next.toLocaleTimeString('en-GB', { timeZone: 'Europe/Amsterdam' })).toBe('17:00:00')
    expect(next.getUTCDate()).toBeLessThanOrEqual(latestDay)
    expect((await account.call('GET', path)).data).toEqual(data)
  }
})

test('an omitted weekday and hour default to Monday and six, not to the values of the previous schedule', async () => {
  await put({ frequency: 'weekly', weekday: 'friday', hour: 17 })
  expect((await put({ frequency: 'monthly' })).data).toMatchObject({ weekday: 'monday', hour: 6 })
})

test('the frequency none ends the schedule', async () => {
  await put({ frequency: 'weekly' })
  expect((await put({ frequency: 'none' })).data).toMatchObject({ frequency: 'none', next_run_at: null })
})

test.each([
  [{}, 'body.frequency'],
  [{ frequency: 'daily' }, 'body.frequency'],
  [{ frequency: 'weekly', hour: 24 }, 'body.hour'],
  [{ frequency: 'weekly', weekday: 'Monday' }, 'body.weekday'],
  [{ frequency: 'monthly', day: 31 }, 'body.day'],
])('the schedule %j is refused and changes nothing', async (body, at) => {
  await put({ frequency: 'weekly', weekday: 'sunday', hour: 3 })
  const reply = await put(body)
  expectError(reply, 'invalid_request')
  expect(reply.details.map((detail) => detail.path)).toEqual([at])
  expect((await account.call('GET', path)).data).toMatchObject({ frequency: 'weekly', weekday: 'sunday', hour: 3 })
})
