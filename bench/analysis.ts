import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAnalysis, requestAnalysis } from '@svc/db/analyses'
import { addCompetitor } from '@svc/db/competitors'
import { type NewReview, refreshReviewStats, reviewBatchMax, storeReviews } from '@svc/db/reviews'
import { labelReview } from '@svc/intelligence/labels/labels'
import { readCorpus } from '@svc/intelligence-training/train/corpus'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

interface AnalysisBenchOptions {
  rounds: number
  /** Reviews of all businesses together. */
  reviews: number
}

const sentencesInReview = 5
const competitorCount = 5
/** The reviews that each round of the reader labels. */
const labeledPerRound = 1_000
const pollMs = 250
const yearMs = 365 * 86_400_000

/**
 * Measures the reader alone, then a first analysis by the worker, which labels every review, and a second one, which
 * labels none.
 */
export async function benchAnalysis(
  { rounds, reviews }: AnalysisBenchOptions,
  print: (text: string) => void,
): Promise<void> {
  const sentences = readCorpus()
    .filter(({ trade }) => trade === 'restaurant')
    .map(({ text }) => text)
  const textOf = () => Array.from({ length: sentencesInReview }, () => sentences[randomInt(sentences.length)]).join(' ')

  const rates = benchReader(rounds, textOf)
  print(`\nThe reader alone: reviews of ${sentencesInReview} sentences on one core, ${labeledPerRound} per round\n\n`)
  print(
    table(
      ['', 'reviews/s', 'min', 'max'],
      [['labelReview', ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => number(rate))]],
    ),
  )
  print(`\n${goals([{ name: 'reviews per second', value: median(rates), atLeast: 1_000 }])}`)

  const database = await openBenchDatabase()
  try {
    await importReviews(database, reviews, textOf)
    print(`\n${number(reviews)} reviews of ${competitorCount + 1} businesses, by a separate worker process\n\n`)
    const worker = await startServerProcess('../apps/worker/src/main.ts', {
      ...database.environment,
      SVC_PDF_BROWSER: '',
    })
    const runs = [
      { name: 'first analysis', ...(await runOne(database, worker, reviews)) },
      { name: 'second analysis', ...(await runOne(database, worker, reviews)) },
    ]
    await worker.stop()
    print(
      table(
        ['', 'seconds', 'CPU s', 'reviews/s', 'peak RSS MB', 'steps seen'],
        runs.map(({ name, seconds, cpuSeconds, rssMb, steps }) => [
          name,
          number(seconds, 1),
          number(cpuSeconds, 1),
          number(reviews / seconds),
          number(rssMb),
          number(steps),
        ]),
      ),
    )
    const [first] = runs
    if (first === undefined) return
    print(
      `\n${goals([
        { name: 'seconds for the first analysis', value: first.seconds, below: 40 },
        { name: 'CPU seconds of the worker for it', value: first.cpuSeconds, below: 40 },
        { name: 'MB resident at most', value: Math.max(...runs.map(({ rssMb }) => rssMb)), below: 300 },
        { name: 'different counts of reviews that the API shows during the analysis', value: first.steps, atLeast: 3 },
      ])}`,
    )
  } finally {
    await database.close()
  }
}

/** The reviews per second of each round. The first round is not counted, because code is compiled in it. */
function benchReader(rounds: number, textOf: () => string): number[] {
  const rates: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const texts = Array.from({ length: labeledPerRound }, textOf)
    const { user } = process.cpuUsage()
    for (const text of texts) labelReview(text, { trade: 'restaurant' })
    if (round >= 0) rates.push((labeledPerRound / (process.cpuUsage().user - user)) * 1e6)
  }
  return rates
}

async function importReviews({ db, owner }: BenchDatabase, count: number, textOf: () => string): Promise<void> {
  const subjects: Parameters<typeof storeReviews>[2][] = [null]
  for (let index = 0; index < competitorCount; index += 1) {
    const added = await addCompetitor(db, owner, { name: `Competitor ${index + 1}`, trade: 'restaurant' })
    if (added) subjects.push(added.id)
  }
  const share = Math.ceil(count / subjects.length)
  for (const [subjectIndex, subject] of subjects.entries()) {
    const reviews = Array.from(
      { length: Math.min(share, count - subjectIndex * share) },
      (_, index): NewReview => ({
        source: 'google',
        source_id: `${subjectIndex}-${index}`,
        rating: randomInt(1, 6),
        text: textOf(),
        language: null,
        published_at: new Date(Date.now() - randomInt(yearMs)).toISOString(),
        owner_replied: null,
        retain_until: null,
      }),
    )
    for (let from = 0; from < reviews.length; from += reviewBatchMax)
      await storeReviews(db, owner, subject, reviews.slice(from, from + reviewBatchMax))
    await refreshReviewStats(db, owner, subject)
  }
}

/** Requests an analysis and polls it and the worker until it has completed. */
async function runOne(
  { db, owner }: BenchDatabase,
  worker: Awaited<ReturnType<typeof startServerProcess>>,
  reviews: number,
): Promise<{ seconds: number; cpuSeconds: number; rssMb: number; steps: number }> {
  const before = await worker.usage()
  const { id } = await requestAnalysis(db, owner)
  const counts = new Set<number>()
  let rssBytes = before.rssBytes
  while (true) {
    await sleep(pollMs)
    const usage = await worker.usage()
    rssBytes = Math.max(rssBytes, usage.rssBytes)
    const analysis = await findAnalysis(db, owner, id)
    if (analysis === undefined || analysis.status === 'failed') throw new Error('The analysis failed.')
    const { own_reviews, competitor_reviews, not_analyzed } = analysis.sample
    const read = own_reviews + competitor_reviews + not_analyzed
    if (analysis.status === 'running' && read > 0) counts.add(read)
    if (analysis.status !== 'completed') continue
    if (read !== reviews) throw new Error(`The analysis read ${read} reviews instead of ${reviews}.`)
    const seconds = (Date.parse(analysis.finished_at ?? '') - Date.parse(analysis.started_at ?? '')) / 1000
    return { seconds, cpuSeconds: (usage.cpuUs - before.cpuUs) / 1e6, rssMb: rssBytes / 1e6, steps: counts.size }
  }
}
