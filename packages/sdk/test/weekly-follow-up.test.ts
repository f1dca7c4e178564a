import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startTestApi } from '@svc/api/testing'
import { systemClock } from '@svc/runtime/clock'
import { Client } from '@svc/sdk'
import { startTestWorker } from '@svc/worker/testing'
import { expect, test, vi } from 'vitest'
import { runProgram } from './programs.ts'

// An account without reviews, used through the client alone: what the example prints is the transcript.

const program = resolve(import.meta.dirname, '../../../examples/weekly-follow-up.ts')
const dayMs = 86_400_000

const waited = 'We waited an hour for our table and nobody apologized.'
const praised = 'Wonderful pasta and very friendly staff.'

/** Reviews of the days before `toMs`, one a day; every `complaintEvery`th complains about the wait. */
function reviewsUntil(toMs: number, count: number, complaintEvery: number) {
  return Array.from({ length: count }, (_, index) => ({
    rating: index % complaintEvery === 0 ? 1 : 5,
    text: index % complaintEvery === 0 ? waited : praised,
    published_at: new Date(toMs - (index + 1) * dayMs).toISOString(),
  }))
}

test('weekly-follow-up leads from an account without reviews to the scheduled report and what a measure achieved', async () => {
  const api = await startTestApi()
  const startWorker = (clock = systemClock) =>
    startTestWorker({ db: api.database.db, keyring: api.keyring }, { SVC_PDF_BROWSER: 'none' }, { clock })
  let worker = startWorker()
  const folder = await mkdtemp(join(tmpdir(), 'weekly-follow-up-'))
  try {
    const account = await api.open()
    const client = new Client({ apiKey: account.key, baseUrl: api.baseUrl })
    const businessId = account.owner.business_id
    const env = { SVC_API_KEY: account.key, SVC_BASE_URL: api.baseUrl }
    const run = async (reviews: object[], ...more: string[]) => {
      const file = join(folder, 'reviews.json')
      await writeFile(file, JSON.stringify(reviews))
      const { code, output } = await runProgram(program, [file, ...more], env)
      expect([code, output]).toEqual([0, expect.any(String)])
      return output
    }

    const own = reviewsUntil(Date.now(), 60, 2).map((review, index) => ({ ...review, source_id: `own ${index}` }))
    const others = reviewsUntil(Date.now(), 60, 20).map((review, index) => ({
      ...review,
      source_id: `other ${index}`,
      competitor: 'Bella Vista',
    }))
    const first = await run([...own, ...others])
    expect(first).toMatch(/^# Rosso Trattoria\nCompetitor cmp_\w+: Bella Vista\nReviews: 100 new.*\nReviews: 20 new/)
    expect(first).toMatch(/Next analysis: \d{4}-.*Z\n- rec_\w+ \(open\): /)
    expect(first).toMatch(/Report rpt_\w+ \(subscription\): /)

    const recommendations = await client.recommendations.list(businessId, { aspect: 'wait' })
    const wait = recommendations.items[0]?.id ?? ''
    expect(await run([], wait)).toMatch(new RegExp(`Marked as done: .*\\n[^]*- ${wait} \\(done\\)`))

    const published_at = new Date().toISOString()
    const newer = Array.from({ length: 20 }, (_, index) => ({
      text: praised,
      rating: 5,
      published_at,
      source_id: `new ${index}`,
    }))
    expect(await run(newer)).toContain('Reviews: 20 new, 0 known')

    const { data: schedule } = await client.analyses.getSchedule(businessId)
    await worker.stop()
    const aheadMs = Date.parse(String(schedule.next_run_at)) - Date.now()
    worker = startWorker({ now: () => Date.now() + aheadMs })
    const scheduled = await vi.waitUntil(
      async () => (await client.analyses.getSchedule(businessId)).data.last_analysis_id,
      { timeout: 30_000, interval: 100 },
    )
    await client.analyses.wait(scheduled)

    const last = await run([])
    expect(last).toMatch(/: improved\. Before you marked it as done on .*, 30 of 60 reviews .*; since then, 0 of 20\./)
    expect(last.match(/^Report rpt_\w+ \(subscription\): /gm)).toHaveLength(2)
  } finally {
    await worker.stop()
    await api.close()
    await rm(folder, { recursive: true })
  }
})
