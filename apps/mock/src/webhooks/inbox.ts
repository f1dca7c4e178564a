import type { SentWebhook } from '../public.ts'

/** The newest webhooks that were sent, for people and tests. */
export interface Inbox {
  add(sent: SentWebhook): void
  /** Newest first. */
  list(): SentWebhook[]
  clear(): void
}

const inboxMax = 200

export function createInbox(): Inbox {
  let all: SentWebhook[] = []
  return {
    add(sent) {
      all = [sent, ...all].slice(0, inboxMax)
    },
    list: () => all,
    clear() {
      all = []
    },
  }
}
