import { setTimeout as sleep } from 'node:timers/promises'
import { analysisQueue, type ClaimedAnalysis, claimAnalyses, releaseAnalysis } from '@svc/db/analyses'
import type { Database } from '@svc/db/database'
import { isUnavailable } from '@svc/db/database-errors'
import type { Lease } from '@svc/db/records'
import type { Chat } from '@svc/llm/chat'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import { type NewSpan, runAs, type Tracing } from '@svc/runtime/tracing'
import type { Publisher } from '@svc/webhooks/publish'
import { runAnalysis, writeFailure } from './analysis.ts'
import { LeaseLostError, startLeaseLoop, untilNoneRuns } from './lease.ts'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { PdfPrinter } from './report/pdf.ts'
import type { WorkWaiter } from './work-waiters.ts'

interface AnalysesOptions {
  db: Database
  metrics: WorkerMetrics
  tracing: Tracing | undefined
  workerId: string
  work: WorkWaiter
  publisher: Publisher
  /** undefined: reports are only HTML. */
  pdfPrinter: PdfPrinter | undefined
  /** null: the text of an analysis is the embedded engine's. */
  chat: Chat | null
  clock: Clock
  logger: Logger
  leaseMs: number
  drainMs: number
}

/**
 * The number of concurrent analyses. They are CPU-bound: two of them keep a core busy while one waits for the database.
 */
const simultaneousMax = 2
const perAccountMax = 2
const pollMs = 200
const unavailableRetryMs = 1_000

/** Claims analyses and runs them. "An analysis that fails … is not retried automatically" (INTERFACE.md §3). */
export function startAnalyses(options: AnalysesOptions): Loop {
  const { db, metrics, workerId, work, logger, leaseMs, drainMs } = options
  const running = new Map<string, RunningAnalysis>()

  const claiming = startLoop('analyses', {
    logger,
    metrics,
    async iterate(context) {
      const limit = simultaneousMax - running.size
      if (limit <= 0) return context.pause(pollMs)
      if (!(await work.isDue(context))) return
      const claimed = await claimAnalyses(db, { workerId, limit, leaseMs, perGroupMax: 1, perAccountMax })
      for (const claim of claimed) startAnalysis(claim, running, options)
      if (claimed.length === 0) await context.pause(pollMs)
    },
  })

  const heartbeat = startLeaseLoop('analysis leases', analysisQueue, options, {
    leases: () => [...running.values()],
    onLost({ stop }) {
      metrics.leaseLost('analyses')
      stop.abort()
    },
  })

  return {
    async stop() {
      await claiming.stop()
      await untilNoneRuns(running, drainMs)
      for (const { stop } of running.values()) stop.abort()
      await untilNoneRuns(running, 1_000)
      await heartbeat.stop()
    },
  }
}

/** The way in which the run of a claimed analysis ended. */
type AnalysisEnd = 'completed' | 'failed' | 'abandoned'

interface RunningAnalysis extends Lease<'ana'> {
  stop: AbortController
}

/** Runs a claimed analysis in the background. It remains in `running` until it has ended. */
function startAnalysis(claim: ClaimedAnalysis, running: Map<string, RunningAnalysis>, options: AnalysesOptions): void {
  const stop = new AbortController()
  const startedMs = performance.now()
  const { id, worker_id, attempt } = claim
  running.set(id, { id, worker_id, attempt, stop })
  runAs(beginSpan(claim, options.tracing), () => runToEnd(claim, stop.signal, options))
    .then((status) => options.metrics.analysisFinished(status, performance.now() - startedMs))
    // Its lease expires, and it is claimed again.
    .catch((error) =>
      options.logger.warn({ err: error, analysis_id: id }, 'Analysis abandoned until its lease expires'),
    )
    .finally(() => running.delete(id))
}

/** Continues the trace of the request. An analysis of a schedule begins its own. */
function beginSpan({ id, owner, attempt, traceparent }: ClaimedAnalysis, tracing: Tracing | undefined) {
  const span: NewSpan = {
    name: 'process analyses',
    kind: 'consumer',
    attributes: {
      'messaging.system': 'svc',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'analyses',
      'messaging.message.id': id,
      'svc.account.id': owner.account_id,
      'svc.attempt.number': attempt,
    },
  }
  return traceparent === null ? tracing?.begin(span) : tracing?.resume(span, traceparent)
}

/**
 * Runs an analysis until it has a result or is stopped, and then releases it. Retries after an outage of the database.
 * Resolves with the new status, or with `abandoned` if another worker continues it.
 */
async function runToEnd(claim: ClaimedAnalysis, signal: AbortSignal, options: AnalysesOptions): Promise<AnalysisEnd> {
  while (!signal.aborted) {
    try {
      return await runAnalysis(claim, { ...options, signal })
    } catch (error) {
      if (error instanceof LeaseLostError) return 'abandoned'
      if (signal.aborted) break
      if (!isUnavailable(error)) return failAfterError(claim, error, options)
      await sleep(unavailableRetryMs)
    }
  }
  await releaseAnalysis(options.db, claim)
  return 'abandoned'
}

/**
 * Fails an analysis after an internal error, which would recur if it were retried. The account can start another
 * analysis.
 */
async function failAfterError(claim: ClaimedAnalysis, error: unknown, options: AnalysesOptions): Promise<AnalysisEnd> {
  options.logger.error({ err: error, analysis_id: claim.id }, 'Analysis failed with an unexpected error')
  const message = 'The analysis failed because of an error on our side. Start a new one.'
  try {
    await writeFailure(claim, { reason: 'internal_error', message }, options)
    return 'failed'
  } catch (failure) {
    if (!(failure instanceof LeaseLostError)) throw failure
    return 'abandoned'
  }
}
