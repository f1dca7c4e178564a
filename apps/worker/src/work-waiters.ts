import { millisecondsUntilDue, type QueueTable } from '@svc/db/claim'
import type { Database } from '@svc/db/database'
import { listenForWork } from '@svc/db/work-notifications'
import type { LoopContext } from './loop.ts'

/** The interval between polls while notifications arrive: a notification may be lost, and due times may change. */
const listeningPollMs = 2_000

/** The interval between polls without notifications, for example behind a pooler that does not forward them. */
const pollMs = 200

/** Waits for work in one queue. */
export interface WorkWaiter {
  /**
   * Returns true if a row of the queue is due. Otherwise waits until one may be, and returns false: after a
   * notification, when the next row becomes due, and after a few seconds at the latest.
   */
  isDue(context: LoopContext): Promise<boolean>
}

export interface WorkWaiters {
  of(queue: QueueTable): WorkWaiter
  stop(): Promise<void>
}

/** Listens for notifications of new rows, with one connection for all queues of the process. */
export function createWorkWaiters(db: Database): WorkWaiters {
  /** Resolved by the first notification since the queue was last looked at. */
  const signals = new Map<string, PromiseWithResolvers<void>>()
  const listener = listenForWork(
    () => db.openSession(),
    (notified) => {
      for (const [queue, signal] of signals) if (notified === undefined || notified === queue) signal.resolve()
    },
  )
  return {
    of: (queue) => ({
      async isDue(context) {
        // Before the statement: a row that is added while it runs ends the pause.
        const signal = Promise.withResolvers<void>()
        signals.set(queue.name, signal)
        const dueInMs = await millisecondsUntilDue(db, queue)
        if (dueInMs <= 0) return true
        await context.pause(Math.min(dueInMs, listener.isListening ? listeningPollMs : pollMs), signal.promise)
        return false
      },
    }),
    stop: () => listener.stop(),
  }
}
