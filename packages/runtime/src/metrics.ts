import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { listen } from './listen.ts'
import type { Logger } from './logger.ts'
import { originOf } from './origin.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** What one process counts, and the port on which Prometheus reads it. */
export interface Metrics {
  registry: Registry
  port: number
  /** Of `/metrics`. */
  url: string
  close(): Promise<void>
}

/** The processes that have metrics, the setting of the port of each, and the variable of that setting. */
const processes = {
  api: { port: 'port', variable: 'SVC_METRICS_PORT' },
  worker: { port: 'workerPort', variable: 'SVC_WORKER_METRICS_PORT' },
  mock: { port: 'mockPort', variable: 'SVC_MOCK_METRICS_PORT' },
} as const

interface MetricsOptions {
  process: keyof typeof processes
  settings: Pick<Settings, 'metrics' | 'mode'>
  logger: Pick<Logger, 'info'>
}

/**
 * Serves `/metrics` and `/healthz`, and nothing else, on a port of its own: neither is ever on the public port.
 * Undefined where the setting is `none`: then the process counts nothing. In production a port that is in use is an
 * error, because Prometheus would miss the process; in development the process takes any free port.
 */
export async function startMetrics(options: MetricsOptions): Promise<Metrics | undefined> {
  const { settings, logger } = options
  const { port: name, variable } = processes[options.process]
  const { host, [name]: wanted } = settings.metrics
  if (wanted === null) return undefined
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const server = createMetricsServer(registry)
  const at = { host, settings: { host: 'SVC_METRICS_HOST', port: variable } }
  const port = await listen(server, { ...at, port: wanted }).catch((error) => {
    if (settings.mode === 'production' || !(error instanceof StartError)) throw error
    return listen(server, { ...at, port: 0 })
  })
  // It does not keep a process alive that has nothing else to do.
  server.unref()
  logger.info({ host, port }, 'Metrics are served at /metrics')
  return {
    registry,
    port,
    url: `${originOf(host, port)}/metrics`,
    async close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

/** `/healthz` shows that the process runs and reads nothing else: an outage of the database must not restart it. */
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
