import { Client } from 'undici'
import { newProgress, type Progress, SendInterruptedError } from './attempt.ts'
import type { Dial } from './dial.ts'

/** A connection that carries one attempt at a time: that is how each attempt knows the phases and times of its own. */
export interface Line {
  origin: Origin
  client: Client
  /** Of the attempt that it carries now. */
  progress: Progress
  openedMs: number
  dialling: AbortController
}

/** Where lines lead to, and who uses them. */
interface Origin {
  name: string
  idle: Line[]
  /** Lines that carry an attempt, or are handed to the next one. */
  busyCount: number
  /** Those of them whose connection is being made. */
  diallingCount: number
  /** Attempts that wait for a line, longest first. */
  waiting: Set<(line: Line | undefined) => void>
}

export interface Lines {
  /** A line for one attempt: one that is idle, one that gets free in a moment, or else a new one. */
  take(url: URL): Promise<Line>
  /** After an answer that has been read to its end. */
  giveBack(line: Line): void
  /** Ends a line that carried an attempt. */
  discard(line: Line): void
  /** Ends every line, those in use included. */
  close(): Promise<void>
}

const responseHeaderBytesMax = 16 * 1024

/** After the last answer. Receivers close idle connections after 5 s or more, and one that closes first costs an attempt. */
const keepAliveMs = 4_000

/** "A pooled socket may be used up to 60 s": after that the name is resolved, and its address checked, again. */
const connectionAgeMsMax = 60_000
const idleConnectionsMax = 2_000

/** More than a quick receiver takes for an answer; at a slow one the second of two attempts begins so much later. */
const freedSoonMs = 100

/** While a connection is being made nobody else begins one, so long: many at once delay each other. */
const dialledSoonMs = 1_000
const lookAgainMs = 25

/** Keeps connections open between attempts, and few of them: see `freedSoon`. */
export function createLines(dial: Dial): Lines {
  const origins = new Map<string, Origin>()
  const lines = new Set<Line>()
  let idleCount = 0

  function originOf(url: URL): Origin {
    let origin = origins.get(url.origin)
    if (origin === undefined) {
      origin = { name: url.origin, idle: [], busyCount: 0, diallingCount: 0, waiting: new Set() }
      origins.set(url.origin, origin)
    }
    return origin
  }

  async function take(url: URL): Promise<Line> {
    const origin = originOf(url)
    const idle = takeIdle(origin)
    if (idle !== undefined) return idle
    if (origin.busyCount > 0) return (await freedSoon(origin)) ?? newLine(url, origin)
    origin.busyCount += 1
    return newLine(url, origin)
  }

  function takeIdle(origin: Origin): Line | undefined {
    for (let line = origin.idle.pop(); line !== undefined; line = origin.idle.pop()) {
      idleCount -= 1
      if (isUsable(line)) {
        origin.busyCount += 1
        return line
      }
      close(line)
    }
    return undefined
  }

  /**
   * A handshake costs twenty times an attempt, here and at the receiver. Measured with 500 receivers that answer at once, a
   * connection for each of two attempts at the same time took a third of the CPU time of both sides.
   */
  function freedSoon(origin: Origin): Promise<Line | undefined> {
    const { promise, resolve } = Promise.withResolvers<Line | undefined>()
    const hand = (line: Line | undefined) => {
      clearTimeout(timer)
      origin.waiting.delete(hand)
      // Who gets none opens one of his own, and the origin stays in use until then.
      if (line === undefined) origin.busyCount += 1
      resolve(line)
    }
    const giveUpMs = performance.now() + dialledSoonMs
    const look = () => {
      if (!origin.waiting.has(hand)) return
      if (origin.diallingCount === 0 || performance.now() >= giveUpMs) hand(undefined)
      else timer = setTimeout(look, lookAgainMs)
    }
    // Answers that are here already are read before anybody gives up, however late this process is.
    let timer = setTimeout(() => setImmediate(look), freedSoonMs)
    origin.waiting.add(hand)
    return promise
  }

  function giveBack(line: Line): void {
    const { origin } = line
    const usable = isUsable(line)
    const [next] = origin.waiting
    if (usable && next !== undefined) {
      next(line)
      return
    }
    if (!usable || idleCount >= idleConnectionsMax) {
      discard(line)
      return
    }
    origin.busyCount -= 1
    origin.idle.push(line)
    idleCount += 1
  }

  /** An idle line that the receiver has closed. */
  function forget(line: Line): void {
    const { idle } = line.origin
    const place = idle.indexOf(line)
    if (place === -1) return
    idle.splice(place, 1)
    idleCount -= 1
    close(line)
  }

  function discard(line: Line): void {
    const { origin } = line
    origin.busyCount -= 1
    if (origin.busyCount === 0) for (const hand of [...origin.waiting]) hand(undefined)
    close(line)
  }

  function close(line: Line): void {
    const { origin } = line
    lines.delete(line)
    line.dialling.abort(new SendInterruptedError('The attempt has ended.'))
    line.client.destroy().catch(ignore)
    if (origin.busyCount === 0 && origin.idle.length === 0 && origin.waiting.size === 0) origins.delete(origin.name)
  }

  function newLine(url: URL, origin: Origin): Line {
    const line: Line = {
      origin,
      progress: newProgress(),
      openedMs: performance.now(),
      dialling: new AbortController(),
      client: new Client(url.origin, {
        connect: (_, callback) => {
          line.openedMs = performance.now()
          origin.diallingCount += 1
          dial(url, line.progress, line.dialling.signal)
            .finally(() => {
              origin.diallingCount -= 1
            })
            .then(
              (socket) => callback(null, socket),
              (error) => callback(error, null),
            )
        },
        allowH2: false,
        useMilo: false,
        pipelining: 1,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        keepAliveTimeoutThreshold: 1_000,
        maxHeaderSize: responseHeaderBytesMax,
        // The deadline of the attempt is the only clock.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
    line.client.on('disconnect', () => forget(line))
    lines.add(line)
    return line
  }

  return {
    take,
    giveBack,
    discard,
    async close() {
      await Promise.all(
        [...lines].map((line) => {
          line.dialling.abort(new SendInterruptedError('The sender is closed.'))
          return line.client.destroy()
        }),
      )
      lines.clear()
      origins.clear()
      idleCount = 0
    },
  }
}

function isUsable({ client, openedMs }: Line): boolean {
  return !client.destroyed && performance.now() - openedMs < connectionAgeMsMax
}

/** For errors of a connection whose attempt has already been judged. */
function ignore(): void {}
