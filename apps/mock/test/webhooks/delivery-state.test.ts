import { expect, test } from 'vitest'
import {
  completeAttempt,
  type DeliveryRecord,
  interruptAttempt,
  isDue,
  newDelivery,
  startAttempt,
} from '../../src/webhooks/delivery-state.ts'

const at = (ms: number) => new Date(Date.parse('2026-11-23T06:00:00.000Z') + ms)
const success = { http_status: 204, excerpt: '', failure: null }
const failure = { http_status: 503, excerpt: 'restarting', failure: null }

const newRecord = (): DeliveryRecord =>
  newDelivery(
    {
      json: '{}',
      isInFeed: true,
      payload: {
        version: 1,
        id: 'evt_01m7hf34p8fpgt6swqxzpefr6q',
        type: 'webhook.test',
        created_at: at(0).toISOString(),
        data: {
          business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
          webhook_id: 'whk_01kjpx4gtrex7rhcb4yfrgw100',
          message: 'A test.',
        },
      },
    },
    {
      id: 'whd_01kjpx4gtrex7rhcb4yfrgw100',
      webhook_id: 'whk_01kjpx4gtrex7rhcb4yfrgw100',
      origin: 'test',
      resend_of: null,
    },
  ).record

test('a 2xx response ends a delivery as succeeded', () => {
  const started = startAttempt(newRecord(), at(0))
  expect(started).toMatchObject({ status: 'in_progress', attempt_count: 1, next_attempt_at: null })
  const done = completeAttempt(started, success, at(40))
  expect(done).toMatchObject({ status: 'succeeded', finished_at: at(40).toISOString(), hint: null })
  expect(done.attempts).toMatchObject([{ number: 1, outcome: 'succeeded', duration_ms: 40, http_status: 204 }])
})

test('failed attempts follow the schedule of the service a thousand times faster, and the fifth is the last', () => {
  let record = newRecord()
  const delaysMs: number[] = []
  for (let count = 0; count < 5; count++) {
    record = completeAttempt(startAttempt(record, at(0)), failure, at(0))
    if (record.next_attempt_at !== null) delaysMs.push(Date.parse(record.next_attempt_at) - at(0).getTime())
  }
  expect(delaysMs).toEqual([30, 120, 600, 3_600])
  expect(record).toMatchObject({ status: 'dead_lettered', attempt_count: 5, finished_at: at(0).toISOString() })
  expect(record.hint).toContain('503')
})

test('an interrupted attempt does not count as a failure, and the next one is due immediately', () => {
  const record = interruptAttempt(startAttempt(newRecord(), at(0)), at(10))
  expect(record).toMatchObject({ status: 'waiting_retry', finished_at: null, hint: null })
  expect(isDue(record, at(10).getTime())).toBe(true)
  const retried = completeAttempt(startAttempt(record, at(20)), success, at(30))
  expect(retried.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'succeeded'])
})

test('a delivery in progress or finished is not due', () => {
  const started = startAttempt(newRecord(), at(0))
  for (const record of [started, completeAttempt(started, success, at(10))])
    expect(isDue(record, at(1_000_000).getTime())).toBe(false)
})
