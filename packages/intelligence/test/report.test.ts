import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import { summarizeReview } from '../src/labels/review-summary.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, labelsOf, repeated, review } from './reviews.ts'

const tasty = 'The pasta was delicious and the tiramisu was perfect.'
const slow = 'We waited an hour for the food.'
const rude = 'The waiter was rude to us.'
const dirty = 'The floor was dirty and the tables were sticky.'
const razor = 'Cut my neck with a dirty razor, bleeding for an hour, same blade used on everyone.'

async function completed(reviews: ReviewInput[], trade: Trade = 'restaurant'): Promise<AnalysisCompleted> {
  const business = { id: 'biz_1', name: 'Corner House', trade }
  const result = await analyze(input(reviews, { business }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const sectionOf = ({ report }: AnalysisCompleted, key: string) => report.sections.find((section) => section.key === key)

/** Customers of a business and of a competitor who praise and complain about several subjects. */
const mixed = () => [
  ...repeated(0, 14, tasty, { rating: 5, owner_replied: true }),
  review(30, 'The lasagna was excellent and the wine was great.', { rating: 5 }),
  ...repeated(50, 7, slow, { rating: 2, owner_replied: false }),
  review(60, 'Waited 40 minutes for a table that we had booked.', { rating: 2, ageDays: 10, owner_replied: false }),
  ...repeated(70, 5, rude, { rating: 2, owner_replied: false }),
  review(80, 'Nobody greeted us and the waiter ignored our table.', { rating: 1, owner_replied: false }),
  review(90, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 10 }),
  ...repeated(200, 12, 'We were seated immediately and the food came quickly.', { rating: 5, competitor_id: 'cmp_1' }),
]

describe('a report', () => {
  test('has no quote twice', async () => {
    const texts = (await completed(mixed())).report.sections.flatMap(({ quotes }) => quotes.map(({ text }) => text))
    expect(texts.length).toBeGreaterThan(4)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('has no sentence with a number of reviews twice', async () => {
    const { sections } = (await completed(mixed())).report
    const sentences = sections.flatMap(({ text }) => text.split(/\n+|(?<=[.!?]) (?=[A-Z\d])/))
    const counted = sentences.filter((sentence) => /of your \d|replied|average is/.test(sentence))
    expect(counted.length).toBeGreaterThan(4)
    expect(counted.filter((sentence, index) => counted.indexOf(sentence) < index)).toEqual([])
  })

  test('averages the stars so that an owner can compute them: five, five and two are four', async () => {
    const old = repeated(0, 2, tasty, { rating: 5, ageDays: 300 })
    const text = sectionOf(await completed([...old, review(10, slow, { rating: 2, ageDays: 1 })]), 'overview')?.text
    expect(text).toContain('Your average is 4.0 stars')
  })

  test('states the order of its advice as it is', async () => {
    const methodOf = async (reviews: ReviewInput[]) => sectionOf(await completed(reviews), 'method')?.text
    const happy = repeated(0, 20, tasty, { rating: 5 })
    const waits = repeated(100, 9, slow, { rating: 2 })
    expect(await methodOf([...happy, ...waits])).toContain('The complaints with the most weight come first:')
    const ill = review(200, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 10 })
    expect(await methodOf([...happy, ...waits, ill])).toContain('Reports of something serious come first.')
    const mice = repeated(300, 2, 'There were mouse droppings in the kitchen.', { rating: 1, ageDays: 10 })
    const result = await completed([...happy, ...mice, ...repeated(400, 8, dirty, { rating: 2 })])
    const keys = result.recommendations.map(({ problem_key }) => problem_key)
    expect(keys.findIndex((key) => key.startsWith('cleanliness'))).toBe(keys.indexOf('alert.hygiene') - 1)
    expect(sectionOf(result, 'method')?.text).toContain('cleanliness comes before the reports about hygiene')
  })
})

describe('a quote', () => {
  const quotesOf = async (text: string) => {
    const { recommendations } = await completed([
      ...repeated(0, 4, slow, { rating: 2 }),
      ...repeated(50, 20, tasty, { rating: 5 }),
      review(100, text, { rating: 2, ageDays: 1 }),
    ])
    return recommendations.flatMap(({ evidence }) => evidence.map((quote) => quote.text))
  }

  test.each([
    'We ordered two pizzas at the counter. They took an hour and forty minutes to arrive.',
    'The food is lovely. But we waited an hour for our table again.',
  ])('that refers to the sentence before has it as well: %s', async (text) => {
    expect(await quotesOf(text)).toContain(text)
  })

  test('is left out where the sentence before refers back as well', async () => {
    const text = 'We ordered two pizzas. It was a mistake. They took an hour and forty minutes to arrive.'
    expect((await quotesOf(text)).filter((quote) => text.includes(quote))).toEqual([])
  })

  test('is of a review that counts: nothing is a complaint of a customer who gives five stars', async () => {
    const { recommendations, summary } = await completed([
      ...repeated(0, 6, slow, { rating: 2 }),
      review(100, slow, { rating: 5, ageDays: 1 }),
    ])
    expect(summary.negatives.join()).toContain('6 of your 7 reviews complain about waiting')
    expect(recommendations[0]?.evidence.map(({ rating }) => rating)).toEqual([2])
  })
})

describe('words that name an aspect and judge nothing', () => {
  test.each<[string, string, number]>([
    ['I would pay more to know when I would be seen.', 'price', 2],
    ['You can pay by card now.', 'price', 4],
    ['The music is a matter of taste.', 'ambience', 3],
    ['Nice for a chat with the girls.', 'service', 4],
  ])('%s → no judgment of the %s', (text, aspect, rating) => {
    const found = summarizeReview(labelsOf(text, 'salon'), rating).aspects.find((each) => each.aspect === aspect)
    expect(found?.polarity ?? 'neutral').toBe('neutral')
  })

  test('do not hide a second subject after "but"', () => {
    const { aspects } = summarizeReview(labelsOf("Nice garden but the tables don't get cleared.", 'restaurant'), 3)
    expect(aspects).toEqual([
      { aspect: 'cleanliness', polarity: 'negative' },
      { aspect: 'ambience', polarity: 'positive' },
    ])
  })
})

describe('advice', () => {
  test('is not given twice for the same sentences: a serious report covers the ordinary complaint', async () => {
    const reports = repeated(0, 2, 'There were mouse droppings in the kitchen.', { rating: 1, ageDays: 10 })
    const { recommendations } = await completed([...reports, ...repeated(100, 20, tasty, { rating: 5 })])
    const keys = recommendations.map(({ problem_key }) => problem_key)
    expect(keys).toContain('alert.hygiene')
    expect(keys.join()).not.toContain('cleanliness')
  })

  test.each([
    ['The delivery took an hour and the driver was late.', 'Get deliveries to the door on time'],
    ['We stood in the queue for half an hour.', 'Shorten the queue'],
    [slow, 'Shorten the time until guests are served'],
  ])('about waiting fits what is quoted: %s', async (text, title) => {
    const reviews = [...repeated(0, 9, text, { rating: 2 }), ...repeated(100, 20, tasty, { rating: 5 })]
    expect((await completed(reviews)).recommendations[0]?.title).toBe(title)
  })

  test('about replies speaks of serious reviews only where there are some', async () => {
    const titleOf = async (open: ReviewInput[]) => {
      const answered = repeated(500, 3, tasty, { rating: 5, owner_replied: true })
      const { recommendations } = await completed([...answered, ...open])
      return recommendations.find(({ problem_key }) => problem_key === 'communication.replies')?.title
    }
    const praise = repeated(0, 20, tasty, { rating: 5, owner_replied: false })
    expect(await titleOf(praise)).toBe('Reply to your reviews')
    const low = repeated(100, 3, slow, { rating: 1, owner_replied: false })
    expect(await titleOf([...praise, ...low])).toContain('those with few stars first')
    const ill = review(200, 'I got food poisoning from the mussels.', { rating: 1, ageDays: 5, owner_replied: false })
    expect(await titleOf([...praise, ill])).toContain('the serious ones first')
  })

  test('names the words that decided, and none that mean little', async () => {
    const reviews = [...repeated(0, 2, razor, { rating: 1, ageDays: 5 }), ...repeated(100, 20, tasty, { rating: 5 })]
    const { recommendations } = await completed(reviews, 'salon')
    const rationales = recommendations.filter(({ urgent }) => urgent).map(({ rationale }) => rationale)
    const words = rationales.flatMap((text) => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(['cut', 'neck', 'dirty', 'razor', 'bleeding', 'blade']).toContain(word)
  })
})

test('a competitor with five reviews is too small for a lead', async () => {
  const reviews = (theirs: number) => [
    ...repeated(0, 20, tasty, { rating: 5 }),
    ...repeated(100, theirs, 'The pasta was bland and the tiramisu was disgusting.', {
      rating: 1,
      competitor_id: 'cmp_1',
    }),
  ]
  expect((await completed(reviews(5))).leads).toEqual([])
  expect((await completed(reviews(6))).leads).toHaveLength(1)
})
