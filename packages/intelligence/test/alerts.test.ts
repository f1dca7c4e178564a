import { describe, expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { alertsIn, wordsBehind } from '../src/labels/alerts.ts'
import { labelReview } from '../src/labels/labels.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import { summarizeReview } from '../src/labels/review-summary.ts'
import { alerts } from '../src/model/alert-reader.ts'
import type { RecommendationDraft } from '../src/records.ts'
import { draftReply } from '../src/replies/reply.ts'
import { input, repeated, review } from './reviews.ts'

function flagsOf(text: string, rating: number) {
  return summarizeReview(labelReview(text, { trade: 'salon' }), rating).flags
}

const razor = 'Cut my neck with a dirty razor, bleeding for an hour. Same blade used on everyone.'
const hair = "They told my black son they don't cut that kind of hair and asked us to leave."

describe('a report of what must not be missed is flagged', () => {
  test('a dirty razor is an injury and a lack of hygiene', () => {
    expect(flagsOf(razor, 1)).toEqual(expect.arrayContaining(['health_safety', 'hygiene']))
  })

  test.each([
    [hair, 'discrimination'],
    ['I came in with my locs and the girl said they did not know how to do hair like mine.', 'discrimination'],
    ["He said they can't really style that type of hair.", 'discrimination'],
    ['The white couple behind us was given our table.', 'discrimination'],
    ['He kept asking for my number and put his hand on my knee.', 'harassment'],
    ['The doorman punched my brother because he asked for a receipt.', 'threat'],
    ['My lawyer will be in touch.', 'legal_threat'],
    ['The nursery left my two year old alone in the yard.', 'minors'],
    ['They charged my card twice and refuse to refund it.', 'wrong_charge'],
  ])('%s', (text, flag) => expect(flagsOf(text, 1)).toContain(flag))
})

describe('what only sounds like it is not', () => {
  test.each([
    ['The rat race stops here, best shave in town, feels like a hospital for beards.', 5],
    ['The rat race stops here, best shave in town', 5],
    ['Our poodle looks like a rat after a bath and they adore him.', 5],
    ['Killer burger, and the fries are to die for.', 5],
    ['A steal at that price.', 5],
    ['My kids loved it.', 5],
    ['Overpriced for children, 14 for a seven year old.', 2],
    [`It was a ${'long '.repeat(100)}`, 3],
    ['The soup was cold and the waiter was slow.', 1],
    ["The barber said he doesn't do that kind of beard trim.", 2],
    ["They don't do curly hair very well.", 2],
    ['A white lady came in with a huge dog and it barked.', 2],
  ])('%s', (text, rating) => {
    const flags = flagsOf(text, rating)
    expect(flags.filter((flag) => alerts.some((alert) => alert === flag))).toEqual([])
  })
})

test('the words that decided are words of the sentence', () => {
  const words = wordsBehind('He cut my neck with a dirty razor.', 'hygiene')
  expect(words).toContain('razor')
  expect(words.every((word) => 'he cut my neck with a dirty razor'.split(' ').includes(word))).toBe(true)
})

test.each([
  ['The dog came home with two deep cuts and the vet had to stitch the wound.', 'health_safety'],
  ['She was in tears because of what he said to her about the color of her skin.', 'discrimination'],
  ['My lawyer will be in touch with you about all of this.', 'legal_threat'],
] as const)('the words that are named explain something: %s', (text, alert) => {
  const words = wordsBehind(text, alert)
  expect(words.length).toBeGreaterThan(0)
  expect(
    words.filter((word) => /^(the|and|had|two|with|was|because|what|her|you|about|all|this|will|of|in)$/.test(word)),
  ).toEqual([])
})

test('stars that are not known do not hide a report', () => {
  const [sentence] = labelReview(hair, { trade: 'salon' }).sentences
  expect(sentence && alertsIn(sentence, null)).toContain('discrimination')
})

test.each([
  [razor, 1],
  [hair, 1],
  ['The color is lovely, but the bleach burned my scalp and the doctor says it will scar.', 4],
])('a draft apologizes, names a person to speak to and says nothing of the report: %s', (text, rating) => {
  for (const tone of ['warm', 'professional', 'concise', 'apologetic'] as const) {
    const { variants } = draftReply(
      { review: { rating, text }, tone, variants: 3 },
      { businessName: 'Corner Barbers', trade: 'salon', seed: 'drf_1' },
    )
    for (const variant of variants) {
      expect(variant.text).toMatch(/sorry|apolog/i)
      expect(variant.text).toContain('the manager')
      expect(variant.text).not.toMatch(/razor|color|hair|bleach|scalp|glad|happy/i)
      expect(variant.claims).toEqual([])
    }
  }
})

test('one report among many happy reviews is an urgent recommendation with the report as evidence', async () => {
  const happy = repeated(0, 40, 'The staff were friendly and the haircut was perfect.', { rating: 5 })
  const result = await analyze(
    input([...happy, review(100, hair, { rating: 1, ageDays: 5 }), review(101, razor, { rating: 1, ageDays: 5 })]),
  )
  if (result.status !== 'completed') throw new Error(result.message)
  const urgent = result.recommendations.filter((recommendation) => recommendation.urgent)
  expect(urgent.map(({ problem_key }) => problem_key)).toEqual(
    expect.arrayContaining(['alert.health_safety', 'alert.discrimination']),
  )
  const found = urgent.find(({ problem_key }) => problem_key === 'alert.discrimination')
  expect(found?.evidence.map(({ text }) => text)).toEqual([hair])
  expect(found?.rationale).toMatch(/The review says ".*"\./)
  // Such a review is evidence of nothing else.
  const ordinary = result.recommendations.filter((recommendation) => !recommendation.urgent)
  expect(ordinary.flatMap(({ evidence }) => evidence.map(({ text }) => text))).not.toContain(hair)
})

test('unclean tools are an urgent recommendation if two reviews report them, and a flag if one does', async () => {
  const urgentKeys = async (reports: number) => {
    const happy = repeated(0, 40, 'The staff were friendly and the haircut was perfect.', { rating: 5 })
    const result = await analyze(input([...happy, ...repeated(100, reports, razor, { rating: 1, ageDays: 5 })]))
    if (result.status !== 'completed') throw new Error(result.message)
    return result.recommendations.flatMap(({ problem_key, urgent }) => (urgent ? [problem_key] : []))
  }
  expect(await urgentKeys(1)).toEqual(['alert.health_safety'])
  expect(await urgentKeys(2)).toEqual(expect.arrayContaining(['alert.health_safety', 'alert.hygiene']))
})

test('the gravest reports are recommended where more kinds are reported than recommendations are made', async () => {
  const texts = [
    razor,
    hair,
    'The nursery left my two year old alone in the yard.',
    'The doorman punched my brother because he asked for a receipt.',
    'He put his hand on my thigh and would not let go.',
    'My lawyer will be in touch about this.',
    'They charged my card twice and refuse to refund it.',
  ]
  const result = await analyze(input(texts.map((text, index) => review(index, text, { rating: 1 }))))
  if (result.status !== 'completed') throw new Error(result.message)
  expect(result.recommendations).toHaveLength(5)
  expect(result.recommendations.map(({ problem_key }) => problem_key)).toEqual(
    expect.arrayContaining(['alert.health_safety', 'alert.discrimination', 'alert.minors']),
  )
})

describe('of reports in few reviews', () => {
  const happy = repeated(0, 20, 'The staff were friendly and the haircut was perfect.', { rating: 5 })
  const slow = repeated(200, 6, 'I waited an hour although I had an appointment.', { rating: 2 })
  const lawyer = 'My lawyer will be in touch about this.'
  const recommended = async (reviews: ReviewInput[]): Promise<RecommendationDraft[]> => {
    const result = await analyze(input([...happy, ...reviews]))
    if (result.status !== 'completed') throw new Error(result.message)
    return result.recommendations
  }
  const keysOf = (recommendations: RecommendationDraft[]) => recommendations.map(({ problem_key }) => problem_key)
  const report = (number: number, text: string, rating: number) => review(number, text, { rating, ageDays: 5 })

  test('one with five stars by itself is a flag of its review, and two are a recommendation', async () => {
    const pleased = 'The doorman punched my brother because he asked for a receipt.'
    const key = 'alert.threat'
    expect(flagsOf(pleased, 5)).toContain('threat')
    expect(keysOf(await recommended([report(100, pleased, 5)]))).not.toContain(key)
    expect(keysOf(await recommended([report(100, pleased, 4)]))).toContain(key)
    expect(keysOf(await recommended([report(100, pleased, 5), report(101, pleased, 5)]))).toContain(key)
  })

  test('one that names a person is recommended all the same, and shown by a complaint of the same review', async () => {
    const complaint = 'The waiting area was filthy and cold all morning.'
    const text = `Rosalinda came home with a bite wound and needed stitches. ${complaint}`
    const [first] = await recommended([report(100, text, 1)])
    expect(first).toMatchObject({ problem_key: 'alert.health_safety', urgent: true })
    expect(first?.evidence.map((quote) => quote.text)).toEqual([complaint])
    expect(first?.rationale).toContain('is not quoted here, but it is in this review')
  })

  test('one that two reviews confirm comes before a graver one that a single review makes', async () => {
    const charged = 'They charged my card twice and refuse to refund it.'
    const keys = keysOf(await recommended([report(100, hair, 1), report(101, charged, 1), report(102, charged, 1)]))
    expect(keys.slice(0, 2)).toEqual(['alert.wrong_charge', 'alert.discrimination'])
  })

  test('one legal step comes after what several reviews complain about, and two come before it', async () => {
    expect(keysOf(await recommended([...slow, report(100, lawyer, 1)]))).toEqual([
      expect.stringMatching(/^wait/),
      'alert.legal_threat',
    ])
    const twice = await recommended([...slow, report(100, lawyer, 1), report(101, lawyer, 1)])
    expect(keysOf(twice)[0]).toBe('alert.legal_threat')
  })

  test('two guesses do not confirm each other: both stay flags of their reviews', async () => {
    const stripe = 'They put the clipper guard on wrong and took a stripe out of the back.'
    expect(flagsOf(stripe, 1)).toContain('health_safety')
    const keys = keysOf(await recommended([report(100, stripe, 1), report(101, stripe, 1)]))
    expect(keys).not.toContain('alert.health_safety')
  })

  test('a guess next to a clear report is no second report', async () => {
    const guess = 'I was not called when it happened, I found out when I lifted the towel.'
    const text = `Emergency vet, five stitches. ${guess}`
    expect(flagsOf(text, 1)).toEqual(expect.arrayContaining(['health_safety', 'harassment']))
    const keys = keysOf(await recommended([report(100, text, 1), report(101, text, 1)]))
    expect(keys).toContain('alert.health_safety')
    expect(keys).not.toContain('alert.harassment')
  })

  test('an injury that only a phrase states comes first', async () => {
    const text = 'Our pug was left under the dryer. The emergency vet said heatstroke, and she pulled through.'
    const [first] = await recommended([...slow, report(100, text, 1)])
    expect(first).toMatchObject({ problem_key: 'alert.health_safety', urgent: true })
  })

  test('unclean tools after which the customer saw a doctor are a danger to health', async () => {
    const tools = 'He used the same blade on me that he had used on the customer before.'
    const [first] = await recommended([...slow, report(100, `${tools} I am on antibiotics since Monday.`, 1)])
    expect(first).toMatchObject({ problem_key: 'alert.health_safety', urgent: true })
    expect(first?.evidence[0]?.text).toBe(tools)
    expect(keysOf(await recommended([...slow, report(100, tools, 1)]))).not.toContain('alert.health_safety')
  })

  test('a swelling comes first with one star, and is a flag with four', async () => {
    const text = 'Her neck was swollen for a week.'
    const [first] = await recommended([...slow, report(100, text, 1)])
    expect(first).toMatchObject({ problem_key: 'alert.health_safety', urgent: true })
    expect(keysOf(await recommended([...slow, report(100, text, 4)]))).not.toContain('alert.health_safety')
  })

  test('unclean tools come after cleanliness as a whole where that has twice as many complaints', async () => {
    const tools = [report(100, razor, 2), report(101, razor, 2)]
    const dirty = repeated(300, 4, 'The floor was dirty and the basins were filthy.', { rating: 3 })
    const place = (keys: string[], start: string) => keys.findIndex((key) => key.startsWith(start))
    const many = keysOf(await recommended([...tools, ...dirty]))
    expect(place(many, 'cleanliness')).toBe(place(many, 'alert.hygiene') - 1)
    const few = keysOf(await recommended([...tools, ...dirty.slice(0, 1)]))
    expect(place(few, 'cleanliness') === -1 || place(few, 'cleanliness') > place(few, 'alert.hygiene')).toBe(true)
  })
})

describe('in a bad review, plain words are enough', () => {
  test.each([
    'Fractured my elbow on their stairs.',
    'The bench gave way and I cracked a rib, she broke her wrist.',
    'X-ray at night, hairline fracture.',
    'Both chicken burgers were raw inside.',
    'They brought raw chicken twice.',
  ])('for an injury or a danger: %s', (text) => expect(flagsOf(text, 1)).toContain('health_safety'))

  test.each([
    'The handle of the cup was chipped.',
    'A raw evening, cold and wet.',
    'The bins are far from the house.',
    'Good hair, good people, bad parking.',
    'The rib was dry and dear.',
  ])('and nothing else is: %s', (text) => expect(flagsOf(text, 2)).toEqual([]))
})
