import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import type { DoneRecommendation } from '../src/analysis/follow-up-tally.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import { fisherExact } from '../src/numbers/fisher.ts'
import type { FollowUp } from '../src/records.ts'
import { input, repeated } from './reviews.ts'

const late = 'We waited 45 minutes for our table although we had a reservation.'
const tasty = 'The pasta was delicious and the tiramisu was perfect.'

/** 100 days before the analysis. */
const done_at = '2026-08-13T12:00:00.000Z'
const [before, after] = [{ ageDays: 200 }, { ageDays: 50 }]

const shortenTheWait: DoneRecommendation = {
  id: 'rec_1',
  problem_key: 'wait.booked',
  aspect: 'wait',
  title: 'Seat booked guests on time',
  metric: { name: 'negative_share' },
  done_at,
}

async function followUp(reviews: ReviewInput[], ...doneRecommendations: DoneRecommendation[]): Promise<FollowUp[]> {
  const result = await analyze(input(reviews, { doneRecommendations }))
  if (result.status !== 'completed') throw new Error(`expected a completed analysis, got ${result.reason}`)
  expect(result.report.sections.find(({ key }) => key === 'follow_up')?.text).toBe(
    result.follow_up.map(({ title, text }) => `${title}\n${text}`).join('\n\n'),
  )
  return result.follow_up
}

/** Complaints about waiting among the reviews before and after the mark. */
function waits(complaintsBefore: number, othersBefore: number, complaintsAfter: number, othersAfter: number) {
  return [
    ...repeated(0, complaintsBefore, late, { rating: 2, ...before }),
    ...repeated(1000, othersBefore, tasty, { rating: 5, ...before }),
    ...repeated(2000, complaintsAfter, late, { rating: 2, ...after }),
    ...repeated(3000, othersAfter, tasty, { rating: 5, ...after }),
  ]
}

describe('a recommendation that was marked as done', () => {
  test('has improved where the complaints fell by more than chance explains', async () => {
    expect(await followUp(waits(12, 68, 2, 58), shortenTheWait)).toEqual([
      {
        recommendation_id: 'rec_1',
        title: 'Seat booked guests on time',
        done_at,
        metric: 'negative_share',
        before: { count: 12, reviews: 80, share: 0.15 },
        after: { count: 2, reviews: 60, share: 0.033 },
        p_value: 0.025,
        verdict: 'improved',
        text: "Before you marked it as done on 13 August 2026, 12 of 80 reviews complained about waiting and pace (15%); since then, 2 of 60 (3%). The share has fallen by more than chance explains (Fisher's exact test, p = 0.025); other changes may have played a part.",
      },
    ])
  })

  test('has become worse where they rose by more than chance explains', async () => {
    const [wait] = await followUp(waits(2, 58, 20, 40), shortenTheWait)
    expect(wait).toMatchObject({ verdict: 'worsened', p_value: 0 })
    expect(wait?.text).toContain("The share has risen by more than chance explains (Fisher's exact test, p < 0.001)")
  })

  test('has no clear change where the difference can be chance, and where there is none', async () => {
    const [wait] = await followUp(waits(8, 32, 3, 27), shortenTheWait)
    expect(wait).toMatchObject({ verdict: 'no_clear_change', before: { share: 0.2 }, after: { share: 0.1 } })
    expect(wait?.text).toMatch(/reviews complained .*; since then, 3 of 30\. A difference like this can be chance/)
    const [same] = await followUp(waits(5, 15, 5, 15), shortenTheWait)
    expect(same).toMatchObject({ verdict: 'no_clear_change', p_value: 1 })
    expect(same?.text).toMatch(/The share is the same\.$/)
  })

  test.each([
    [9, 30],
    [30, 9],
    [30, 0],
  ])('has no verdict with %i reviews before and %i after', async (reviewsBefore, reviewsAfter) => {
    const [wait] = await followUp(waits(reviewsBefore, 0, 0, reviewsAfter), shortenTheWait)
    expect(wait).toMatchObject({ verdict: 'insufficient_data', p_value: null })
    expect(wait?.after.share).toBe(reviewsAfter === 0 ? null : 0)
    expect(wait?.text).toMatch(/too few reviews to say whether anything changed: it takes 10 before and 10 after\.$/)
  })

  test('is measured by dated reviews of the business alone, of which those that cannot be read are left out', async () => {
    const [wait] = await followUp(
      [
        ...waits(10, 10, 0, 20),
        ...repeated(4000, 30, late, { competitor_id: 'cmp_1', rating: 2, ...after }),
        ...repeated(5000, 30, late, { rating: 2, published_at: null }),
        ...repeated(6000, 30, '', { rating: 1, ...after }),
        ...repeated(7000, 30, 'Wir haben eine Stunde auf unseren Tisch gewartet.', { rating: 1, ...after }),
      ],
      shortenTheWait,
    )
    expect(wait).toMatchObject({ before: { count: 10, reviews: 20 }, after: { count: 0, reviews: 20 } })
  })

  test('is measured by the replies where it was made from them, and more of them are better', async () => {
    const reply: DoneRecommendation = {
      ...shortenTheWait,
      problem_key: 'communication.replies',
      aspect: 'communication',
      metric: { name: 'response_rate' },
    }
    const [replies] = await followUp(
      [
        ...repeated(0, 20, tasty, { owner_replied: false, ...before }),
        ...repeated(100, 20, tasty, { owner_replied: true, ...after }),
        ...repeated(200, 20, tasty, { owner_replied: null, ...after }),
      ],
      reply,
    )
    expect(replies).toMatchObject({
      verdict: 'improved',
      before: { count: 0, reviews: 20, share: 0 },
      after: { count: 20, reviews: 20, share: 1 },
    })
    expect(replies?.text).toContain('0 of 20 reviews had a reply from you; since then, 20 of 20.')
  })

  test('is measured by the reports of danger where it was made from them', async () => {
    const alert: DoneRecommendation = { ...shortenTheWait, problem_key: 'alert.health_safety', aspect: 'safety' }
    const [danger] = await followUp(
      [...repeated(0, 10, 'I got food poisoning from the mussels.', { rating: 1, ...before }), ...waits(0, 20, 0, 30)],
      alert,
    )
    expect(danger).toMatchObject({ verdict: 'improved', before: { count: 10, reviews: 30 }, after: { count: 0 } })
    expect(danger?.text).toContain('10 of 30 reviews reported a danger to health or safety')
  })
})

test('a report without such recommendations has no section about them', async () => {
  const result = await analyze(input(waits(5, 20, 5, 20)))
  if (result.status !== 'completed') throw new Error('The analysis failed.')
  expect(result.follow_up).toEqual([])
  expect(result.report.sections.map(({ key }) => key)).not.toContain('follow_up')
})

describe("Fisher's exact test", () => {
  // Sums of exact fractions; the first two are the examples that textbooks give.
  test.each([
    [3, 4, 1, 4, 0.485714],
    [1, 10, 11, 14, 0.002759],
    [12, 80, 2, 60, 0.024589],
    [6, 10, 1, 10, 0.057276],
    [0, 20, 0, 30, 1],
    [20, 20, 30, 30, 1],
  ])('%i of %i and %i of %i have the p-value %d', (a, of, c, ofOther, p) => {
    const [one, other] = [
      { count: a, reviews: of },
      { count: c, reviews: ofOther },
    ]
    expect(fisherExact(one, other)).toBeCloseTo(p, 5)
    expect(fisherExact(other, one)).toBeCloseTo(p, 5)
  })

  test('is exact for large groups too', () => {
    const p = fisherExact({ count: 100_000, reviews: 500_000 }, { count: 100_300, reviews: 500_000 })
    // The normal approximation with a correction for continuity.
    expect(p).toBeCloseTo(0.455, 3)
  })
})
