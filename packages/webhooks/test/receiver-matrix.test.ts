import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createSender } from '../src/sender.ts'
import { authority, body, closeAll, healthy, receivers, start } from './misbehaving.ts'

// All misbehaving receivers, several times, at the same time as some healthy ones.

/** Long enough for a response of this process when other work takes the machine for a while. */
const timeoutMs = 3_000
const rounds = 3
const healthyHosts = ['a', 'b', 'c', 'd'].map((name) => `healthy-${name}.rosso-trattoria.nl`)

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
  closeAll()
})

test(`${receivers.length} misbehaving receivers are classified in constant memory while healthy ones get their deliveries`, async () => {
  expect(receivers.length).toBeGreaterThanOrEqual(40)
  const child = fork(new URL('misbehaving-process.ts', import.meta.url), { execArgv: [] })
  closers.push(() => child.disconnect())
  const [message] = await once(child, 'message')
  const { ca, ports }: { ca: string; ports: number[] } = message
  const healthyPort = await start(healthy)
  const started = receivers.map((receiver, index) => {
    return { receiver, host: `receiver-${index}.rosso-trattoria.nl`, port: ports[index] ?? 0 }
  })
  const dnsOf = new Map(started.map(({ host, receiver }) => [host, receiver.dns]))
  const sender = createSender({
    timeoutMs,
    extraCa: `${ca}${authority.ca}`,
    async lookup(host) {
      const dns = dnsOf.get(host)
      if (dns === 'silent') return new Promise(() => {})
      throw Object.assign(new Error(`${host}: ${dns}`), { code: dns })
    },
    connectTo: [...started, ...healthyHosts.map((host) => ({ host, port: healthyPort }))]
      .filter(({ port }) => port !== 0)
      .map(({ host, port }) => ({ from: { host, port: 443 }, to: { host: '127.0.0.1', port } })),
  })
  closers.push(() => void sender.close())

  const attempt = (host: string) => sender.send({ url: `https://${host}/svc`, headers: {}, body: Buffer.from(body) })
  /** Makes attempts at each healthy receiver, one after another, until `work` ends. Returns the successes of each. */
  const attemptHealthyDuring = async (work: Promise<unknown>) => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    const successes = healthyHosts.map(async (host) => {
      let count = 0
      while (!isOver) {
        if ((await attempt(host)).outcome === 'succeeded') count += 1
        await sleep(10)
      }
      return count
    })
    await ended
    return Promise.all(successes)
  }
  const unexpected: unknown[] = []
  const healthySuccesses: number[] = []
  let rssBefore = 0
  for (let round = 0; round < rounds; round++) {
    // The first round allocates memory that is used again.
    if (round === 1) rssBefore = process.memoryUsage.rss()
    const misbehaving = started.map(async ({ receiver: { name, outcome }, host }, index) => {
      // Spread over the round, so that the sender is busy during every healthy attempt.
      await sleep((index * timeoutMs) / started.length)
      const result = await attempt(host)
      const { error, phase, http_status } = result
      const isExpected =
        error === outcome.error &&
        (outcome.phase === undefined || phase === outcome.phase) &&
        (outcome.status === undefined || http_status === outcome.status) &&
        (result.response_excerpt?.length ?? 0) <= 1024 &&
        (error === null) === (result.hint === null)
      if (!isExpected) unexpected.push({ name, expected: outcome, error, phase, http_status })
    })
    healthySuccesses.push(...(await attemptHealthyDuring(Promise.all(misbehaving))))
  }
  const grownMb = (process.memoryUsage.rss() - rssBefore) / 1024 ** 2
  process.stdout.write(
    `${receivers.length} receivers × ${rounds}, memory +${grownMb.toFixed(0)} MB, ` +
      `deliveries per healthy receiver and round: ${healthySuccesses.join(', ')}\n`,
  )
  expect(unexpected).toEqual([])
  expect(grownMb).toBeLessThan(50)
  expect(Math.min(...healthySuccesses)).toBeGreaterThan(0)
})
