import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createSender } from '../src/sender.ts'
import { authority, body, closeAll, healthy, receivers, start } from './misbehaving.ts'

// All misbehaving receivers, several times, at the same time as some healthy ones.

const timeoutMs = 1_000
/** "Each attempt ≤ deadline + 0.5 s"; the machine that runs the tests may be busy with others. */
const graceMs = 1_000
/** "Healthy receivers' p95 ≤ 1.2 × baseline", likewise. */
const busyMs = 500
const rounds = 3
const healthyHosts = ['a', 'b', 'c', 'd'].map((name) => `healthy-${name}.rosso-trattoria.nl`)

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
  closeAll()
})

test(`${receivers.length} misbehaving receivers are classified in time, in constant memory, without delaying healthy ones`, async () => {
  expect(receivers.length).toBeGreaterThanOrEqual(40)
  const child = fork(new URL('misbehaving-process.ts', import.meta.url), { execArgv: [] })
  closers.push(() => child.disconnect())
  const [message] = await once(child, 'message')
  const { ca, ports }: { ca: string; ports: number[] } = message
  const healthyPort = await start(healthy)
  const started = receivers.map((receiver, place) => {
    return { receiver, host: `receiver-${place}.rosso-trattoria.nl`, port: ports[place] ?? 0 }
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

  const attempt = async (host: string) => {
    const startedMs = performance.now()
    const result = await sender.send({ url: `https://${host}/svc`, headers: {}, body: Buffer.from(body) })
    return { result, tookMs: performance.now() - startedMs }
  }
  /** Makes attempts one after the other at each healthy receiver. Returns the duration of each. */
  const attemptHealthy = async () => {
    const endMs = performance.now() + timeoutMs
    const tookMs = healthyHosts.map(async (host) => {
      const mine: number[] = []
      while (performance.now() < endMs) mine.push((await attempt(host)).tookMs)
      return mine
    })
    return (await Promise.all(tookMs)).flat()
  }
  // The first run opens connections and compiles code; the second one is measured.
  await attemptHealthy()
  const alone = quantile95(await attemptHealthy())
  const healthyMs: number[] = []
  const wrong: unknown[] = []
  let slowestMs = 0
  let rssBefore = 0
  for (let round = 0; round < rounds; round++) {
    // The first round allocates what stays.
    if (round === 1) rssBefore = process.memoryUsage.rss()
    const misbehaving = started.map(async ({ receiver: { name, outcome }, host }, place) => {
      // Spread over the round, so that the sender is busy during every healthy attempt.
      await pause((place * timeoutMs) / started.length)
      const { result, tookMs } = await attempt(host)
      slowestMs = Math.max(slowestMs, tookMs)
      const { error, phase, http_status } = result
      const fits =
        error === outcome.error &&
        (outcome.phase === undefined || phase === outcome.phase) &&
        (outcome.status === undefined || http_status === outcome.status) &&
        (result.response_excerpt?.length ?? 0) <= 1024 &&
        (error === null) === (result.hint === null)
      if (!fits) wrong.push({ name, expected: outcome, error, phase, http_status })
    })
    healthyMs.push(...(await attemptHealthy()))
    await Promise.all(misbehaving)
  }
  const grownMb = (process.memoryUsage.rss() - rssBefore) / 1024 ** 2
  const withOthers = quantile95(healthyMs)
  process.stdout.write(
    `${receivers.length} receivers × ${rounds}, memory +${grownMb.toFixed(0)} MB, slowest ${slowestMs.toFixed(0)} ms, ` +
      `healthy p95 ${withOthers.toFixed(1)} ms, ${(withOthers / alone).toFixed(2)} × the ${alone.toFixed(1)} ms without the others\n`,
  )
  expect(wrong).toEqual([])
  expect(slowestMs).toBeLessThan(timeoutMs + graceMs)
  expect(grownMb).toBeLessThan(50)
  expect(withOthers).toBeLessThan(1.2 * alone + busyMs)
})

function quantile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}
