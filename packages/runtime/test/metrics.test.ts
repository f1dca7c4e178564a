import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../src/listen.ts'
import { type Metrics, startMetrics } from '../src/metrics.ts'
import { readSettings } from '../src/settings.ts'

const logger = { info() {} }
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function start(environment: Record<string, string>): Promise<Metrics | undefined> {
  const metrics = await startMetrics({
    process: 'worker',
    settings: readSettings(environment, { purpose: 'mock' }),
    logger,
  })
  if (metrics) open.push(metrics)
  return metrics
}

const read = async (path: string, { port }: Metrics) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('the port for metrics', () => {
  test('serves /metrics and /healthz, and nothing else', async () => {
    const metrics = await start({ SVC_WORKER_METRICS_PORT: '0' })
    if (!metrics) throw new Error('No metrics were started.')
    const { status, type, text } = await read('/metrics', metrics)
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(await read('/healthz', metrics)).toMatchObject({ status: 200, text: '{"status":"alive"}' })
    for (const path of ['/', '/metrics/', '/metrics?x=1', '/livez', '/docs'])
      expect((await read(path, metrics)).status, path).toBe(404)
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(404)
  })

  test('is not opened when the setting is none', async () => {
    expect(await start({ SVC_WORKER_METRICS_PORT: 'none' })).toBeUndefined()
  })

  test('a metrics port in use is an error in production that names the setting, and is replaced in development', async () => {
    const server: Server = createServer()
    open.push(server)
    const names = { host: 'SVC_METRICS_HOST', port: 'SVC_WORKER_METRICS_PORT' }
    const port = await listen(server, { host: '127.0.0.1', port: 0, settings: names })
    const taken = { SVC_WORKER_METRICS_PORT: String(port) }
    expect((await start(taken))?.port).not.toBe(port)
    await expect(start({ ...taken, SVC_MODE: 'production' })).rejects.toMatchObject({
      name: 'StartError',
      message: `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set SVC_WORKER_METRICS_PORT to another port.`,
    })
  })
})
