import { setTimeout as sleep } from 'node:timers/promises'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { formatCount } from '@svc/command-line/text'
import { type Analysis, findAnalysis, requestAnalysis } from '@svc/db/analyses'
import type { Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { useReportGrant } from '@svc/db/report-grants'
import { newId } from '@svc/runtime/ids'
import { requireBusiness, withDatabase } from '../operator.ts'

/** The interval between checks of the status with `--wait`. */
const pollEveryMs = 500

/** The longest time to wait. Without a limit, the command would wait forever if no worker runs. */
const waitMaxMs = 15 * 60_000

const run = defineCommand({
  name: 'analysis run',
  summary: 'Request an analysis of a business and its competitors',
  description: `
    A worker starts it within a second and reads the reviews of the last year. It does not count against the monthly quota
    of the account. If the account has a granted report (svc report grant), it uses that.`,
  options: {
    business: { value: 'ID', required: true, description: 'The business' },
    wait: { flag: true, description: 'Wait until the analysis has completed or failed; exit code 1 on failure' },
  },
  async run({ options }, context) {
    return withDatabase(context, async ({ db }) => {
      const owner = await requireBusiness(db, options.business)
      const requested = await requestGranted(db, owner)
      if (!options.wait) return { data: requested, text: `Queued ${requested.id}.` }

      const progress = createProgress(context.stderr)
      const startedMs = performance.now()
      try {
        for (;;) {
          const analysis = await findAnalysis(db, owner, requested.id)
          if (!analysis) throw new CommandError(`${requested.id} no longer exists: its account was deleted.`)
          if (analysis.status === 'completed' || analysis.status === 'failed') return outcome(analysis)
          const waitedMs = performance.now() - startedMs
          if (waitedMs > waitMaxMs)
            throw new CommandError(`${requested.id} is still ${analysis.status}. Is a worker running?`)
          progress.show(`${requested.id} is ${analysis.status}, ${(waitedMs / 1000).toFixed(0)} s`)
          await sleep(pollEveryMs)
        }
      } finally {
        progress.end()
      }
    })
  },
})

/** Requests an analysis, and uses a granted report if the account has one. */
function requestGranted(db: Database, owner: Owner): Promise<Analysis> {
  return db.transaction(async (transaction) => {
    const id = newId('ana')
    await useReportGrant(transaction, owner, id)
    return requestAnalysis(transaction, owner, { id })
  })
}

export const analysisCommands = [run]

function outcome(analysis: Analysis) {
  if (analysis.failure) {
    return { data: analysis, text: `${analysis.id} failed: ${analysis.failure.message}`, exitCode: 1 }
  }
  const { sample, summary } = analysis
  const lines = [
    `${analysis.id} is completed: ${formatCount(sample.own_reviews)} own reviews and ${formatCount(sample.competitor_reviews)} of ${analysis.competitors_analyzed} competitors.`,
    ...section('Strengths', summary.positives),
    ...section('Weaknesses', summary.negatives),
    ...section(
      'Priorities',
      summary.priorities.map(({ priority, action }) => `${priority}. ${action}`),
    ),
  ]
  return { data: analysis, text: lines.join('\n') }
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)]
}
