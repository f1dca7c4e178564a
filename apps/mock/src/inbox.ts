import type { Sent } from './public.ts'

/** The newest deliveries, for people and tests to look at. */
export interface Inbox {
  put(sent: Sent): void
  /** Newest first. */
  list(): Sent[]
  clear(): void
}

const inboxMax = 200

export function createInbox(): Inbox {
  let all: Sent[] = []
  return {
    put(sent) {
      all = [sent, ...all].slice(0, inboxMax)
    },
    list: () => all,
    clear() {
      all = []
    },
  }
}
