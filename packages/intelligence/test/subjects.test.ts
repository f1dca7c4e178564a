import * as bounds from '@generated/contract/bounds'
import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { subjectsIn } from '../src/analysis/subjects.ts'
import { labelReview } from '../src/labels/labels.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import stored from '../vocabulary/subjects.json' with { type: 'json' }
import { input, repeated, review } from './reviews.ts'

const groomer = { id: 'biz_1', name: 'Corner & Sons', trade: 'other' } as const
const satisfied = repeated(900, 12, 'Friendly people, we will be back.', { rating: 5 })
const scents = [
  'They had drenched her in perfume and we drove home with the windows down.',
  'He reeked of lavender for three days and slept outside.',
  'The fragrance that they put on him was so strong that my son could not sit next to him.',
]

async function analysisOf(reviews: ReviewInput[], business: { trade: 'other' | 'restaurant' } = groomer) {
  const result = await analyze(input(reviews, { business: { ...groomer, ...business } }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

async function keysOf(...given: Parameters<typeof analysisOf>): Promise<string[]> {
  return (await analysisOf(...given)).recommendations.map(({ problem_key }) => problem_key)
}

const critical = (texts: readonly string[]) => texts.map((text, index) => review(index, text, { rating: 2 }))

describe('customers who complain about one thing in different words', () => {
  const reviews = [...critical(scents), ...satisfied]

  test('are counted together', async () => {
    const { summary } = await analysisOf(reviews)
    expect(summary.negatives.join(' ')).toContain('3 of your 15 reviews complain about scents and smells')
  })

  test('get advice about it with their own words as evidence', async () => {
    const { recommendations } = await analysisOf(reviews)
    const advice = recommendations.find(({ problem_key }) => problem_key === 'subject.scent')
    expect(advice?.title).toBe('Look into what customers say about scents and smells')
    expect(advice?.evidence.length).toBeGreaterThan(1)
    for (const { text } of advice?.evidence ?? []) expect(scents).toContain(text)
  })

  test('are in the chart of complaints', async () => {
    const { report } = await analysisOf(reviews)
    const chart = report.sections.find(({ key }) => key === 'weaknesses')?.chart
    expect(chart?.series[0]?.points.map(({ label }) => label)).toContain('Scents and smells')
  })

  test('are too few if they are two', async () => {
    expect(await keysOf([...critical(scents.slice(0, 2)), ...satisfied])).not.toContain('subject.scent')
  })

  test('are none if as many others praise it', async () => {
    const praise = repeated(300, 3, 'Her coat smelled wonderful, a lovely gentle scent.', { rating: 5 })
    expect(await keysOf([...reviews, ...praise])).not.toContain('subject.scent')
  })

  test('are none if they give five stars', async () => {
    const pleased = scents.map((text, index) => review(index, text, { rating: 5 }))
    expect(await keysOf([...pleased, ...satisfied])).not.toContain('subject.scent')
  })

  test('are nothing special if the customers of competitors complain about it as often', async () => {
    const theirs = repeated(500, 3, 'It smells of perfume in there, far too much.', {
      rating: 2,
      competitor_id: 'cmp_1',
    })
    const others = repeated(600, 12, 'Friendly people.', { rating: 5, competitor_id: 'cmp_1' })
    expect(await keysOf([...reviews, ...theirs, ...others])).not.toContain('subject.scent')
  })

  test('are found where customers of competitors complain about it as often, if it is new here', async () => {
    const theirs = repeated(500, 3, 'It smells of perfume in there, far too much.', {
      rating: 2,
      competitor_id: 'cmp_1',
    })
    const others = repeated(600, 12, 'Friendly people.', { rating: 5, competitor_id: 'cmp_1' })
    const earlier = repeated(900, 12, 'Friendly people, we will be back.', { rating: 5, ageDays: 200 })
    const keysAt = (ageDays: number) => {
      const complaints = scents.map((text, index) => review(index, text, { rating: 2, ageDays }))
      return keysOf([...complaints, ...earlier, ...theirs, ...others])
    }
    expect(await keysAt(20)).toContain('subject.scent')
    expect(await keysAt(200)).not.toContain('subject.scent')
  })

  test('are found alike in any order of the reviews', async () => {
    const found = async (given: ReviewInput[]) => {
      const { recommendations, summary } = await analysisOf(given)
      return JSON.stringify({ recommendations, negatives: summary.negatives })
    }
    expect(await found(reviews.toReversed())).toBe(await found(reviews))
  })
})

describe('a subject that something else says already', () => {
  test('gives way to the cause that its reviews name', async () => {
    const keys = await keysOf(
      [
        ...critical([
          'My latte was lukewarm again and nobody cared.',
          'The coffee came lukewarm, twice in a row.',
          'A lukewarm cappuccino for nearly five euros.',
        ]),
        ...satisfied,
      ],
      { trade: 'restaurant' },
    )
    expect(keys).toHaveLength(1)
    expect(keys).not.toContain('subject.coffee')
  })

  test('takes the place of the aspect that its complaints are about', async () => {
    const keys = await keysOf([
      ...critical([
        'It was freezing in the waiting room.',
        'The heating was off and we sat there in our coats.',
        'A draughty room, I was shivering all the time.',
        'No heating in January, what are they thinking?',
      ]),
      ...satisfied,
    ])
    expect(keys).toEqual(['subject.heating'])
  })
})

describe('a noun that no subject has', () => {
  const complaints = repeated(0, 5, 'The projector was terrible.', { rating: 1 })
  const theirs = repeated(600, 20, 'Friendly people, we will be back.', { rating: 5, competitor_id: 'cmp_1' })

  test('is found if clearly more complaints have it than those of others', async () => {
    const { summary } = await analysisOf([...complaints, ...satisfied, ...theirs])
    expect(summary.negatives.join(' ')).toContain(
      '5 of your 17 reviews complain about "projector" (competitors 0 of 20)',
    )
  })

  test('is a word of the trade if the customers of competitors use it', async () => {
    const using = repeated(700, 8, 'The projector was terrible.', { rating: 2, competitor_id: 'cmp_1' })
    const { summary } = await analysisOf([...complaints, ...satisfied, ...theirs, ...using])
    expect(summary.negatives.join(' ')).not.toContain('projector')
  })

  test('is none if there are no competitors to compare with', async () => {
    const { summary } = await analysisOf([...complaints, ...satisfied])
    expect(summary.negatives.join(' ')).not.toContain('projector')
  })
})

test.each([
  [
    'a satisfied customer complains in one part of a sentence',
    'Lovely cakes, but the coffee was bitter.',
    4,
    ['coffee'],
  ],
  ['a customer with three stars turns to it', 'Good groom, and yet I was sneezing from the scent.', 3, ['scent']],
  ['it is denied', 'The room was never noisy, and we slept well.', 4, []],
])('a review complains about a subject if %s', (_, text, rating, expected) => {
  const { complained } = subjectsIn({ text, rating }, labelReview(text, { trade: 'restaurant' }), 'restaurant')
  expect(complained.filter((key) => !key.startsWith('word.'))).toEqual(expected)
})

test('every subject has a key of its own, and fits into the fields of a recommendation', () => {
  expect(new Set(stored.map(({ key }) => key)).size).toBe(stored.length)
  const { title, action } = bounds.Recommendation
  for (const { name, action: advice = '' } of stored) {
    expect(`Look into what customers say about ${name}`.length).toBeLessThanOrEqual(title.maxLength)
    expect(advice.length).toBeLessThanOrEqual(action.maxLength)
  }
})
