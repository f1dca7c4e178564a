import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review } from './reviews.ts'

// What an analysis leaves out because the reviews do not show it.

const tasty = 'The pasta was delicious and the tiramisu was perfect.'
const slow = 'We waited an hour for the food.'
const quick = 'The food came quickly.'

async function completed(reviews: ReviewInput[], trade: Trade = 'restaurant'): Promise<AnalysisCompleted> {
  const result = await analyze(input(reviews, { business: { id: 'biz_1', name: 'Corner House', trade } }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const written = ({ summary, report, recommendations }: AnalysisCompleted) =>
  [
    ...summary.positives,
    ...summary.negatives,
    ...report.sections.map(({ text }) => text),
    ...recommendations.map(({ rationale }) => rationale),
  ].join('\n')
const theirs = { competitor_id: 'cmp_1' } as const

describe('a comparison of few reviews', () => {
  test.each([
    [4, 9, false],
    [8, 20, true],
  ])('%i complaints of 20 reviews next to none of %i: stated %s', async (complaints, others, isStated) => {
    const result = await completed([
      ...repeated(0, complaints, slow, { rating: 2 }),
      ...repeated(100, 20 - complaints, tasty, { rating: 5 }),
      ...repeated(200, others, quick, { ...theirs, rating: 5 }),
    ])
    expect(result.summary.negatives[0]).toContain(`${complaints} of your 20 reviews`)
    expect(result.summary.negatives[0]?.includes('competitors')).toBe(isStated)
  })

  test('calls nobody level where a difference would not show, and does where it would', async () => {
    const of = (count: number) =>
      completed([
        ...repeated(0, count, tasty, { rating: 5 }),
        ...repeated(1000, count, 'The soup was bland.', { rating: 2 }),
        ...repeated(2000, count, tasty, { ...theirs, rating: 5 }),
        ...repeated(3000, count, 'The soup was bland.', { ...theirs, rating: 2 }),
      ])
    const verdictOf = ({ themes }: AnalysisCompleted) => themes.find(({ aspect }) => aspect === 'quality')?.verdict
    expect(verdictOf(await of(10))).toBe('insufficient_data')
    expect(verdictOf(await of(100))).toBe('level')
  })

  test('has no lead that the exact test does not confirm', async () => {
    const of = (ours: number) =>
      completed([
        ...repeated(0, ours, slow, { rating: 2 }),
        ...repeated(100, 2, quick, { rating: 5 }),
        ...repeated(200, 5, quick, { ...theirs, rating: 5 }),
        ...repeated(300, 1, slow, { ...theirs, rating: 2 }),
      ])
    expect((await of(5)).leads).toEqual([])
    expect((await of(14)).leads).toHaveLength(1)
  })
})

test('nothing is said about changes of complaints that few reviews cannot show', async () => {
  const result = await completed([
    ...repeated(0, 12, tasty, { rating: 4, ageDays: 10 }),
    ...repeated(100, 12, tasty, { rating: 4, ageDays: 200 }),
  ])
  expect(written(result)).toContain('We see no clear change in your stars in the last 90 days.')
})

describe('advice', () => {
  test.each([
    [
      'names what customers say where no quote names the cause of the advice',
      'The staff had no idea about our booking and shrugged.',
      /^Look into what/,
    ],
    ['is given where quotes name its cause', slow, /^Shorten the time until guests are served$/],
  ])('%s', async (_, text, title) => {
    const result = await completed([
      ...repeated(0, 9, text, { rating: 2 }),
      ...repeated(100, 20, 'Lovely people.', { rating: 5 }),
    ])
    expect(result.recommendations[0]?.title).toMatch(title)
  })

  test('is not given for two complaints of many reviews of which only one can be shown', async () => {
    const { summary, recommendations } = await completed([
      review(0, 'The waiter was rude to us.', { rating: 2 }),
      review(1, 'Our waiter Marco was rude.', { rating: 2 }),
      ...repeated(100, 40, tasty, { rating: 5 }),
    ])
    expect(recommendations.map(({ aspect }) => aspect)).not.toContain('service')
    expect(summary.negatives.join()).not.toContain('service')
  })

  test('never has the same quote twice', async () => {
    const both = 'The waiter was rude and the soup was cold and bland.'
    const { recommendations } = await completed([
      ...repeated(0, 9, both, { rating: 1, owner_replied: true }),
      ...repeated(100, 20, tasty, { rating: 5, owner_replied: true }),
    ])
    const quotes = recommendations.flatMap(({ evidence }) => evidence.map(({ text }) => text))
    expect(quotes).toEqual([both])
  })
})

describe('a quote', () => {
  const quotesOf = async (text: string, rating: number, trade: Trade) => {
    const { themes } = await completed(
      [...repeated(0, 5, text, { rating }), ...repeated(100, 20, 'The haircut is great.', { rating: 5 })],
      trade,
    )
    return themes.flatMap(({ quotes }) => quotes.map((quote) => quote.text)).filter((quote) => text.includes(quote))
  }

  test.each([
    ['that ends within direct speech', "The rude waiter told me 'your table is gone.", 2],
    ['that denies a complaint', "I don't think it's the staff on the floor at all.", 3],
    ['that praises, of a dissatisfied customer', 'The staff are very friendly and kind.', 1],
  ])('%s is not shown', async (_, text, rating) => {
    expect(await quotesOf(text, rating, 'restaurant')).toEqual([])
  })

  test('that complains in plain words is shown', async () => {
    expect(await quotesOf('The barber was rude to us.', 2, 'salon')).toEqual(['The barber was rude to us.'])
  })
})

test('a single report whose only sentence names somebody is recommended, with a part that names nobody', async () => {
  const result = await completed(
    [
      review(0, 'Marisol cut my ear with the razor, and blood ran down my neck and needed three stitches.', {
        rating: 1,
        ageDays: 5,
      }),
      ...repeated(100, 20, 'The haircut is great.', { rating: 5 }),
    ],
    'salon',
  )
  const [first] = result.recommendations
  expect(first?.problem_key).toBe('alert.health_safety')
  expect(first?.evidence.map(({ text }) => text)).toEqual(['and blood ran down my neck and needed three stitches.'])
  expect(JSON.stringify(result)).not.toContain('Marisol')
})

test('the visit as a whole is a theme only where it shows who is ahead', async () => {
  const { themes } = await completed([
    ...repeated(0, 10, 'We will be back, it was wonderful.', { rating: 5 }),
    ...repeated(100, 10, tasty, { rating: 5 }),
  ])
  expect(themes.map(({ aspect }) => aspect)).toEqual(['quality'])
})

test('fewer stars are stated from eight reviews on', async () => {
  const of = (count: number) =>
    completed([...repeated(0, count, slow, { rating: 2 }), ...repeated(100, 20, tasty, { rating: 5 })])
  expect(written(await of(7))).not.toContain('stars fewer')
  expect(written(await of(8))).toContain('stars fewer')
})
