import { AnalysesResource } from '@generated/sdk/resources'
import type { CallOptions } from '@generated/sdk/runtime'
import type { Analysis, AnalysisResponse } from '@generated/sdk/types'
import { sleep } from './attempt.ts'
import { SdkError } from './errors.ts'

/** Times are in milliseconds. */
export interface WaitOptions extends Omit<CallOptions, 'timeout' | 'totalTimeout'> {
  /** The maximum time to wait for the end of the analysis, in milliseconds. Default: 600,000. */
  timeout?: number | undefined
  /** The first delay between two polls, in milliseconds; later delays grow to ten times as much. Default: 1,000. */
  pollInterval?: number | undefined
}

/** The analysis ended in `failed`, which is final: `analysis.failure` gives the reason. */
export class AnalysisFailedError extends SdkError {
  override readonly name = 'AnalysisFailedError'
  declare readonly analysis: Analysis

  constructor(analysis: Analysis) {
    super(`Analysis ${analysis.id} failed: ${analysis.failure?.reason ?? 'no reason given'}.`)
    this.analysis = analysis
  }
}

/** The analysis is still running and counts against the quota: continue with `analyses.wait(analysisId)`. */
export class WaitTimeoutError extends SdkError {
  override readonly name = 'WaitTimeoutError'
  override readonly isRetryable = true
  declare readonly analysisId: string

  constructor(analysisId: string, timeout: number) {
    super(
      `Analysis ${analysisId} did not end within ${timeout} ms. It is still running; wait for it with analyses.wait('${analysisId}').`,
    )
    this.analysisId = analysisId
  }
}

/** The generated operations on analyses, with methods that wait for the result. */
export class Analyses extends AnalysesResource {
  /**
   * Starts an analysis and waits for its result. For scripts; a service should use the webhook `analysis.completed`.
   *
   * @throws AnalysisFailedError, WaitTimeoutError, and what `start` and `get` throw
   * @example
   * const { data } = await client.analyses.createAndWait(businessId, { timeout: 120_000 })
   */
  async createAndWait(businessId: string, options: WaitOptions = {}): Promise<AnalysisResponse> {
    const { timeout: _whole, ...perCall } = options
    const { data } = await this.start(businessId, perCall)
    return this.wait(data.id, options)
  }

  /** Waits for the result of an analysis that was started before. Throws what `createAndWait` throws. */
  async wait(analysisId: string, options: WaitOptions = {}): Promise<AnalysisResponse> {
    const { timeout = 600_000, pollInterval = 1_000, ...perCall } = options
    const endsAt = performance.now() + timeout
    for (let wait = pollInterval; ; wait = Math.min(wait * 1.5, pollInterval * 10)) {
      const response = await this.get(analysisId, perCall)
      if (response.data.status === 'completed') return response
      if (response.data.status === 'failed') throw new AnalysisFailedError(response.data)
      const left = endsAt - performance.now()
      if (left <= 0) throw new WaitTimeoutError(analysisId, timeout)
      await sleep(Math.min(wait, left), perCall.signal)
    }
  }
}
