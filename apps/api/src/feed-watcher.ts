import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '@svc/runtime/ids'

export interface FeedWatcher {
  /**
   * Waits until the last number of an account's event feed is another one than `since`, and resolves with it; at once
   * after the next poll without `since`. Resolves with undefined when the signal is aborted, and rejects when the
   * database cannot be read.
   */
  changed(account: Id<'acc'>, since: number | undefined, signal: AbortSignal): Promise<number | undefined>
}

interface FeedWatcherOptions {
  /** Reads the last number of each feed; an account that is missing in the result has no entries. */
  lastNumbers(accounts: readonly Id<'acc'>[]): Promise<ReadonlyMap<Id<'acc'>, number>>
  /** Waits for the next poll; replaced in tests. */
  pause?(): Promise<void>
}

/** The interval at which feeds are polled. A notification for each event would slow down every write. */
const pollMs = 500

interface Waiter {
  account: Id<'acc'>
  since: number | undefined
  settle: PromiseWithResolvers<number | undefined>
}

/**
 * Watches the feeds of all waiting requests of this process with one query per poll, which costs the same for one
 * waiting request and for a thousand. Nothing is polled while no request waits.
 */
export function createFeedWatcher({ lastNumbers, pause = () => sleep(pollMs) }: FeedWatcherOptions): FeedWatcher {
  const waiters = new Set<Waiter>()
  let isPolling = false

  async function poll(): Promise<void> {
    for (await pause(); waiters.size > 0; await pause()) {
      // Requests that start waiting during this query are included in the next one.
      const asked = [...waiters]
      try {
        const numbers = await lastNumbers([...new Set(asked.map(({ account }) => account))])
        for (const waiter of asked) {
          const number = numbers.get(waiter.account) ?? 0
          if (number !== waiter.since) waiter.settle.resolve(number)
        }
      } catch (error) {
        for (const waiter of asked) waiter.settle.reject(error)
      }
    }
    isPolling = false
  }

  return {
    async changed(account, since, signal) {
      if (signal.aborted) return undefined
      const waiter: Waiter = { account, since, settle: Promise.withResolvers() }
      const stop = () => waiter.settle.resolve(undefined)
      signal.addEventListener('abort', stop)
      waiters.add(waiter)
      if (!isPolling) {
        isPolling = true
        void poll()
      }
      try {
        return await waiter.settle.promise
      } finally {
        waiters.delete(waiter)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
