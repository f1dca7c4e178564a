import type { QueueName, WebhookAttemptPhase } from '@generated/contract/enums'
import type { FinishedAttempt, FinishedDelivery } from '@svc/db/delivery-queue'
import type { QueueStatistics } from '@svc/db/queue-statistics'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface WorkerMetrics {
  /** Records that a delivery was claimed for its first attempt, and the delay since it was created. */
  deliveryClaimed(delayMs: number): void
  attemptFinished(attempt: Pick<FinishedAttempt, 'outcome' | 'phase' | 'duration_ms'>): void
  /** Counts an attempt that ended with an error the sender does not expect, and so without a result. */
  attemptFailedUnexpectedly(): void
  deliveriesRecorded(deliveries: readonly Pick<FinishedDelivery, 'status'>[]): void
  leaseLost(queue: QueueName): void
  analysisFinished(status: 'completed' | 'failed' | 'abandoned', durationMs: number): void
  loopIterated(loop: string, result: 'succeeded' | 'failed'): void
  purged(records: string, count: number): void
  queuesMeasured(statistics: readonly QueueStatistics[]): void
}

/**
 * The metrics of a worker. Every label has values of the contract or of the code: the number of time series does not
 * grow with accounts, endpoints or events.
 */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  return { ...deliveryMetrics(registry), ...workMetrics(registry), ...queueMetrics(registry) }
}

function deliveryMetrics(registry: Registry) {
  const registers = [registry]
  const delays = new Histogram({
    name: 'svc_delivery_delay_seconds',
    help: 'From the commit of a delivery to the start of its first attempt.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  const attempts = new Counter({
    name: 'svc_delivery_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome and by the last phase that was reached.',
    labelNames: ['outcome', 'phase'],
    registers,
  })
  const unexpected = new Counter({
    name: 'svc_delivery_attempts_unexpected_total',
    help: 'Attempts that ended with an unexpected error, without a result: bugs.',
    registers,
  })
  const durations = new Histogram({
    name: 'svc_delivery_attempt_duration_seconds',
    help: 'The duration of one attempt, which depends on the receiver.',
    labelNames: ['outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  const deliveries = new Counter({
    name: 'svc_deliveries_recorded_total',
    help: 'Deliveries by their status after an attempt: succeeded, waiting_retry or dead_lettered.',
    labelNames: ['status'],
    registers,
  })
  return {
    deliveryClaimed: (delayMs: number) => delays.observe(Math.max(0, delayMs) / 1000),
    attemptFinished(attempt: { outcome: string; phase: WebhookAttemptPhase; duration_ms: number }) {
      const { outcome, phase } = attempt
      attempts.inc({ outcome, phase })
      durations.observe({ outcome }, attempt.duration_ms / 1000)
    },
    attemptFailedUnexpectedly: () => unexpected.inc(),
    deliveriesRecorded(recorded: readonly Pick<FinishedDelivery, 'status'>[]) {
      for (const { status } of recorded) deliveries.inc({ status })
    },
  }
}

function workMetrics(registry: Registry) {
  const registers = [registry]
  const leases = new Counter({
    name: 'svc_leases_lost_total',
    help: 'Leases that this worker lost while it was working: another worker does the work again.',
    labelNames: ['queue'],
    registers,
  })
  const analyses = new Histogram({
    name: 'svc_analysis_duration_seconds',
    help: 'Analyses by how they ended; abandoned ones are continued by another worker.',
    labelNames: ['status'],
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  })
  const iterations = new Counter({
    name: 'svc_loop_iterations_total',
    help: 'Iterations of the loops of the worker, by result.',
    labelNames: ['loop', 'result'],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'svc_loop_last_success_timestamp_seconds',
    help: 'When an iteration of the loop succeeded last.',
    labelNames: ['loop'],
    registers,
  })
  const purged = new Counter({
    name: 'svc_purged_records_total',
    help: 'Expired records that housekeeping deleted.',
    labelNames: ['records'],
    registers,
  })
  return {
    leaseLost: (queue: QueueName) => leases.inc({ queue }),
    analysisFinished: (status: string, durationMs: number) => analyses.observe({ status }, durationMs / 1000),
    loopIterated(loop: string, result: 'succeeded' | 'failed') {
      iterations.inc({ loop, result })
      if (result === 'succeeded') lastSuccess.setToCurrentTime({ loop })
    },
    purged: (records: string, count: number) => purged.inc({ records }, count),
  }
}

function queueMetrics(registry: Registry) {
  const registers = [registry]
  const depth = new Gauge({
    name: 'svc_queue_depth',
    help: 'Rows of the queue by state, as one of the workers measured them last.',
    labelNames: ['queue', 'state'],
    registers,
  })
  const age = new Gauge({
    name: 'svc_queue_oldest_age_seconds',
    help: 'How long the oldest row that a worker could claim has been due.',
    labelNames: ['queue'],
    registers,
  })
  const measured = new Gauge({
    name: 'svc_queue_measured_timestamp_seconds',
    help: 'When the queues were measured.',
    labelNames: ['queue'],
    registers,
  })
  return {
    queuesMeasured(statistics: readonly QueueStatistics[]) {
      for (const { name: queue, oldest_due_at, measured_at, ...counts } of statistics) {
        for (const [count, rows] of Object.entries(counts))
          depth.set({ queue, state: count.replace('_count', '') }, rows)
        const measuredMs = Date.parse(measured_at)
        age.set({ queue }, oldest_due_at === null ? 0 : (measuredMs - Date.parse(oldest_due_at)) / 1000)
        measured.set({ queue }, measuredMs / 1000)
      }
    },
  }
}
