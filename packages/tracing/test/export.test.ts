import { startTestApi } from '@svc/api/testing'
import { freePort } from '@svc/supervisor/ports'
import { expect, onTestFinished, test } from 'vitest'
import { startTracing } from '../src/open-telemetry.ts'
import { startCollector } from './testing.ts'

function createLog() {
  const lines: string[] = []
  const log = (fields: unknown, message?: string) => void lines.push(message ?? String(fields))
  return { lines, logger: { info: log, warn: log } }
}

const urlOf = (port: number) => `http://127.0.0.1:${port}/v1/traces`

/** Begins and ends spans, each with a trace of its own. */
function record(tracing: ReturnType<typeof startTracing>, count: number): void {
  for (let index = 0; index < count; index++) tracing.begin({ name: 'recorded', kind: 'server' }).end()
}

test('an endpoint that is down is logged once when exports fail and once when they succeed again', async () => {
  const port = await freePort()
  const { lines, logger } = createLog()
  const url = urlOf(port)
  const tracing = startTracing({
    serviceName: 'svc-api',
    url,
    ratio: 1,
    logger,
    exportDelayMs: 1,
    exportTimeoutMs: 100,
  })
  for (let batches = 0; batches < 3; batches++) {
    record(tracing, 1)
    await expect.poll(() => lines.join()).toContain('could not be exported')
  }
  const collector = await startCollector({ port })
  onTestFinished(() => collector.close())
  await expect
    .poll(() => {
      record(tracing, 1)
      return lines
    })
    .toEqual(['Traces are exported', 'Traces could not be exported and are dropped', 'Trace export works again'])
  await tracing.close()
})

test('while exports wait, a bounded number of spans is kept', async () => {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const release = collector.hold()
  const { logger } = createLog()
  const tracing = startTracing({ serviceName: 'svc-api', url: collector.url, ratio: 1, logger })
  record(tracing, 20_000)
  release()
  await tracing.close()
  expect(collector.spans.length).toBeGreaterThan(4_000)
  expect(collector.spans.length).toBeLessThan(5_000)
})

test('the last spans are exported when the process stops', async () => {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const { logger } = createLog()
  const tracing = startTracing({ serviceName: 'svc-api', url: collector.url, ratio: 1, logger })
  record(tracing, 1)
  await tracing.close()
  expect(collector.spans).toMatchObject([{ service: 'svc-api', name: 'recorded', parentSpanId: '' }])
})

test('an endpoint that does not respond delays neither requests nor the end of the process', async () => {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  collector.hold()
  const api = await startTestApi({ SVC_TRACES_URL: collector.url, SVC_TRACES_RATIO: '1' })
  const { call } = await api.open()
  const replies = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/webhooks')))
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // Resolves although the endpoint never responds.
  await api.close()
})

test('a ratio chooses that share of the traces, regardless of the ids and flags that clients send', async () => {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const { logger } = createLog()
  const tracing = startTracing({ serviceName: 'svc-api', url: collector.url, ratio: 0.5, logger })
  const traceparent = '00-00000000000000000000000000000001-0000000000000001-01'
  const sampled = Array.from({ length: 4_000 }, () => {
    const span = tracing.begin({ name: 'recorded', kind: 'server' }, { traceparent })
    return span.isSampled
  }).filter(Boolean).length
  await tracing.close()
  // Less than one in 10^12 runs is outside of these bounds.
  expect(sampled).toBeGreaterThan(1_770)
  expect(sampled).toBeLessThan(2_230)
})
