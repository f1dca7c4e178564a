import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { causesIn } from '../src/analysis/causes.ts'
import { labelReview } from '../src/labels/labels.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import { input, repeated, review } from './reviews.ts'

const salon = { id: 'biz_1', name: 'Corner & Sons', trade: 'salon' } as const

async function analysisOf(reviews: ReviewInput[], business: Parameters<typeof input>[1] = { business: salon }) {
  const result = await analyze(input(reviews, business))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

function causesOf(text: string, rating: number | null, trade: 'salon' | 'restaurant' | 'other' = 'salon'): string[] {
  return causesIn({ text, rating }, labelReview(text, { trade }), trade).flat()
}

const satisfied = repeated(900, 12, 'Friendly people, we will be back.', { rating: 5 })
const rushed = [
  'I felt rushed from the minute I sat down.',
  'It was like a conveyor belt, and I was out of the chair in ten minutes.',
  'He hurried me through the cut and had one eye on the clock.',
  'They bundled me out with wet hair, what a pity.',
]

describe('customers who name the same cause', () => {
  const reviews = [
    ...rushed.map((text, index) => review(index, text, { rating: 2, ageDays: 20 + index })),
    ...satisfied,
  ]

  test('get advice about this cause, with the reviews that name it as evidence', async () => {
    const { recommendations } = await analysisOf(reviews)
    const advice = recommendations.find(({ title }) => title === 'Give every cut and treatment enough time')
    expect(advice?.evidence.length).toBeGreaterThan(1)
    for (const { text } of advice?.evidence ?? []) expect(rushed).toContain(text)
  })

  test('are counted in the summary', async () => {
    const { summary } = await analysisOf(reviews)
    expect(summary.negatives.join(' ')).toContain('4 of your 16 reviews say that they were rushed')
  })

  test('are not a cause if they are only two', async () => {
    const { summary } = await analysisOf([...reviews.slice(0, 2), ...satisfied])
    expect(summary.negatives.join(' ')).not.toContain('say that they were rushed')
  })
})

test.each([
  ['a customer with five stars', 'The last place rushed me, here I had all the time in the world.', 5],
  ['a customer who denies it', 'I never felt rushed, but the color is too dark.', 3],
])('%s names no cause', (_, text, rating) => {
  expect(causesOf(text, rating)).not.toContain('rushed')
})

test('a cause of restaurants is not read in other trades', () => {
  const text = 'My latte was lukewarm while I waited.'
  expect(causesOf(text, 2, 'restaurant')).toContain('coffee')
  expect(causesOf(text, 2, 'salon')).not.toContain('coffee')
})

describe('a cause that is new in the last 90 days', () => {
  const older = repeated(300, 12, 'Friendly people, we will be back.', { rating: 5, ageDays: 200 })
  const recent = repeated(400, 6, 'Friendly people, we will be back.', { rating: 5, ageDays: 30 })

  test('is stated with both numbers', async () => {
    const late = rushed.concat(rushed).map((text, index) => review(index, text, { rating: 2, ageDays: 10 + index }))
    const { summary, report } = await analysisOf([...late, ...recent, ...older])
    expect(summary.negatives.join(' ')).toContain('This is new: 8 of 14 reviews in the last 90 days, none of 12 before')
    const trend = report.sections.find(({ key }) => key === 'trend')
    expect(trend?.text).not.toContain('what customers complain about')
  })
})

test('a report does not deny a difference that its own numbers show', async () => {
  const theirs = repeated(600, 40, 'Friendly people, we will be back.', { rating: 5, competitor_id: 'cmp_1' })
  const ours = repeated(0, 10, 'I waited for an hour, far too long.', { rating: 2 })
  const more = repeated(700, 30, 'Friendly people, we will be back.', { rating: 5 })
  const { report, themes } = await analysisOf([
    ...ours,
    ...more,
    ...theirs,
    review(800, 'There was a short wait.', { rating: 3, competitor_id: 'cmp_1' }),
  ])
  expect(themes.find(({ aspect }) => aspect === 'wait')?.verdict).toBe('they_lead')
  const text = report.sections.find(({ key }) => key === 'comparison')?.text
  expect(text).toMatch(/They are ahead in: .*Waiting and punctuality/)
  expect(text).not.toContain('no subject in which all of them')
})

test('a short review of rare English words is English', () => {
  expect(labelReview('Hangover heaven', { trade: 'restaurant' }).language).toBe('en')
  expect(labelReview('Ottimo servizio', { trade: 'restaurant' }).language).not.toBe('en')
})

test('a report speaks of other languages only if there are reviews in one', async () => {
  const overview = async (reviews: ReviewInput[]) =>
    (await analysisOf(reviews)).report.sections.find(({ key }) => key === 'overview')?.text
  const foreign = review(990, 'Das Essen war sehr gut und wir kommen gerne wieder.', { rating: 5 })
  expect(await overview(satisfied)).not.toContain('are included')
  expect(await overview([...satisfied, review(991, '', { rating: 5 })])).toContain(
    'Reviews without words are included.',
  )
  expect(await overview([...satisfied, foreign])).toContain('Reviews in other languages are included.')
})

test('a complaint that names a cause is not quoted as praise or about another subject', async () => {
  const text = 'Put numbers on the wall, because there is no system and nobody knows whose turn it is.'
  const { themes } = await analysisOf([...repeated(0, 4, text, { rating: 2 }), ...satisfied])
  const elsewhere = themes.filter(({ aspect }) => aspect !== 'wait' && aspect !== 'service')
  expect(elsewhere.flatMap(({ quotes }) => quotes.map((quote) => quote.text))).not.toContain(text)
})
