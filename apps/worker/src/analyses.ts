import { setTimeout as pause } from 'node:timers/promises'
import { type ClaimedAnalysis, claimAnalyses, failAnalysis, releaseAnalysis } from '@svc/db/analyses'
import { extendLeases } from '@svc/db/claim'
import { type Database, isUnavailable } from '@svc/db/database'
import type { Chat } from '@svc/llm/chat'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import type { Publisher } from '@svc/webhooks/publish'
import { LeaseLostError, runAnalysis } from './analysis.ts'
import { type Loop, startLoop } from './loop.ts'
import type { PdfPrinter } from './report-pdf.ts'

export interface AnalysesOptions {
  db: Database
  workerId: string
  publisher: Publisher
  /** undefined: reports are HTML alone. */
  pdfPrinter: PdfPrinter | undefined
  /** null: the words of an analysis are the embedded engine's. */
  chat: Chat | null
  clock: Clock
  logger: Logger
  leaseMs: number
  drainMs: number
}

/** Reading reviews is work for the processor; two at a time keep it busy while one of them waits for the database. */
const analysesAtOnceMax = 2
const perAccountMax = 2
const pollMs = 200
const unavailablePauseMs = 1_000

/** Claims analyses and runs them. "An analysis that fails … is not retried automatically" (interface, section 3). */
export function startAnalyses({
  db,
  workerId,
  publisher,
  pdfPrinter,
  chat,
  clock,
  logger,
  leaseMs,
  drainMs,
}: AnalysesOptions): Loop {
  const underWay = new Map<string, { lease: ClaimedAnalysis; stop: AbortController }>()

  async function run(claimed: ClaimedAnalysis, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await runAnalysis(claimed, { db, publisher, pdfPrinter, chat, clock, signal })
      } catch (error) {
        if (error instanceof LeaseLostError) return
        if (signal.aborted) break
        if (!isUnavailable(error)) return fail(claimed, error)
        await pause(unavailablePauseMs)
      }
    }
    await releaseAnalysis(db, claimed)
  }

  /** A fault of ours, which a repetition would only repeat: the owner hears of it once and may start another one. */
  async function fail(claimed: ClaimedAnalysis, error: unknown): Promise<void> {
    logger.error({ err: error, analysis_id: claimed.id }, 'An analysis failed')
    const message = 'The analysis failed because of an error on our side. Start a new one.'
    await db.transaction(async (transaction) => {
      const failed = await failAnalysis(transaction, claimed, { reason: 'internal_error', message })
      if (failed === undefined) return
      const { business_id } = claimed.owner
      const data = { business_id, analysis_id: claimed.id, reason: 'internal_error' } as const
      await publisher.publish(transaction, claimed.owner, [{ type: 'analysis.failed', data }])
    })
  }

  const claiming = startLoop('analyses', {
    logger,
    async round(context) {
      const room = analysesAtOnceMax - underWay.size
      const claimed =
        room > 0 ? await claimAnalyses(db, { workerId, limit: room, leaseMs, perGroupMax: 1, perAccountMax }) : []
      for (const lease of claimed) {
        const stop = new AbortController()
        underWay.set(lease.id, { lease, stop })
        run(lease, stop.signal)
          // Its lease will end, and it is claimed again.
          .catch((error) => logger.warn({ err: error, analysis_id: lease.id }, 'An analysis was left to its lease'))
          .finally(() => underWay.delete(lease.id))
      }
      await context.pause(pollMs)
    },
  })

  const heartbeat = startLoop('analysis leases', {
    logger,
    async round(context) {
      await context.pause(leaseMs / 3)
      const running = [...underWay.values()]
      if (running.length === 0) return
      const leases = running.map(({ lease: { id, worker_id, attempt } }) => ({ id, worker_id, attempt }))
      const held = await extendLeases(db, 'analyses', leases, leaseMs)
      for (const { lease, stop } of running) if (!held.has(lease.id)) stop.abort()
    },
  })

  return {
    async stop() {
      await claiming.stop()
      const endMs = performance.now() + drainMs
      while (underWay.size > 0 && performance.now() < endMs) await pause(10)
      for (const { stop } of underWay.values()) stop.abort()
      while (underWay.size > 0 && performance.now() < endMs + 1_000) await pause(10)
      await heartbeat.stop()
    },
  }
}
