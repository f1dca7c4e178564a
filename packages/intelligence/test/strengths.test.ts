import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review } from './reviews.ts'

const salon = { id: 'biz_1', name: 'Corner House', trade: 'salon' } as const
const others = repeated(900, 20, 'Friendly people, we will be back.', { rating: 5 })
const shaves = [
  'A great shave, warm oil and no rush at all.',
  'He shaped my beard perfectly.',
  'The best hot towel in town.',
  'Lovely beard work, I will be back.',
]

async function analysisOf(reviews: ReviewInput[]): Promise<AnalysisCompleted> {
  const result = await analyze(input(reviews, { business: salon }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const rated = (from: number, texts: readonly string[], options: Partial<ReviewInput>) =>
  texts.map((text, index) => review(from + index, text, options))

describe('customers who praise one thing in different words', () => {
  test('are counted by its name, and quoted', async () => {
    const { summary, report } = await analysisOf([...rated(0, shaves, { rating: 5 }), ...others])
    expect(summary.positives[0]).toContain('4 of your 24 reviews praise beards and shaves')
    const quotes = report.sections.find(({ key }) => key === 'strengths')?.quotes ?? []
    expect(quotes.some(({ text }) => shaves.includes(text))).toBe(true)
  })

  test('are too few if they are two', async () => {
    const { summary } = await analysisOf([...rated(0, shaves.slice(0, 2), { rating: 5 }), ...others])
    expect(summary.positives.join(' ')).not.toContain('beards')
  })

  test('are no strength if as many complain about it', async () => {
    const complaints = repeated(300, 3, 'The beard was terrible and crooked.', { rating: 1 })
    const { summary } = await analysisOf([...rated(0, shaves, { rating: 5 }), ...complaints, ...others])
    expect(summary.positives.join(' ')).not.toContain('beards')
  })

  test('are no strength where customers of competitors praise it more often', async () => {
    const theirs = repeated(300, 9, 'The shave was great.', { rating: 5, competitor_id: 'cmp_1' })
    const { summary, report } = await analysisOf([...rated(0, shaves, { rating: 5 }), ...others, ...theirs])
    expect(summary.positives.join(' ')).not.toContain('beards')
    const comparison = report.sections.find(({ key }) => key === 'comparison')?.text
    expect(comparison).toContain('Reviews of Bella Vista praise more often than yours: beards and shaves (9 of 9;')
  })
})

test('a complaint that a satisfied customer takes back is no evidence', async () => {
  const text = "Not cheap but she's nearly 13 and they lift her in and out themselves, two of them."
  const { recommendations } = await analysisOf([
    ...repeated(0, 5, text, { rating: 4 }),
    ...repeated(100, 20, 'The haircut is great.', { rating: 5 }),
  ])
  expect(recommendations.map(({ aspect }) => aspect)).not.toContain('price')
})
