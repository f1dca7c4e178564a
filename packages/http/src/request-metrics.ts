import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RequestObserver } from './shell/finished-request.ts'

/** From a read that PostgreSQL has in memory to a long poll; the objective of 250 ms is a bound. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Requests, errors and durations by operation, and what limits and quotas refused. Every label has values of the
 * contract or of the code, never of a request: a client cannot create a time series.
 */
export function createRequestMetrics(registry: Registry): RequestObserver {
  const registers = [registry]
  const requests = new Counter({
    name: 'svc_http_requests_total',
    help: 'Requests by operation and status; "aborted" when the client left before the response was sent.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const errors = new Counter({
    name: 'svc_http_errors_total',
    help: 'Error responses by operation and error code.',
    labelNames: ['operation', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'From the arrival of a request until its response was sent.',
    labelNames: ['operation'],
    buckets: durationBuckets,
    registers,
  })
  const refused = new Counter({
    name: 'svc_limits_refused_total',
    help: 'Requests that a rate limit or a quota refused, by the limit.',
    labelNames: ['limit'],
    registers,
  })
  const running = new Gauge({
    name: 'svc_http_requests_running',
    help: 'Requests that are being served now.',
    registers,
  })
  return {
    started: () => running.inc(),
    finished({ operation, status, aborted, durationMs, error }) {
      running.dec()
      requests.inc({ operation, status: aborted ? 'aborted' : status })
      durations.observe({ operation }, durationMs / 1000)
      if (error === undefined) return
      errors.inc({ operation, code: error.code })
      const [detail] = error.code === 'rate_limited' ? error.details : []
      if (detail) refused.inc({ limit: detail.path })
    },
  }
}
