import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { analyses } from './requests.ts'
import { type Address, send } from './target.ts'

// Another account at work: sends requests at an even pace and reports how long each took, from when it should have been
// sent. A request that fails or takes longer than the timeout counts with the timeout.

export interface NeighborSample {
  startedMs: number
  durationMs: number
  succeeded: boolean
}

const perSecond = 8
const timeoutMs = 10_000

/** The keys of the neighbor: two, because one may send only five requests per second. */
type Neighbor = Address & { businessId: string; keys: string[] }

process.once('message', async ({ keys, ...target }: Neighbor) => {
  const agent = new Agent({ keepAlive: true })
  for (let dueMs = Date.now(), index = 0; ; dueMs += 1000 / perSecond, index++) {
    await sleep(Math.max(0, dueMs - Date.now()))
    const startedMs = dueMs
    const headers = { 'X-API-Key': keys[index % keys.length] ?? '' }
    void send(target, `${analyses(target)}?limit=5`, { agent, headers, signal: AbortSignal.timeout(timeoutMs) })
      .then(
        (status) => status === 200,
        () => false,
      )
      .then((succeeded) => {
        const durationMs = succeeded ? Date.now() - startedMs : timeoutMs
        process.send?.({ startedMs, durationMs, succeeded } satisfies NeighborSample)
      })
  }
})
process.on('disconnect', () => process.exit())
