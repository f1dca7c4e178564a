import { afterEach, expect, test, vi } from 'vitest'
import { enqueue } from '../src/queue/claim.ts'
import { listenForWork, WorkNotifier } from '../src/queue/work-notifications.ts'
import { deliveryQueue } from '../src/webhooks/delivery-queue.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
afterEach(() => vi.useRealTimers())

/** Listens until the end of `use`, which gets the notifications so far: undefined if some may have been missed. */
async function listening(use: (notified: (string | undefined)[]) => Promise<void>): Promise<void> {
  const notified: (string | undefined)[] = []
  const listener = listenForWork(
    () => database.db.openSession(),
    (queue) => notified.push(queue),
  )
  try {
    await expect.poll(() => listener.isListening).toBe(true)
    await use(notified)
  } finally {
    await listener.stop()
  }
}

test('workers are notified after a commit, and not of what was rolled back', async () => {
  const { db } = database
  const statement = { name: 'add_nothing', text: 'select' }
  await listening(async (notified) => {
    const failed = db.transaction(async (transaction) => {
      await enqueue(transaction, { ...deliveryQueue, name: 'rolled back' }, statement, [])
      throw new Error('A later step failed')
    })
    await expect(failed).rejects.toThrow('A later step failed')
    await db.transaction(async (transaction) => {
      await enqueue(transaction, deliveryQueue, statement, [])
      expect(notified).toEqual([undefined])
    })
    await expect.poll(() => notified).toEqual([undefined, 'deliveries'])
  })
})

test('a listener that loses its connection opens another one, and reports that notifications may have been missed', async () => {
  await listening(async (notified) => {
    const listeners = "query = 'listen svc_work' and datname = current_database()"
    await knexOf(database.db).raw(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`)
    await expect.poll(() => notified, { timeout: 30_000 }).toEqual([undefined, undefined])
    database.db.notifyWorkers('deliveries')
    await expect.poll(() => notified).toEqual([undefined, undefined, 'deliveries'])
  })
})

test('a burst of commits costs one notification at once and one for each interval, and loses no queue', () => {
  vi.useFakeTimers()
  const sent: unknown[] = []
  const notifier = new WorkNotifier(async ({ values }) => sent.push(values?.[0]))
  for (let commit = 0; commit < 100; commit++) notifier.notify([commit % 2 === 0 ? 'deliveries' : 'analyses'])
  expect(sent).toEqual([['deliveries']])
  vi.advanceTimersByTime(20)
  expect(sent).toEqual([['deliveries'], ['analyses', 'deliveries']])
  vi.advanceTimersByTime(1_000)
  notifier.notify(['analyses'])
  expect(sent.slice(2)).toEqual([['analyses']])
})

test('a notification that fails changes nothing for its sender', async () => {
  const notifier = new WorkNotifier(() => Promise.reject(new Error('The database is unavailable')))
  notifier.notify(['deliveries'])
  await new Promise((resolve) => setImmediate(resolve))
})
