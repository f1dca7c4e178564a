import { describe, expect, test } from 'vitest'
import { type AnalysisInput, analyze } from '../src/analyze.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review } from './reviews.ts'

const late = 'We waited 45 minutes for our table although we had a reservation.'
const quick = 'We were seated immediately and the food came quickly.'
const tasty = 'The pasta was delicious and the tiramisu was perfect.'

async function completed(given: AnalysisInput): Promise<AnalysisCompleted> {
  const result = await analyze(given)
  if (result.status !== 'completed') throw new Error(`expected a completed analysis, got ${result.reason}`)
  return result
}

const sectionOf = ({ report }: AnalysisCompleted, key: string) => report.sections.find((section) => section.key === key)

/** Every text of an analysis that an owner reads. */
const textsOf = ({ summary, recommendations, report }: AnalysisCompleted) => [
  ...summary.positives,
  ...summary.negatives,
  ...recommendations.flatMap(({ title, action, rationale }) => [title, action, rationale]),
  ...report.sections.map(({ text }) => text),
]

describe('a fact has one number', () => {
  const reviews = (own: number) => [
    ...repeated(0, own, late, { rating: 2 }),
    ...repeated(300, own * 4, tasty, { rating: 5 }),
    ...repeated(1000, 90, quick, { competitor_id: 'cmp_1', rating: 5 }),
    ...repeated(1200, 10, late, { competitor_id: 'cmp_1', rating: 2 }),
  ]

  test.each([3, 7, 24])('in chart, summary, report, recommendation and metric, for %i complaints', async (own) => {
    const result = await completed(input(reviews(own)))
    const recommendation = result.recommendations.find(({ aspect }) => aspect === 'wait')
    const [, counted, whole] = /^(\d+) of your (\d+) reviews complain/.exec(recommendation?.rationale ?? '') ?? []
    expect(Number(whole)).toBe(own * 5)
    expect(Number(counted)).toBe(own)
    const share = Math.round((1000 * Number(counted)) / Number(whole)) / 1000
    expect(recommendation?.factors.frequency).toBe(share)
    expect(recommendation?.metric?.current).toBe(share)
    const stated = `${counted} of your ${whole} reviews complain`
    expect(result.summary.negatives.join('\n')).toContain(stated)
    expect(sectionOf(result, 'weaknesses')?.text).toContain(stated)
    const [you] = sectionOf(result, 'weaknesses')?.chart?.series ?? []
    expect(you?.points.find(({ label }) => label.startsWith('Waiting'))?.value).toBe(share)
  })

  test('with the share of competitors after it', async () => {
    const { recommendations } = await completed(input(reviews(24)))
    expect(recommendations[0]?.rationale).toMatch(
      /^24 of your 120 reviews complain about waiting and pace \(20%; competitors 10%\)\./,
    )
  })
})

describe('a small business', () => {
  const small = () => [
    ...repeated(0, 4, late, { rating: 2 }),
    ...repeated(100, 16, tasty, { rating: 5 }),
    ...repeated(200, 9, quick, { competitor_id: 'cmp_1', rating: 5 }),
  ]

  test('reads numbers of reviews and no percentages', async () => {
    const result = await completed(input(small()))
    expect(result.recommendations[0]?.rationale).toMatch(/^4 of your 20 reviews complain .* \(competitors 0 of 9\)/)
    for (const text of textsOf(result).filter((text) => !text.includes('with both it counts as both'))) {
      expect(text).not.toMatch(/\d%/)
    }
  })

  test('reads that it has one competitor, and what that one is praised for', async () => {
    const result = await completed(input(small()))
    expect(sectionOf(result, 'overview')?.text).toContain('9 reviews of 1 competitor could')
    expect(sectionOf(result, 'comparison')?.text).toMatch(
      /their reviews praise most: .*waiting.*\(9 of 9; yours 0 of 20\)/,
    )
  })

  test('with mostly good stars reads so, even if no aspect stands out', async () => {
    const reviews = [
      ...repeated(0, 13, 'We came on a Tuesday.', { rating: 5 }),
      ...repeated(100, 11, 'We sat by the window.', { rating: 3 }),
    ]
    expect(sectionOf(await completed(input(reviews)), 'strengths')?.text).toMatch(
      /^13 of your 24 reviews with stars give/,
    )
  })
})

describe('complaints about what is praised', () => {
  const bland = 'The pasta was bland and cold.'
  const aspectsFor = async (praise: number, complaints: number) => {
    const reviews = [...repeated(0, praise, tasty, { rating: 5 }), ...repeated(200, complaints, bland, { rating: 2 })]
    const { recommendations } = await completed(input(reviews))
    return recommendations.map(({ aspect }) => aspect)
  }

  test('are no recommendation if they are few and three times as many reviews praise it', async () => {
    expect(await aspectsFor(15, 5)).toEqual([])
    expect(await aspectsFor(14, 5)).toEqual(['quality'])
  })

  test('are one if they are many, however often it is praised', async () => {
    expect(await aspectsFor(60, 8)).toEqual(['quality'])
  })
})

describe('reviews without a reply', () => {
  const replies = (replied: number, unanswered: number) => [
    ...repeated(0, replied, tasty, { rating: 5, owner_replied: true }),
    ...repeated(200, unanswered - 8, tasty, { rating: 5, owner_replied: false }),
    ...repeated(300, 8, 'The waiter was rude and the pasta was cold.', { rating: 1, owner_replied: false }),
  ]

  test('are counted in the report and become a recommendation with the low ones as evidence', async () => {
    const result = await completed(input(replies(10, 51)))
    expect(sectionOf(result, 'overview')?.text).toContain(
      'You have replied to 10 of the 61 reviews of this period whose replies can be seen (16%); 51 reviews have no reply, among them 8 with one or two stars.',
    )
    const recommendation = result.recommendations.find(({ problem_key }) => problem_key === 'communication.replies')
    expect(recommendation?.metric).toEqual({ name: 'response_rate', current: 0.164, target: 0.5, horizon_days: 90 })
    expect(recommendation?.evidence.every(({ rating }) => rating === 1)).toBe(true)
  })

  test('that report danger are reason enough, whatever the rate', async () => {
    const ill = review(900, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 10, owner_replied: false })
    const reviews = [...repeated(0, 30, tasty, { rating: 5, owner_replied: true }), ill]
    const { recommendations } = await completed(input(reviews))
    const recommendation = recommendations.find(({ problem_key }) => problem_key === 'communication.replies')
    expect(recommendation?.rationale).toContain('1 about danger, discrimination or another serious matter')
  })

  test('are a reason to act if hardly any has one, even without complaints, after everything else', async () => {
    const waits = repeated(500, 12, 'We waited an hour for the food.', { rating: 2, owner_replied: null })
    const reviews = [
      ...repeated(0, 2, tasty, { owner_replied: true }),
      ...repeated(100, 20, tasty, { owner_replied: false }),
    ]
    const { recommendations } = await completed(input([...waits, ...reviews]))
    expect(recommendations.map(({ aspect }) => aspect)).toEqual(['wait', 'communication'])
    expect(recommendations[1]).toMatchObject({ problem_key: 'communication.replies', metric: { current: 0.091 } })
  })

  test.each([
    ['most reviews have one', () => replies(70, 20)],
    ['it is not known', () => replies(10, 51).map((item) => ({ ...item, owner_replied: null }))],
  ])('are no recommendation where %s', async (_, reviews) => {
    const { recommendations } = await completed(input(reviews()))
    expect(recommendations.map(({ problem_key }) => problem_key)).not.toContain('communication.replies')
  })
})

describe('recommendations fit the reviews', () => {
  const unreachable = repeated(0, 12, 'They lost our booking and nobody had a record of the reservation.', {
    rating: 1,
  })
  const actionFor = async (extra: string | null) => {
    const reviews = [...unreachable, ...repeated(100, 30, 'Lovely haircut.', { rating: 5 })]
    if (extra !== null) reviews.push(review(500, extra, { rating: 5 }))
    const business = { id: 'biz_1', name: 'Corner Barber', trade: 'salon' as const }
    const { recommendations } = await completed(input(reviews, { business }))
    return recommendations.find(({ aspect }) => aspect === 'booking')?.action
  }

  test.each([null, 'I wish they had online booking.', 'There is no online booking.', 'You cannot book online.'])(
    'online booking is advised where reviews do not say that it exists: %s',
    async (text) => expect(await actionFor(text)).toContain('online booking'),
  )

  test.each(['Booked online at midnight.', 'Their booking app is so easy.', 'Easy online booking.'])(
    'nothing is advised that a review says is there: %s',
    async (text) => expect(await actionFor(text)).not.toMatch(/offer online booking/i),
  )

  test('a quote, read by itself, complains about what its recommendation is about', async () => {
    const reviews = [
      ...repeated(0, 12, late, { rating: 1 }),
      ...repeated(100, 12, 'The waiter was rude to us.', { rating: 1 }),
      review(300, 'They refused to serve my wife because of her headscarf.', { rating: 1, ageDays: 5 }),
      ...repeated(400, 40, tasty, { rating: 5 }),
    ]
    const { recommendations } = await completed(input(reviews))
    const evidenceFor = (aspect: string, urgent: boolean) =>
      recommendations
        .filter((entry) => entry.aspect === aspect && entry.urgent === urgent)
        .flatMap(({ evidence }) => evidence)
    expect(evidenceFor('service', true).map(({ text }) => text)).toEqual([
      'They refused to serve my wife because of her headscarf.',
    ])
    expect(new Set(evidenceFor('service', false).map(({ text }) => text))).toEqual(
      new Set(['The waiter was rude to us.']),
    )
    expect(new Set(evidenceFor('wait', false).map(({ text }) => text))).toEqual(new Set([late]))
  })
})
