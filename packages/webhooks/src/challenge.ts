import { randomBytes } from 'node:crypto'
import type { Sender } from './sender.ts'
import { userAgent } from './signing.ts'

/**
 * Asks the receiver at a canonical URL whether it wants events of this service. Returns the problem, as the end of the
 * sentence "the URL …", or undefined if the receiver confirmed. Waits for the network: call it before the first
 * statement of a transaction.
 */
export type Challenge = (url: string) => Promise<string | undefined>

/** The time in milliseconds that a receiver has to confirm, while a request of the owner waits. */
export const challengeTimeoutMs = 5_000

/** Only somebody who controls the receiver can return a random value from it: decision 0051. */
export function createChallenge(sender: Pick<Sender, 'send'>): Challenge {
  return async (url) => {
    const challenge = randomBytes(32).toString('base64url')
    const { outcome, hint, response_excerpt } = await sender.send({
      url,
      headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
      body: Buffer.from(JSON.stringify({ type: 'webhook.challenge', challenge })),
    })
    if (outcome === 'failed') return `was not confirmed by its receiver. ${hint}`
    if (confirms(response_excerpt ?? '', challenge)) return undefined
    return 'was not confirmed by its receiver. It has to return the value of "challenge" as text, or as {"challenge": "…"}.'
  }
}

/**
 * Returns whether the response is the value, or an object that contains nothing else. A service that echoes every
 * request does not confirm.
 */
function confirms(response: string, challenge: string): boolean {
  return response.trim() === challenge || response.replace(/\s/g, '') === JSON.stringify({ challenge })
}
