import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review, stats } from './reviews.ts'

const tasty = 'The pasta was delicious and the tiramisu was perfect.'
const bland = 'The pasta was bland and the tiramisu was disgusting.'
const theirs = { competitor_id: 'cmp_1' } as const
const praise = { rating: 5, ageDays: 10 }
const blame = { rating: 1, ageDays: 10 }

async function completed(reviews: ReviewInput[], competitors = ['Bella Vista']): Promise<AnalysisCompleted> {
  const tracked = competitors.map((name, index) => ({
    id: `cmp_${index + 1}` as const,
    name,
    review_stats: stats,
  }))
  const result = await analyze(input(reviews, { competitors: tracked }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

/** Own reviews that praise and complain about the food, then those of the competitor. */
function kitchens(own: [praised: number, blamed: number], other: [praised: number, blamed: number]): ReviewInput[] {
  return [
    ...repeated(0, own[0], tasty, praise),
    ...repeated(100, own[1], bland, blame),
    ...repeated(200, other[0], tasty, { ...theirs, ...praise }),
    ...repeated(300, other[1], bland, { ...theirs, ...blame }),
  ]
}

describe('a lead', () => {
  test('states the numbers of reviews behind it, the interval of the difference and a quote of each side', async () => {
    const { leads } = await completed(kitchens([2, 18], [15, 5]))
    expect(leads).toEqual([
      {
        competitor_id: 'cmp_1',
        name: 'Bella Vista',
        aspect: 'quality',
        label: 'Food and drink',
        verdict: 'they_lead',
        own: { mentions: 20, praises: 2 },
        competitor: { mentions: 20, praises: 15 },
        difference: { value: -0.65, low: -0.806, high: -0.353 },
        since: null,
        quotes: [
          expect.objectContaining({ competitor_id: 'cmp_1', text: tasty }),
          expect.objectContaining({ competitor_id: null, text: bland }),
        ],
        text:
          'Bella Vista gets more praise than you for food and drink. Of the reviews with an opinion about it, 2 of your 20 praise it, ' +
          'and 15 of their 20.',
      },
    ])
  })

  test('has the interval of Newcombe (1998), whose first example is 56 of 70 and 48 of 80', async () => {
    const [lead] = (await completed(kitchens([56, 14], [48, 32]))).leads
    expect(lead?.difference).toEqual({ value: 0.2, low: 0.052, high: 0.334 })
  })

  test('is stated for the business as for the competitor', async () => {
    const [lead] = (await completed(kitchens([15, 5], [2, 18]))).leads
    expect(lead).toMatchObject({ verdict: 'we_lead', difference: { value: 0.65, low: 0.353, high: 0.806 } })
    expect(lead?.text).toMatch(/^You get more praise than Bella Vista .* 15 of your 20 praise it, and 2 of their 20/)
    expect(lead?.quotes.map(({ competitor_id }) => competitor_id)).toEqual([null, 'cmp_1'])
  })

  test.each<[string, [number, number], [number, number]]>([
    ['the interval includes zero', [9, 11], [14, 6]],
    ['three reviews of one side judge it', [20, 0], [0, 3]],
    ['the difference is smaller than the error of reading', [60, 40], [46, 54]],
    ['both are praised alike', [20, 0], [20, 0]],
  ])('is not stated where %s', async (_, own, other) => {
    expect((await completed(kitchens(own, other))).leads).toEqual([])
  })

  test('over one competitor says nothing about another, and the most certain comes first', async () => {
    const others = [
      ...repeated(400, 3, tasty, { competitor_id: 'cmp_2', ...praise }),
      ...repeated(500, 17, bland, { competitor_id: 'cmp_2', ...blame }),
      ...repeated(600, 20, tasty, { competitor_id: 'cmp_3', ...praise }),
    ]
    const reviews = [...kitchens([19, 1], [8, 12]), ...others]
    const { leads } = await completed(reviews, ['Bella Vista', 'Il Giardino', 'Trattoria Sole'])
    expect(leads.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['Il Giardino', 'we_lead'],
      ['Bella Vista', 'we_lead'],
    ])
    for (const { quotes, competitor_id } of leads)
      expect(quotes.map((quote) => quote.competitor_id)).toEqual([null, competitor_id])
  })

  test('is part of the comparison of the report, and the report has each of its quotes once', async () => {
    const { leads, report } = await completed(kitchens([2, 18], [15, 5]))
    const section = report.sections.find(({ key }) => key === 'comparison')
    expect(section?.text).toContain(leads[0]?.text)
    expect(section?.quotes.length).toBeGreaterThan(0)
    const texts = report.sections.flatMap(({ quotes }) => quotes.map(({ text }) => text))
    for (const { text } of leads[0]?.quotes ?? []) expect(texts.filter((one) => one === text)).toEqual([text])
  })
})

describe('the beginning of a lead', () => {
  const sinceOf = async (ages: { age: number; own: string; other: string }[]) => {
    const reviews = ages.flatMap(({ age, own, other }, index) =>
      Array.from({ length: 6 }, (_, each) => each).flatMap((each) => {
        const ageDays = age + each
        const rate = (text: string) => (text === tasty ? 5 : 1)
        return [
          review(index * 100 + each, own, { rating: rate(own), ageDays }),
          review(index * 100 + 50 + each, other, { rating: rate(other), ageDays, ...theirs }),
        ]
      }),
    )
    const [lead] = (await completed(reviews)).leads
    return lead && { verdict: lead.verdict, since: lead.since, text: lead.text }
  }
  const behind = (age: number) => ({ age, own: bland, other: tasty })
  const ahead = (age: number) => ({ age, own: tasty, other: bland })

  test('is that of the window after the last one in which the leader was behind', async () => {
    const found = await sinceOf([behind(300), ahead(200), behind(100), behind(10), behind(30), behind(50)])
    expect(found).toMatchObject({ verdict: 'they_lead', since: '2026-05-25T12:00:00.000Z' })
    expect(found?.text).toContain('The reviews of the last 6 months show it.')
  })

  test('is that of the period where the leader was never behind', async () => {
    const found = await sinceOf([behind(300), behind(10)])
    expect(found).toMatchObject({ since: '2025-11-21T12:00:00.000Z' })
    expect(found?.text).toContain('The reviews of the whole year show it.')
  })

  test('is not known where the newest reviews show the opposite', async () => {
    const found = await sinceOf([behind(100), behind(120), behind(140), behind(200), ahead(10)])
    expect(found).toMatchObject({ verdict: 'they_lead', since: null })
    expect(found?.text).not.toMatch(/months|year/)
  })

  test('is not known where too few reviews are older, so that it may have lasted for long', async () => {
    const found = await sinceOf([behind(10), behind(30)])
    expect(found).toMatchObject({ verdict: 'they_lead', since: null })
    expect(found?.text).not.toMatch(/months|year/)
  })
})
