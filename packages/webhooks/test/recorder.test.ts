import { openDatabase } from '@svc/db/database'
import type { FinishedAttempt } from '@svc/db/delivery-queue'
import { knexOf } from '@svc/db/testing'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { newId } from '@svc/runtime/ids'
import { expect, test } from 'vitest'
import { Recorder } from '../src/recorder.ts'

const database = openTestDatabase()

/** The result of an attempt; its lease is lost, so that the database accepts it and drops it. */
const lostAttempt = (): FinishedAttempt => ({
  lease: { id: newId('whd'), worker_id: 'w1', attempt: 1 },
  outcome: 'succeeded',
  duration_ms: 5,
  phase: 'response',
  error: null,
  http_status: 200,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  response_excerpt: null,
  hint: null,
})

test('results are recorded after a report of an earlier batch failed, and the failure is logged', async () => {
  const failure = new Error('The report failed.')
  const logged: unknown[] = []
  let reports = 0
  const recorder = new Recorder({
    db: database.db,
    retryDelaysMs: [1_000],
    keepMs: 60_000,
    logger: { warn: () => {}, error: (fields, message) => void logged.push([fields, message]) },
    onRecorded() {
      reports += 1
      if (reports === 1) throw failure
    },
  })
  await recorder.record(lostAttempt())
  await recorder.flush(60_000)
  await recorder.record(lostAttempt())
  expect([reports, recorder.pendingCount]).toEqual([2, 0])
  expect(logged).toEqual([[{ err: failure, deliveries: 0 }, 'The report of recorded deliveries failed']])
})

test('a result is recorded again after its statement has exceeded its time limit', async () => {
  const db = openDatabase({ url: database.url, applicationName: 'svc-test', statementTimeoutMs: 50 })
  const logged: unknown[] = []
  const canceled = Promise.withResolvers<void>()
  const recorder = new Recorder({
    db,
    retryDelaysMs: [1_000],
    keepMs: 60_000,
    logger: {
      warn: () => canceled.resolve(),
      error(fields, message) {
        logged.push([fields, message])
        canceled.resolve()
      },
    },
  })
  const blocker = await knexOf(database.db).transaction()
  try {
    await blocker.raw('lock table webhook_queue in access exclusive mode')
    const recorded = recorder.record(lostAttempt())
    await canceled.promise
    expect(recorder.pendingCount).toBe(1)
    await blocker.rollback()
    await recorded
  } finally {
    await blocker.rollback()
    await db.destroy()
  }
  expect([recorder.pendingCount, logged]).toEqual([0, []])
})
