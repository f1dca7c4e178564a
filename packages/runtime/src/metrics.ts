import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { closeServer, listen } from './listen.ts'
import type { Logger } from './logger.ts'
import { originOf } from './origin.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** The metrics of one process, and the port on which Prometheus reads them. */
export interface Metrics {
  registry: Registry
  port: number
  /** The URL of `/metrics`. */
  url: string
  close(): Promise<void>
}

/** The processes that have metrics, the setting of the port of each, and the variable of that setting. */
const processes = {
  api: { port: 'port', variable: 'SVC_METRICS_PORT' },
  worker: { port: 'workerPort', variable: 'SVC_WORKER_METRICS_PORT' },
  mock: { port: 'mockPort', variable: 'SVC_MOCK_METRICS_PORT' },
} as const

/**
 * The interval between two event-loop delay samples, in milliseconds. Each sample wakes the process: with
 * the default of 10, they take 0.5 % of a core in a process that is idle otherwise. Samples contain the interval, so an
 * unblocked event loop has a delay of 0.05 seconds in the metrics.
 */
const eventLoopSampleMs = 50

interface MetricsOptions {
  process: keyof typeof processes
  settings: Pick<Settings, 'metrics' | 'mode'>
  logger: Pick<Logger, 'info'>
}

/**
 * Serves `/metrics` and `/healthz`, and nothing else, on a separate port, so that neither is on the public port.
 * Returns undefined if the setting is `none`; the process then counts nothing. In production, a port that is in use is
 * an error, because Prometheus could not read the process. In development, the process uses any free port.
 */
export async function startMetrics(options: MetricsOptions): Promise<Metrics | undefined> {
  const { settings, logger } = options
  const { port: name, variable } = processes[options.process]
  const { host, [name]: wanted } = settings.metrics
  if (wanted === null) return undefined
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs })
  const server = createMetricsServer(registry)
  const at = { host, settings: { host: 'SVC_METRICS_HOST', port: variable } }
  const port = await listen(server, { ...at, port: wanted }).catch((error) => {
    if (settings.mode === 'production' || !(error instanceof StartError)) throw error
    return listen(server, { ...at, port: 0 })
  })
  // The server does not keep a process alive that has no other work.
  server.unref()
  logger.info({ host, port }, 'Metrics served at /metrics')
  return {
    registry,
    port,
    url: `${originOf(host, port)}/metrics`,
    close: () => closeServer(server, 0),
  }
}

/**
 * `/healthz` only shows that the process is running. It does not query the database, because an outage of the database
 * must not restart the process.
 */
function createMetricsServer(registry: Registry) {
  return createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.url === '/healthz') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      response.end('{"status":"alive"}')
    } else if (isRead && request.url === '/metrics') {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType })
      response.end(text)
    } else {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only /metrics and /healthz are served here.\n')
    }
  })
}
