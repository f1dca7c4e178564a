import { expect, test } from 'vitest'
import { createBatchWriter } from '../src/batch-writer.ts'

/** A writer of pairs whose batches are written when the test says so. */
function writerOfPairs() {
  const batches: { items: readonly number[]; written: PromiseWithResolvers<void> }[] = []
  const writer = createBatchWriter<number>(2, (items) => {
    const written = Promise.withResolvers<void>()
    batches.push({ items, written })
    return written.promise
  })
  return { writer, batches, items: () => batches.map((batch) => batch.items) }
}

test('while a batch is written the next one is collected, and it waits for the first one', async () => {
  const { writer, batches, items } = writerOfPairs()
  expect(await writer.add(1)).toBe(false)
  expect(await writer.add(2)).toBe(true)
  expect(await writer.add(3)).toBe(false)
  const full = writer.add(4)
  expect(items()).toEqual([[1, 2]])
  batches[0]?.written.resolve()
  expect(await full).toBe(true)
  const ended = writer.end()
  batches[1]?.written.resolve()
  await expect.poll(items).toEqual([[1, 2], [3, 4], []])
  batches[2]?.written.resolve()
  await ended
})

test('a batch that cannot be written fails the next call', async () => {
  const { writer, batches, items } = writerOfPairs()
  await writer.add(1)
  await writer.add(2)
  batches[0]?.written.reject(new Error('The disk is full.'))
  expect(await writer.add(3)).toBe(false)
  await expect(writer.add(4)).rejects.toThrow('The disk is full.')
  await expect(writer.end()).rejects.toThrow('The disk is full.')
  expect(items()).toEqual([[1, 2]])
})

test('a stop waits for the batch that is being written, and discards the items after it', async () => {
  const { writer, batches, items } = writerOfPairs()
  await writer.add(1)
  await writer.add(2)
  await writer.add(3)
  const stopped = writer.stop()
  batches[0]?.written.resolve()
  await stopped
  expect(items()).toEqual([[1, 2]])
})
