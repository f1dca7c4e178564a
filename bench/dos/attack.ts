import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, type Target } from './target.ts'

/** One way to use up the service. */
export interface Attack {
  name: string
  /**
   * Whether the attacker stays within its own rate limits. Then its neighbor must not notice; otherwise the service
   * must recover within five seconds.
   */
  withinLimits: boolean
  /** Attacks until the signal is aborted. */
  run(target: Target, signal: AbortSignal): Promise<void>
}

/** A request of an attack: a path, and how it is sent. */
export type AttackRequest = readonly [path: string, options?: Parameters<typeof send>[2]]

/** Requests at an even pace, below the 300 per minute that one key may send. */
export const withinLimitsPerSecond = 4

/** Sends `perSecond` requests at an even pace, whether or not responses arrive. */
export async function pace(
  target: Target,
  signal: AbortSignal,
  perSecond: number,
  request: (index: number) => AttackRequest,
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  for (let index = 0; !signal.aborted; index++) {
    const [path, options] = request(index)
    // A refused or cut connection is the defense of the target, and the attack goes on.
    send(target, path, { agent, signal, ...options }).catch(() => {})
    // Rejects only when the attack ends.
    await sleep(1000 / perSecond, undefined, { signal }).catch(() => {})
  }
  agent.destroy()
}

/** Sends requests over this many connections, each as soon as the response before it has arrived. */
export async function flood(
  target: Target,
  signal: AbortSignal,
  connections: number,
  request: (index: number) => AttackRequest,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let index = 0
  const sendOneAfterTheOther = async () => {
    while (!signal.aborted) {
      const [path, options] = request(index++)
      // After a refused or cut connection, the pause leaves the processor to the others.
      await send(target, path, { agent, signal, ...options }).catch(() => sleep(5))
    }
  }
  await Promise.all(Array.from({ length: connections }, sendOneAfterTheOther))
  agent.destroy()
}

/** Keeps this many sockets open until the end; `use` is called once for each. Closed ones are not opened again. */
export async function hold<Socket extends { destroy(): void }>(
  signal: AbortSignal,
  count: number,
  open: () => Socket,
  use: (socket: Socket, signal: AbortSignal) => void = () => {},
): Promise<void> {
  const sockets: Socket[] = []
  for (let opened = 0; opened < count && !signal.aborted; opened++) {
    const socket = open()
    sockets.push(socket)
    use(socket, signal)
    if (opened % 50 === 49) await sleep(20)
  }
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  for (const socket of sockets) socket.destroy()
}

/** Opens a socket, uses it and destroys it, again and again, this many at once. */
export async function churn<Socket extends { destroy(): void }>(
  signal: AbortSignal,
  count: number,
  open: () => Socket,
  use: (socket: Socket) => Promise<unknown>,
): Promise<void> {
  const openOneAfterTheOther = async () => {
    while (!signal.aborted) {
      const socket = open()
      // The target may cut the connection; the next one replaces it.
      await use(socket).catch(() => {})
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: count }, openOneAfterTheOther))
}
