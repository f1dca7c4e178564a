import { once } from 'node:events'
import { expect, test } from 'vitest'
import { allAtOnce } from '../src/at-once.ts'

const never = new AbortController().signal

test('tasks run at the same time', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await allAtOnce(
    [
      async () => {
        first.resolve()
        await second.promise
      },
      async () => {
        second.resolve()
        await first.promise
      },
    ],
    never,
  )
})

test('a task that fails stops the others, and its error is reported once they have ended', async () => {
  const failure = new Error('the first failure')
  let hasEnded = false
  const running = allAtOnce(
    [
      async () => {
        throw failure
      },
      async (signal) => {
        if (!signal.aborted) await once(signal, 'abort')
        hasEnded = true
        throw new Error('stopped')
      },
    ],
    never,
  )
  await expect(running).rejects.toBe(failure)
  expect(hasEnded).toBe(true)
})

test('a signal that aborts stops every task', async () => {
  const stopping = new AbortController()
  const waits = async (signal: AbortSignal) => {
    await once(signal, 'abort')
    signal.throwIfAborted()
  }
  const running = allAtOnce([waits, waits], stopping.signal)
  stopping.abort()
  await expect(running).rejects.toBe(stopping.signal.reason)
})
