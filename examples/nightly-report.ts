// Runs an analysis of each business and writes what to do first as Markdown. Made for cron: it ends with 1 when
// something failed.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Analysis,
  AnalysisFailedError,
  type Business,
  Client,
  QuotaExceededError,
  type Recommendation,
  SdkError,
} from '@svc/sdk'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

const directory = process.argv[2] ?? 'reports'
const recommendationsMax = 5

const client = new Client()
await mkdir(directory, { recursive: true })
for await (const business of client.businesses.list()) {
  try {
    const { data: analysis } = await client.analyses.createAndWait(business.id, { timeout: 300_000 })
    const file = join(directory, `${business.id}-${analysis.created_at.slice(0, 10)}.md`)
    await writeFile(file, markdown(business, analysis, await mostUrgent(business)))
    process.stdout.write(`${business.name}: ${file}\n`)
  } catch (error) {
    if (!(error instanceof AnalysisFailedError || error instanceof QuotaExceededError)) throw error
    process.stderr.write(`${business.name}: ${error.message}\n`)
    process.exitCode = 1
  }
}

/** In the order in which to act on them. */
async function mostUrgent(business: Business): Promise<Recommendation[]> {
  const { items } = await client.recommendations.list(business.id, { limit: recommendationsMax })
  return items.filter(({ status }) => status === 'open')
}

function markdown(business: Business, analysis: Analysis, recommendations: Recommendation[]): string {
  const { average_rating, review_count } = business.review_stats
  return `# ${business.name}

${review_count} reviews, ${average_rating ?? 'no'} stars on average, compared with ${analysis.competitors_analyzed} competitors.

## What customers like

${list(analysis.summary.positives)}

## What they complain about

${list(analysis.summary.negatives)}

## What to do first

${list(recommendations.map(({ title, action }) => `**${title}** ${action}`))}
`
}

function list(lines: string[]): string {
  return lines.length === 0 ? 'Nothing stands out.' : lines.map((line) => `- ${line}`).join('\n')
}
