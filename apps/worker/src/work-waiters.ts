import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondsUntilDue, type QueueTable } from '@svc/db/claim'
import type { Database } from '@svc/db/database'
import { millisecondsUntilEachIsDue } from '@svc/db/due-work'
import { listenForWork } from '@svc/db/work-notifications'
import type { LoopContext } from './loop.ts'

/** Waits for work in one queue. */
export interface WorkWaiter {
  /**
   * Returns true if a row of the queue is due whose group is open. Otherwise waits until one may be, and returns false:
   * after a notification, when the next row becomes due, and when a poll finds a row.
   */
  isDue(context: LoopContext): Promise<boolean>
}

export interface WorkWaiters {
  of(queue: QueueTable): WorkWaiter
  /**
   * Resolves with the next notification for this name, which may be lost. Call it before the statement that looks for
   * work, so that no row is missed in between. It replaces the previous promise for the name.
   */
  notified(name: string): Promise<void>
  stop(): Promise<void>
}

interface PollIntervals {
  /** While notifications arrive: a notification may be lost, and due times may change. */
  listeningMs: number
  /** Without notifications, for example behind a pooler that does not forward them. */
  notListeningMs: number
}

const pollIntervals: PollIntervals = { listeningMs: 2_000, notListeningMs: 200 }

/** The longest pause of a loop. A poll that finds a row ends it. */
const pauseMaxMs = 30_000

/**
 * Listens for notifications of new rows with one connection for all queues of the process, and polls all queues with
 * one statement, because most of the processor time of an idle worker is that of its statements.
 */
export function createWorkWaiters(db: Database, intervals = pollIntervals): WorkWaiters {
  /** Resolved by the first notification since the queue was last looked at. */
  const signals = new Map<string, PromiseWithResolvers<void>>()
  const stopping = new AbortController()
  const listener = listenForWork(
    () => db.openSession(),
    (notified) => {
      for (const [name, signal] of signals) if (notified === undefined || notified === name) signal.resolve()
    },
  )

  function notified(name: string): Promise<void> {
    const signal = Promise.withResolvers<void>()
    signals.set(name, signal)
    return signal.promise
  }

  /** Ends the pauses of the queues in which a row will be due before the next poll. */
  async function poll(intervalMs: number): Promise<void> {
    try {
      for (const [name, dueInMs] of await millisecondsUntilEachIsDue(db))
        if (dueInMs <= intervalMs) signals.get(name)?.resolve()
    } catch {
      // The loops look for work themselves, and report the outage.
      for (const signal of signals.values()) signal.resolve()
    }
  }

  async function keepPolling(): Promise<void> {
    while (!stopping.signal.aborted) {
      const intervalMs = listener.isListening ? intervals.listeningMs : intervals.notListeningMs
      // Rejects only when the worker stops.
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) await poll(intervalMs)
    }
  }

  const polling = keepPolling()
  return {
    notified,
    of: (queue) => ({
      async isDue(context) {
        // Before the statement: a row that is added while it runs ends the pause.
        const signal = notified(queue.name)
        const dueInMs = await millisecondsUntilDue(db, queue)
        if (dueInMs <= 0) return true
        await context.pause(Math.min(dueInMs, pauseMaxMs), signal)
        return false
      },
    }),
    async stop() {
      stopping.abort()
      await Promise.all([polling, listener.stop()])
    },
  }
}
