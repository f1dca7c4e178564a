// Follows a business from its first reviews to what became of a recommendation: brings in the reviews of a file, has
// them analyzed now and every Monday, and prints what to do, what was done, and the reports. Run it again with newer
// reviews; the id of a recommendation as the second argument marks it as done.

import { readFile } from 'node:fs/promises'
import { type Business, Client, type NewReview, SdkError } from '@svc/sdk'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

/** A review of the file: with the name of a competitor, or of the business itself. */
type FileReview = Omit<NewReview, 'competitor_id'> & { competitor?: string }

const [file = 'reviews.json', doneId] = process.argv.slice(2)
const reviews = await readFile(file, 'utf8')
  .then(readList)
  .catch(({ message }: Error) => {
    process.stderr.write(`${file} cannot be read as a list of reviews: ${message}\n`)
    process.exit(2)
  })
const reviewsPerRequest = 100

const client = new Client()
for await (const business of client.businesses.list()) {
  print(`# ${business.name}`)
  await sendReviews(business)
  if (doneId !== undefined) {
    const { data: recommendation } = await client.recommendations.update(doneId, { status: 'done' })
    print(`Marked as done: ${recommendation.title}`)
  }
  await analyzeEveryMonday(business)
  await printRecommendations(business)
  await printFollowUp(business)
  for await (const { id, origin, title } of client.reports.list(business.id))
    print(`Report ${id} (${origin}): ${title}`)
}

function readList(text: string): FileReview[] {
  const list: unknown = JSON.parse(text)
  const isList = Array.isArray(list) && list.every((item) => item !== null && typeof item === 'object')
  if (!isList) throw new Error('it is not a list of objects')
  return list
}

/** Sends every review; those that are known already stay as they are. Competitors are created by their names. */
async function sendReviews({ id }: Business): Promise<void> {
  const competitors = new Map<string, NewReview['competitor_id']>()
  for await (const competitor of client.competitors.list(id)) competitors.set(competitor.name, competitor.id)
  for (const { competitor: name } of reviews) {
    if (name === undefined || competitors.has(name)) continue
    const { data: competitor } = await client.competitors.create(id, { name })
    competitors.set(name, competitor.id)
    print(`Competitor ${competitor.id}: ${name}`)
  }
  for (let from = 0; from < reviews.length; from += reviewsPerRequest) {
    const items = reviews.slice(from, from + reviewsPerRequest).map(({ competitor, ...review }): NewReview => {
      const competitorId = competitor === undefined ? undefined : competitors.get(competitor)
      return competitorId === undefined ? review : { ...review, competitor_id: competitorId }
    })
    const { data } = await client.reviews.create(id, { reviews: items })
    print(`Reviews: ${data.created_count} new, ${data.unchanged_count} known, ${data.rejected_count} rejected`)
  }
}

/** Starts the first analysis; the schedule starts the others, each with a report. */
async function analyzeEveryMonday({ id }: Business): Promise<void> {
  const { items } = await client.analyses.list(id, { limit: 1 })
  if (items.length === 0) await client.analyses.createAndWait(id, { timeout: 300_000 })
  const { data: known } = await client.analyses.getSchedule(id)
  const wanted = { frequency: 'weekly', weekday: 'monday', hour: 6 } as const
  const { data: schedule } =
    known.frequency === 'none' ? await client.analyses.setSchedule(id, wanted) : { data: known }
  print(`Next analysis: ${schedule.next_run_at}`)
}

async function printRecommendations({ id }: Business): Promise<void> {
  for await (const { id: recommendationId, status, title } of client.recommendations.list(id)) {
    print(`- ${recommendationId} (${status}): ${title}`)
  }
}

/** The result of the newest analysis for the recommendations that were marked as done. */
async function printFollowUp({ id }: Business): Promise<void> {
  const { items } = await client.analyses.list(id, { limit: 1, status: 'completed' })
  for (const { title, verdict, text } of items[0]?.follow_up ?? []) print(`${title}: ${verdict}. ${text}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
