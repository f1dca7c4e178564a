import type { Trade } from '@generated/contract/enums'
import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { lookInto } from '../src/analysis/general-advice.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { AnalysisCompleted } from '../src/records.ts'
import { input, repeated, review } from './reviews.ts'

// What an analysis says about the past and the present, and that it says each thing once.

const tasty = 'The pasta was delicious and the tiramisu was perfect.'
const slow = 'We waited an hour for the food.'
const rude = 'The waiter was rude to us.'

async function completed(reviews: ReviewInput[], trade: Trade = 'restaurant'): Promise<AnalysisCompleted> {
  const result = await analyze(input(reviews, { business: { id: 'biz_1', name: 'Corner House', trade } }))
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

const aspectsOf = ({ recommendations }: AnalysisCompleted) => recommendations.map(({ aspect }) => aspect)
const quotesOf = ({ themes, recommendations, report }: AnalysisCompleted) =>
  [
    ...themes.flatMap(({ quotes }) => quotes),
    ...recommendations.flatMap(({ evidence }) => evidence),
    ...report.sections.flatMap(({ quotes }) => quotes),
  ].map(({ text }) => text)
const sectionOf = ({ report }: AnalysisCompleted, wanted: string) => report.sections.find(({ key }) => key === wanted)

/** Complaints of this age among satisfied reviews, 15 of them of the last 90 days and 12 older. */
const complaintsAged = (count: number, ageDays: number | null, text = slow) => [
  ...Array.from({ length: count }, (_, index) =>
    review(index, text, { rating: 2, ...(ageDays === null ? { published_at: null } : { ageDays }) }),
  ),
  ...repeated(100, 15, tasty, { rating: 5, ageDays: 20 }),
  ...repeated(200, 12, tasty, { rating: 5, ageDays: 250 }),
]

describe('complaints that no recent review has', () => {
  test('are stated as past with both numbers, and are neither recommended nor quoted', async () => {
    const result = await completed(complaintsAged(5, 200))
    expect(result.summary.negatives).toContain(
      '5 of your 32 reviews complained about waiting and pace; none of 15 in the last 90 days does.',
    )
    expect(aspectsOf(result)).not.toContain('wait')
    expect(quotesOf(result)).not.toContain(slow)
    expect(sectionOf(result, 'trend')?.text).toContain('none of 15 in the last 90 days does.')
    expect(sectionOf(result, 'weaknesses')?.text).not.toContain('waiting')
  })

  test('stay a problem where as many may be missing by chance', async () => {
    const few = [...repeated(0, 5, slow, { rating: 2, ageDays: 120 }), ...repeated(100, 27, tasty, { ageDays: 250 })]
    expect(aspectsOf(await completed([...few, review(300, tasty, { ageDays: 5 })]))).toContain('wait')
  })

  test('stay a problem where they have no date', async () => {
    expect(aspectsOf(await completed(complaintsAged(5, null)))).toContain('wait')
  })

  test('are not recommended either where one recurs and only reviews of more than 180 days can be quoted', async () => {
    const unquotable = review(50, 'Our waiter Marco was rude.', { rating: 2, ageDays: 10 })
    const result = await completed([...complaintsAged(4, 250, rude), unquotable])
    expect(aspectsOf(result)).not.toContain('service')
    expect(result.summary.negatives.join()).toContain(
      'complained about staff and service; only 1 of 16 in the last 90 days does',
    )
  })
})

test('a complaint that only recent reviews have is called new in the same words in summary and recommendation', async () => {
  const result = await completed(complaintsAged(6, 10))
  const sentence = 'This is new: 6 of 21 reviews in the last 90 days, none of 12 before.'
  const [first] = result.recommendations
  expect(result.summary.negatives.join()).toContain(sentence)
  expect(first?.rationale).toContain(sentence)
  expect(sectionOf(result, 'weaknesses')?.text).toContain(sentence)
  // The goal starts from the present share, 6 of 21, and not from 6 of 33.
  expect(first?.metric.current).toBe(0.286)
})

test('praise that more recent reviews contradict than repeat is not a strength, and is stated as past', async () => {
  const result = await completed([
    ...repeated(0, 5, 'A quiet, cozy room with a lovely atmosphere.', { rating: 5, ageDays: 250 }),
    ...repeated(50, 3, 'The music was far too loud and the atmosphere is gone.', { rating: 4, ageDays: 10 }),
    ...repeated(100, 12, tasty, { rating: 5, ageDays: 20 }),
    ...repeated(200, 12, tasty, { rating: 5, ageDays: 250 }),
  ])
  expect(result.summary.positives.join()).not.toContain('atmosphere')
  expect(sectionOf(result, 'strengths')?.text).not.toContain('atmosphere')
  expect(quotesOf(result)).not.toContain('A quiet, cozy room with a lovely atmosphere.')
})

test('a quote of more than 180 days is not evidence where newer ones suffice', async () => {
  const better = 'The waiter was rude to us and rolled his eyes the whole evening.'
  const result = await completed([
    ...repeated(0, 4, better, { rating: 1, ageDays: 200 }),
    review(10, 'Our waiter was so rude.', { rating: 2, ageDays: 40 }),
    review(11, 'A rude waiter served us.', { rating: 2, ageDays: 30 }),
    ...repeated(100, 14, tasty, { rating: 5, ageDays: 20 }),
  ])
  const evidence = result.recommendations.find(({ aspect }) => aspect === 'service')?.evidence ?? []
  expect(evidence.map(({ text }) => text)).toEqual(['A rude waiter served us.', 'Our waiter was so rude.'])
})

describe('each thing is said once', () => {
  const price = 'Price went from 65 to 78, no sign up anywhere.'
  const late = 'Sat in the lobby from 3 until 4:25 after being told 3.'
  const vague = () => [
    ...repeated(0, 6, price, { rating: 2, ageDays: 10 }),
    ...repeated(20, 6, late, { rating: 2, ageDays: 15 }),
    ...repeated(100, 20, 'Lovely people.', { rating: 5, ageDays: 20 }),
  ]

  test('general advice stands in one recommendation, the others say where to begin', () => {
    const facts = {
      aspect: 'wait' as const,
      tally: { complaining90d: 2 },
      evidence: [{ published_at: '2026-11-06T12:00:00.000Z' }, { published_at: '2026-08-01T12:00:00.000Z' }],
      leads: [],
    }
    const first = lookInto({ name: 'prices', action: null }, { ...facts, before: [] })
    const second = lookInto({ name: 'waiting', action: null }, { ...facts, before: [first] })
    expect(first.action).toBe(
      'Read the quoted reviews with the people who are responsible for this, agree on one change, and say in your ' +
        'replies what you have changed.',
    )
    expect(second.action).toContain('The latest of the quoted reviews is of 6 November 2026: begin with that one')
    expect(second.action).not.toContain('Read the quoted reviews')
  })

  test('each recommendation of a report has a quote of its own, in their order', async () => {
    const result = await completed(vague(), 'other')
    const { text = '', quotes = [] } = sectionOf(result, 'priorities') ?? {}
    expect(text.split('\n\n')).toHaveLength(quotes.length)
    for (const [index, { text: quoted }] of quotes.entries())
      expect(result.recommendations[index]?.evidence.map((one) => one.text)).toContain(quoted)
  })

  test('the number of serious reports is not in the first section of a report', async () => {
    const cut = 'The knife slipped and cut my finger, and it needed three stitches.'
    const result = await completed([review(0, cut, { rating: 1, ageDays: 5 }), ...repeated(100, 20, tasty)])
    expect(result.summary.negatives[0]).toBe('1 of your 21 reviews reports an injury, an illness or a danger.')
    const overview = sectionOf(result, 'overview')?.text
    expect(overview).toContain('The most serious point: a report of an injury, an illness or a danger.')
    expect(overview).not.toContain('1 of your 21 reviews')
  })
})

test('a change in stars that may be chance is stated with its numbers', async () => {
  const rated = (from: number, ratings: number[], ageDays: number) =>
    ratings.map((rating, index) => review(from + index, 'It was okay.', { rating, ageDays }))
  const result = await completed([
    ...rated(0, [1, 5, 2, 4, 3, 5, 1, 4, 3, 5], 20),
    ...rated(50, [5, 3, 4, 2, 5, 4, 4, 3, 5, 4], 200),
  ])
  expect(sectionOf(result, 'trend')?.text).toContain(
    'Your stars were 3.3 on average in the last 90 days and 3.9 before, which may be chance.',
  )
})

describe('advice about an aspect', () => {
  const cooks = /cooks|kitchen/
  const coffees = [
    'The flat white used to be great, recently it is thin and lukewarm.',
    'In fact forget the coffee: mine was grey and lukewarm.',
    'My latte was tepid and nobody cared.',
  ]

  test('names the subject of its quotes, and is not about cooks where customers complain about coffee', async () => {
    const { recommendations } = await completed([
      ...coffees.map((text, index) => review(index, text, { rating: 2, ageDays: 100 })),
      ...repeated(100, 20, 'Lovely people.', { rating: 5 }),
    ])
    const [first] = recommendations
    expect(first?.title).toMatch(/coffee/)
    expect(`${first?.title} ${first?.action}`).not.toMatch(cooks)
  })
})

describe('a serious report', () => {
  const told =
    'We told them that our son cannot have nuts. Three sips and his lips were up, then the hives. ' +
    'My wife used the EpiPen. He is fine now.'

  test('is explained by the strongest words of its whole review, in its order and as they are written', async () => {
    const result = await completed([review(0, told, { rating: 1, ageDays: 5 }), ...repeated(100, 20, tasty)])
    expect(result.recommendations[0]?.rationale).toContain('The review says "hives" and "EpiPen".')
  })

  test('is explained by at most three words, also where it is older than others that are quoted', async () => {
    const many = 'It bled, needed stitches, the wound got infected, I went to hospital and it left a scar.'
    const result = await completed([
      review(0, many, { rating: 1, ageDays: 100 }),
      ...repeated(100, 20, tasty, { ageDays: 200 }),
    ])
    const words = result.recommendations[0]?.rationale.match(/"[^"]+"/g) ?? []
    expect(words).toHaveLength(3)
    const places = words.map((word) => many.indexOf(word.slice(1, -1)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})
