import { setTimeout as sleep } from 'node:timers/promises'

/** A request of a client, sent to whichever API process is in service. */
interface ClientRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
}

interface BalancedLoadOptions {
  /** The ports of the API processes. A restarted process may have another port. */
  ports: () => number[]
  read: ClientRequest
  write: ClientRequest
  /** The number of requests per second; every fifth is a write. */
  perSecond: number
  /** The most requests at the same time; at that number, the rate is lower. Default: no limit. */
  concurrency?: number
  /**
   * Whether the processes are asked whether they are ready, as HAProxy and Kubernetes do; one that is not gets no
   * request. Otherwise, only refused connections show that a process is stopped, as for nginx.
   */
  asksReadiness?: boolean
  /** Sent after each confirmed write: a list, newest first, that must have what was written. Default: no request. */
  listAfterWrite?: ClientRequest
}

/** A record as a write returns it and a list has it. */
interface WrittenRecord {
  id: string
  created_at: string
}

interface Outcome {
  atMs: number
  kind: 'read' | 'write'
  /** The status of the response, or the error of the connection. */
  result: number | string
  succeeded: boolean
}

/** The results that clients observed during an interval. */
export interface ClientView {
  reads: { sent: number; failed: number }
  writes: { sent: number; failed: number }
  /** The longest time in which no write succeeded, in milliseconds. */
  longestGapMs: number
  /** The failures by their status or error. */
  failures: Readonly<Record<string, number>>
}

export interface BalancedLoad {
  /** The reads whose connection failed after they were sent: the process may have processed them. */
  readonly interruptedReads: number
  /** The ids of the deliveries whose 2xx response reached the client. */
  readonly confirmed: readonly string[]
  /** The lists that were read after a write, and those of them that lacked it. */
  readonly lists: Readonly<{ read: number; lacking: number }>
  since(fromMs: number): ClientView
  /** The most requests that succeeded within any interval of this length. */
  mostSucceededWithin(intervalMs: number): number
  /** Resolves when no request is in progress. */
  stop(): Promise<void>
}

const writeEvery = 5
const timeoutMs = 10_000

/** The time for which a process that refused a connection gets no request, as in the configuration of the proxy. */
const outOfServiceMs = 1_000

/** Sends requests as a reverse proxy with `deploy/nginx` passes them on. */
class Balancer {
  readonly #ports: () => number[]
  readonly #refusedAtMs = new Map<number, number>()
  readonly #notReady = new Set<number>()
  #turn = 0
  #interruptedReads = 0

  constructor(ports: () => number[]) {
    this.#ports = ports
  }

  /** Asks each process whether it is ready. */
  async askReadiness(): Promise<void> {
    for (const port of this.#ports()) {
      const signal = AbortSignal.timeout(timeoutMs)
      // A process that does not respond is not ready.
      const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.ok) this.#notReady.delete(port)
      else this.#notReady.add(port)
    }
  }

  get interruptedReads(): number {
    return this.#interruptedReads
  }

  /**
   * Sends a request to the processes in turn, and to the other one after an error of the connection, unless it is a
   * POST that may have been processed. Rejects with the error of the connection.
   */
  async send({ method, path, headers }: ClientRequest): Promise<{ status: number; body: string }> {
    let lastError: unknown
    for (const port of this.#order()) {
      try {
        const url = `http://127.0.0.1:${port}${path}`
        const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) })
        return { status: response.status, body: await response.text() }
      } catch (error) {
        lastError = error
        this.#refusedAtMs.set(port, performance.now())
        if (reasonOf(error) === 'ECONNREFUSED') continue
        if (method === 'POST') throw error
        this.#interruptedReads += 1
      }
    }
    throw lastError
  }

  /** The ports in the order in which they are tried. */
  #order(): number[] {
    const all = this.#ports()
    this.#turn = (this.#turn + 1) % all.length
    const inTurn = [...all.slice(this.#turn), ...all.slice(0, this.#turn)]
    const isOut = (port: number) =>
      this.#notReady.has(port) || performance.now() - (this.#refusedAtMs.get(port) ?? -outOfServiceMs) < outOfServiceMs
    return [...inTurn.filter((port) => !isOut(port)), ...inTurn.filter(isOut)]
  }
}

const readinessIntervalMs = 200

/** Sends requests at a constant rate, whether earlier ones have ended or not, up to `concurrency` at the same time. */
export function startBalancedLoad(options: BalancedLoadOptions): BalancedLoad {
  const { ports, read, write, perSecond, concurrency, asksReadiness = false, listAfterWrite } = options
  const balancer = new Balancer(ports)
  const outcomes: Outcome[] = []
  const confirmed: string[] = []
  const lists = { read: 0, lacking: 0 }
  const running = new Set<Promise<void>>()
  let stopping = false

  async function sendOne(kind: Outcome['kind']): Promise<void> {
    try {
      const { status, body } = await balancer.send(kind === 'read' ? read : write)
      const succeeded = status >= 200 && status < 300
      outcomes.push({ atMs: performance.now(), kind, result: status, succeeded })
      if (!succeeded || kind === 'read') return
      const written: WrittenRecord = JSON.parse(body).data
      confirmed.push(written.id)
      if (listAfterWrite) await lookFor(written, listAfterWrite)
    } catch (error) {
      outcomes.push({ atMs: performance.now(), kind, result: reasonOf(error), succeeded: false })
    }
  }

  async function lookFor({ id, created_at }: WrittenRecord, list: ClientRequest): Promise<void> {
    // A list that fails is not counted.
    const response = await balancer.send(list).catch(() => undefined)
    if (response?.status !== 200) return
    const page: WrittenRecord[] = JSON.parse(response.body).data
    lists.read += 1
    // A page that only has later records says nothing.
    const reachesBack = !page.every((record) => record.created_at > created_at)
    if (page.length === 0 || (reachesBack && !page.some((record) => record.id === id))) lists.lacking += 1
  }

  async function keepSending(): Promise<void> {
    const startMs = performance.now()
    for (let number = 0; !stopping; number++) {
      const sending = sendOne(number % writeEvery === 0 ? 'write' : 'read').finally(() => running.delete(sending))
      running.add(sending)
      while (running.size >= (concurrency ?? Number.POSITIVE_INFINITY)) await Promise.race(running)
      await sleep(Math.max(0, startMs + ((number + 1) * 1000) / perSecond - performance.now()))
    }
  }

  async function keepAsking(): Promise<void> {
    for (; asksReadiness && !stopping; await sleep(readinessIntervalMs)) await balancer.askReadiness()
  }

  const work = Promise.all([keepSending(), keepAsking()])
  return {
    get interruptedReads() {
      return balancer.interruptedReads
    },
    confirmed,
    lists,
    since: (fromMs) => viewOf(outcomes, { fromMs, toMs: performance.now() }),
    mostSucceededWithin: (intervalMs) =>
      mostWithin(
        outcomes.filter(({ succeeded }) => succeeded),
        intervalMs,
      ),
    async stop() {
      stopping = true
      await work
      await Promise.all(running)
    },
  }
}

/** The most outcomes, of those in order of time, within any interval of this length. */
function mostWithin(outcomes: readonly Outcome[], intervalMs: number): number {
  let first = 0
  let most = 0
  for (const [index, { atMs }] of outcomes.entries()) {
    while ((outcomes[first]?.atMs ?? atMs) <= atMs - intervalMs) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Every request has to succeed for this time before a fault counts as survived. */
const calmMs = 3_000

const recoveryMsMax = 120_000

/** Resolves when every request has succeeded for some time. Rejects if that does not happen within two minutes. */
export async function untilCalm(load: BalancedLoad): Promise<void> {
  const endMs = performance.now() + recoveryMsMax
  while (performance.now() < endMs) {
    await sleep(250)
    const { reads, writes } = load.since(performance.now() - calmMs)
    if (reads.sent > 0 && writes.sent > 0 && reads.failed + writes.failed === 0) return
  }
  throw new Error(`Requests still fail ${recoveryMsMax / 1000} s after a fault.`)
}

function viewOf(all: readonly Outcome[], { fromMs, toMs }: { fromMs: number; toMs: number }): ClientView {
  const outcomes = all.filter(({ atMs }) => atMs >= fromMs)
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const count = (list: readonly Outcome[]) => ({
    sent: list.length,
    failed: list.filter(({ succeeded }) => !succeeded).length,
  })
  const successes = of('write').filter(({ succeeded }) => succeeded)
  const times = [fromMs, ...successes.map(({ atMs }) => atMs), toMs]
  const failures: Record<string, number> = {}
  for (const { result, succeeded } of outcomes) if (!succeeded) failures[result] = (failures[result] ?? 0) + 1
  return {
    reads: count(of('read')),
    writes: count(of('write')),
    longestGapMs: Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs))),
    failures,
  }
}

/** The code of the error of a connection, such as `ECONNREFUSED`, or its name. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return cause instanceof Error ? cause.name : String(cause)
}
