import { setImmediate as turn } from 'node:timers/promises'
import type { Id } from '@svc/runtime/ids'
import { expect, test } from 'vitest'
import { createFeedWatcher } from '../src/feed-watcher.ts'

/** A watcher whose polls the test makes, and every list of accounts that it asked for. */
function watch(numbers: ReadonlyMap<Id<'acc'>, number>) {
  const asked: Id<'acc'>[][] = []
  let next = Promise.withResolvers<void>()
  const watcher = createFeedWatcher({
    async lastNumbers(accounts) {
      asked.push([...accounts])
      return numbers
    },
    pause: () => next.promise,
  })
  return {
    watcher,
    asked,
    async poll() {
      const { resolve } = next
      next = Promise.withResolvers()
      resolve()
      await turn()
    },
  }
}

const never = new AbortController().signal

test('one query per poll serves every waiting request', async () => {
  const numbers = new Map<Id<'acc'>, number>([['acc_a', 3]])
  const { watcher, asked, poll } = watch(numbers)
  const waiting = Array.from({ length: 200 }, (_, index) =>
    watcher.changed(index < 150 ? 'acc_a' : 'acc_b', undefined, never),
  )
  await poll()
  expect(asked).toEqual([['acc_a', 'acc_b']])
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([3, 0]))
})

test('a request waits until its own feed changes', async () => {
  const numbers = new Map<Id<'acc'>, number>([['acc_a', 3]])
  const { watcher, asked, poll } = watch(numbers)
  const waiting = watcher.changed('acc_a', 3, never)
  await poll()
  await poll()
  expect(asked).toHaveLength(2)
  numbers.set('acc_a', 4)
  await poll()
  expect(await waiting).toBe(4)
})

test('nothing is polled for requests whose client disconnected', async () => {
  const { watcher, asked, poll } = watch(new Map())
  const gone = new AbortController()
  const waiting = Array.from({ length: 200 }, () => watcher.changed('acc_a', 0, gone.signal))
  await poll()
  gone.abort()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]))
  await poll()
  await poll()
  expect(asked).toHaveLength(1)
  expect(await watcher.changed('acc_a', 0, gone.signal)).toBeUndefined()

  const again = watcher.changed('acc_a', undefined, never)
  await poll()
  expect(await again).toBe(0)
})

test('a poll that fails fails the requests that wait for it, and no later one', async () => {
  let fails = true
  const watcher = createFeedWatcher({
    async lastNumbers() {
      if (fails) throw new Error('unreachable')
      return new Map<Id<'acc'>, number>([['acc_a', 1]])
    },
    pause: () => turn(),
  })
  await expect(watcher.changed('acc_a', undefined, never)).rejects.toThrow('unreachable')
  fails = false
  expect(await watcher.changed('acc_a', undefined, never)).toBe(1)
})
