import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { type AnalysisInput, analyze } from '../src/analysis/analyze.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
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
    expect(result.recommendations[0]?.rationale).toMatch(/^4 of your 20 reviews complain about waiting and pace\. /)
    for (const text of textsOf(result)) expect(text).not.toMatch(/\d%/)
  })

  test('reads that it has one competitor, and what that one is praised for', async () => {
    const result = await completed(input(small()))
    expect(sectionOf(result, 'overview')?.text).toContain('and 9 reviews of 1 competitor.')
    expect(sectionOf(result, 'comparison')?.text).toMatch(
      /^Bella Vista gets more praise than you for waiting and pace\. .* none of your 4 praise it, and all 9 of theirs\./m,
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
  const awful = 'The food was disgusting.'
  const aspectsFor = async (praise: number, complaints: number) => {
    const reviews = [...repeated(0, praise, tasty, { rating: 5 }), ...repeated(200, complaints, awful, { rating: 2 })]
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
      'You have replied to 10 of 61 reviews (16%). Of the 51 without a reply, 8 have one or two stars.',
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
    expect(recommendation?.rationale).toContain('The one without a reply reports a serious matter.')
    expect(recommendation?.title).toBe('Reply to the serious reviews that you left without a reply')
  })

  test('are counted as serious and as low, and the advice depends on how many reviews have a reply', async () => {
    const ill = review(900, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 10, owner_replied: false })
    const cold = review(901, 'The pasta was cold.', { rating: 2, ageDays: 10, owner_replied: false })
    const rationaleOf = async (replied: number, unanswered: number) => {
      const praised = repeated(0, replied, tasty, { rating: 5, owner_replied: true })
      const open = repeated(500, unanswered, tasty, { rating: 5, owner_replied: false })
      const { recommendations } = await completed(input([...praised, ...open, ill, cold]))
      return recommendations.find(({ problem_key }) => problem_key === 'communication.replies')
    }
    expect((await rationaleOf(30, 0))?.rationale).toContain(
      'Of the 2 without a reply, 1 reports a serious matter and the other has one or two stars.',
    )
    const few = await rationaleOf(10, 28)
    expect(few?.rationale).toContain(
      'Of the 30 without a reply, 1 reports a serious matter and 1 more has one or two stars.',
    )
    expect(few?.title).toBe('Reply to the reviews that have no reply, the serious ones first')
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
    [
      'most reviews have one, those with few stars too',
      () => [...replies(70, 20), ...repeated(700, 24, 'The waiter was rude.', { rating: 2, owner_replied: true })],
    ],
    ['it is not known', () => replies(10, 51).map((item) => ({ ...item, owner_replied: null }))],
  ])('are no recommendation where %s', async (_, reviews) => {
    const { recommendations } = await completed(input(reviews()))
    expect(recommendations.map(({ problem_key }) => problem_key)).not.toContain('communication.replies')
  })
})

describe('replies to praise and to criticism', () => {
  const rude = 'The waiter was rude to us.'
  const replies = (praise: [number, number], criticism: [number, number], unknown = 0) => [
    ...repeated(0, praise[0], tasty, { rating: 5, owner_replied: true }),
    ...repeated(100, praise[1] - praise[0], tasty, { rating: 4, owner_replied: false }),
    ...repeated(200, criticism[0], rude, { rating: 3, owner_replied: true }),
    ...repeated(300, criticism[1] - criticism[0], rude, { rating: 3, owner_replied: false }),
    ...repeated(400, unknown, tasty, { rating: 5, owner_replied: null }),
  ]
  const finding = 'You replied to 9 of 10 reviews with four or five stars, but to none of the 6 with three or fewer.'

  test('an owner who replies to praise alone reads so, with the same numbers in the report and the advice', async () => {
    const result = await completed(input(replies([9, 10], [0, 6])))
    const advice = result.recommendations.find(({ problem_key }) => problem_key === 'communication.replies')
    expect(sectionOf(result, 'overview')?.text).toContain(finding)
    expect(advice?.rationale).toContain(finding)
    expect(advice?.title).toBe('Reply to criticism as you reply to praise')
    expect(advice?.evidence.map(({ text }) => text)).toEqual([rude])
    expect(advice?.factors.frequency).toBe(0.375)
  })

  test.each<[string, [number, number], [number, number]]>([
    ['both get replies', [9, 10], [5, 6]],
    ['criticism gets more', [4, 10], [6, 6]],
    ['there are few reviews with few stars', [12, 12], [0, 3]],
    ['chance may be the reason', [6, 10], [2, 6]],
  ])('nothing is said about it where %s', async (_, praise, criticism) => {
    const result = await completed(input(replies(praise, criticism)))
    expect(textsOf(result).join()).not.toContain('with three or fewer')
  })

  test('reviews whose source does not show replies are left out, and the report says so', async () => {
    const { recommendations, ...rest } = await completed(input(replies([9, 10], [0, 6], 2)))
    const text = sectionOf({ recommendations, ...rest }, 'overview')?.text
    expect(text).toContain('You have replied to 9 of 16 reviews.')
    expect(text).toContain('2 more reviews are not counted here, because their sources do not show replies.')
  })
})

describe('a business without competitors', () => {
  test('reads nothing about them', async () => {
    const reviews = [
      ...repeated(0, 12, late, { rating: 2, owner_replied: false }),
      ...repeated(100, 20, tasty, { rating: 5, owner_replied: true }),
    ]
    const result = await completed(input(reviews, { competitors: [] }))
    const texts = [
      ...result.summary.positives,
      ...result.summary.negatives,
      ...result.report.sections.map(({ text }) => text),
    ]
    expect(sectionOf(result, 'comparison')).toMatchObject({
      text: 'You have not added a competitor yet, so there is nothing to compare.',
      chart: null,
    })
    expect(texts.join('\n').match(/competitor/g)).toHaveLength(1)
    expect(result.recommendations.flatMap(({ rationale }) => rationale).join()).not.toContain('competitor')
    const names = result.report.sections.flatMap(({ chart }) => chart?.series.map(({ name }) => name) ?? [])
    expect(names).not.toContain('Competitors')
  })
})

describe('the chart of weights', () => {
  const slow = 'We waited an hour for the food.'
  const chartOf = async (reviews: ReviewInput[]) =>
    sectionOf(await completed(input(reviews)), 'priorities')?.chart ?? null

  test('has the recommendations that are ordered by weight, in that order, and no others', async () => {
    const chart = await chartOf([
      ...repeated(0, 12, slow, { rating: 2, owner_replied: false }),
      ...repeated(100, 9, 'The waiter was rude to us.', { rating: 1, owner_replied: false }),
      ...repeated(200, 40, tasty, { rating: 5, owner_replied: true }),
      review(300, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 5 }),
    ])
    const values = chart?.series[0]?.points.map(({ value }) => value) ?? []
    expect(values).toHaveLength(2)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(chart?.series[0]?.points.map(({ label }) => label).join()).not.toMatch(/health|[Rr]eply/)
  })

  test('is left out where only one is ordered by weight', async () => {
    expect(
      await chartOf([...repeated(0, 12, slow, { rating: 2 }), ...repeated(100, 20, tasty, { rating: 5 })]),
    ).toBeNull()
  })
})

describe('advice follows its evidence', () => {
  const actionFor = async (text: string, trade: Trade = 'other') => {
    const reviews = [...repeated(0, 12, text, { rating: 2 }), ...repeated(100, 30, 'Lovely people.', { rating: 5 })]
    const business = { id: 'biz_1', name: 'Corner Shop', trade }
    return (await completed(input(reviews, { business }))).recommendations[0]?.action ?? ''
  }

  test.each([
    ['There is nowhere to park and I got a parking ticket.', /where customers can stop or park/],
    ['The entrance is hard to find and there are no signs.', /put up a sign/],
    ['The tables were sticky and full of crumbs.', /wipe tables/],
    ['The chairs are uncomfortable and wobbly.', /Try out the seats/],
    ['It was freezing, there was no heating.', /Measure the temperature/],
  ])('%s → %s', async (text, expected) => expect(await actionFor(text)).toMatch(expected))

  test('a bill is brought sooner only where reviews mention one', async () => {
    expect(await actionFor('We waited an hour for the food.', 'restaurant')).not.toContain('bill')
    expect(await actionFor('We waited an hour for the food and to pay the bill.', 'restaurant')).toContain('bill')
  })

  test('a sign is put up only where somebody did not find the way', async () => {
    expect(await actionFor('There is nowhere to park, parking is impossible.')).not.toContain('sign')
  })

  test('two complaints of customers who give four stars are no finding, and three are', async () => {
    const findings = async (count: number, rating: number) => {
      const dear = repeated(0, count, 'The food is fine but far too expensive.', { rating })
      const { summary } = await completed(input([...dear, ...repeated(100, 12, 'Came in on Tuesday.')]))
      return summary.negatives.join()
    }
    expect(await findings(2, 4)).not.toContain('price and value')
    expect(await findings(3, 4)).toContain('3 of your 15 reviews complain about price and value.')
    expect(await findings(2, 3)).toContain('2 of your 14 reviews complain about price and value.')
  })
})

test('what customers praise is listed in the order of the numbers that are shown with it', async () => {
  const kind = 'The staff were friendly and helpful.'
  const result = await completed(
    input([
      ...repeated(0, 12, kind, { rating: 5 }),
      ...repeated(100, 9, tasty, { rating: 5 }),
      ...repeated(200, 30, tasty, { competitor_id: 'cmp_1', rating: 1 }),
    ]),
  )
  const [you] = sectionOf(result, 'strengths')?.chart?.series ?? []
  const values = you?.points.map(({ value }) => value) ?? []
  expect(values.length).toBeGreaterThanOrEqual(2)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})

test.each<[string, string, string]>([
  ['cuts', 'The haircut was perfect and the fade is great.', 'Cut and styling'],
  ['nails', 'My nails look perfect and the manicure was great.', 'Treatments'],
])('a salon whose reviews are about %s alone reads no label about other work', async (_, text, label) => {
  const business = { id: 'biz_1', name: 'Corner Barber', trade: 'salon' as const }
  const result = await completed(input(repeated(0, 20, text, { rating: 5 }), { business }))
  expect(result.themes.find(({ aspect }) => aspect === 'quality')?.label).toBe(label)
  expect(result.summary.positives.join()).toContain(`20 of your 20 reviews praise ${label.toLowerCase()}`)
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
