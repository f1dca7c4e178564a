import { analyze } from '@svc/intelligence/analysis/analyze'
import { isEnglishContentWord, labelReview } from '@svc/intelligence/labels/labels'
import { holdsContactData, namesStaff } from '@svc/intelligence/labels/personal-data'
import type { AnalysisCompleted } from '@svc/intelligence/records'
import { vocabularyOf } from '@svc/intelligence/vocabulary/taxonomy'
import { describe, expect, test } from 'vitest'
import { type DemoAccount, demoAccounts } from '../src/demo/accounts.ts'
import type { DemoReview } from '../src/demo/reviews.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const dayMs = 86_400_000
const accounts = demoAccounts(now)
const businesses = accounts.flatMap(({ business, reviews, competitors }) => [
  { name: business.name, trade: business.trade, reviews },
  ...competitors.map(({ name, trade, reviews }) => ({ name, trade, reviews })),
])

/** The analysis of an account over the last year. */
async function analysisOf({ business, reviews, competitors }: DemoAccount): Promise<AnalysisCompleted> {
  const input = (competitor_id: `cmp_${string}` | null, own: DemoReview[]) =>
    own.map((review, index) => ({
      ...review,
      id: `rev_${competitor_id}_${index}` as const,
      competitor_id,
      owner_replied: null,
      labels: null,
    }))
  const stats = {
    average_rating: null,
    review_count: 0,
    reviews_90d: 0,
    rating_change_90d: null,
    response_rate_90d: null,
  }
  const result = await analyze({
    business: { id: 'biz', name: business.name, trade: business.trade },
    competitors: competitors.map(({ name }) => ({ id: `cmp_${name}`, name, review_stats: stats })),
    reviews: [
      ...input(null, reviews),
      ...competitors.flatMap(({ name, reviews: theirs }) => input(`cmp_${name}`, theirs)),
    ],
    period: { from: new Date(now.getTime() - 365 * dayMs).toISOString(), to: now.toISOString() },
    previous: null,
    openRecommendations: [],
    doneRecommendations: [],
    now,
  })
  if (result.status !== 'completed') throw new Error(result.message)
  return result
}

test('the same instant gives the same data', () => {
  expect(demoAccounts(now)).toEqual(accounts)
})

test('with a maximum, each business has its newest reviews', () => {
  const limited = demoAccounts(now, 20)
  expect(limited.map(({ reviews }) => reviews)).toEqual(accounts.map(({ reviews }) => reviews.slice(-20)))
  expect(limited.map(({ competitors }) => competitors.map(({ reviews }) => reviews))).toEqual(
    accounts.map(({ competitors }) => competitors.map(({ reviews }) => reviews.slice(-20))),
  )
})

test('two accounts have five competitors each and enough reviews for an analysis', () => {
  expect(accounts.map(({ name, plan }) => [name, plan])).toEqual([
    ['Rosso Trattoria', 'growth'],
    ['Brightside Dental', 'scale'],
  ])
  for (const { reviews, competitors } of accounts) {
    expect(competitors).toHaveLength(5)
    expect(reviews.length).toBeGreaterThanOrEqual(290)
    for (const competitor of competitors) expect(competitor.reviews.length).toBeGreaterThanOrEqual(150)
  }
})

describe.each(businesses)('reviews of $name', ({ reviews, trade }) => {
  test('reviews differ, and no sentence repeats often', () => {
    const texts = reviews.map(({ text }) => text).filter((text) => text !== '')
    expect(new Set(texts).size).toBe(texts.length)
    const uses = new Map<string, number>()
    for (const sentence of texts.flatMap((text) => text.split(/(?<=[.!?]) /)))
      uses.set(sentence, (uses.get(sentence) ?? 0) + 1)
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(6)
  })

  test('reviews are from the last 14 months and have stars and unique source ids', () => {
    expect(new Set(reviews.map(({ source, source_id }) => `${source} ${source_id}`)).size).toBe(reviews.length)
    for (const { rating, published_at } of reviews) {
      expect(rating).toBeGreaterThanOrEqual(1)
      expect(rating).toBeLessThanOrEqual(5)
      const ageDays = (now.getTime() - Date.parse(published_at)) / dayMs
      expect(ageDays).toBeGreaterThanOrEqual(0)
      expect(ageDays).toBeLessThan(427)
    }
  })

  test('every slot is filled, and the language of every review is correct', () => {
    for (const { text, language } of reviews) {
      expect(text).not.toMatch(/[{}[\]|]|undefined| {2}/)
      if (text !== '') expect(labelReview(text, { trade }).language).toBe(language)
    }
  })

  test('reviews contain neither names nor contact data', () => {
    const isKnown = (word: string) => isEnglishContentWord(word, vocabularyOf(trade))
    for (const { text } of reviews) {
      expect(holdsContactData(text)).toBe(false)
      expect(namesStaff(text, isKnown)).toBe(false)
    }
  })
})

describe('the engine finds the story of', () => {
  test('Rosso, where guests wait despite a reservation, prices rise, cleanliness complaints are past and the food is praised', async () => {
    const { recommendations, summary, standings } = await analysisOf(accounts[0] as DemoAccount)
    expect(recommendations[0]?.problem_key).toBe('wait.booked')
    expect(recommendations.map(({ aspect }) => aspect)).toContain('price')
    expect(recommendations.map(({ aspect }) => aspect)).not.toContain('cleanliness')
    expect(summary.positives[0]).toMatch(/^\d+ of your \d+ reviews praise the pasta/)
    expect(summary.positives[1]).toMatch(/^\d+ of your \d+ reviews praise food and drink/)
    expect(summary.negatives.join('\n')).toMatch(/complain about price and value .*(?:Rising|More say so now): /)
    expect(summary.negatives.join('\n')).toMatch(
      /complained about cleanliness .*; none of \d+ in the last 90 days does/,
    )
    expect(standings.find(({ competitor_id }) => competitor_id === 'cmp_Osteria del Ponte')?.strengths).toContain(
      'wait',
    )
  })

  test('Brightside, with wrong charges before phone and bill, praise for gentleness, and the lead of City Smile Clinic on answering and appointments', async () => {
    const { recommendations, themes, standings, sample } = await analysisOf(accounts[1] as DemoAccount)
    // Three reviews report that they were charged otherwise than agreed: an urgent matter comes before a frequent one.
    expect(recommendations.slice(0, 3).map(({ problem_key, urgent }) => [problem_key, urgent])).toEqual([
      ['alert.wrong_charge', true],
      ['communication.phone', false],
      ['price.bill', false],
    ])
    const verdictOn = (name: string) => themes.find(({ aspect }) => aspect === name)?.verdict
    expect([verdictOn('communication'), verdictOn('booking'), verdictOn('comfort')]).toEqual([
      'they_lead',
      'they_lead',
      'we_lead',
    ])
    const cityClinic = standings.find(({ competitor_id }) => competitor_id === 'cmp_City Smile Clinic')
    // Its staff are praised as much as its phone service.
    expect(cityClinic?.strengths.slice(0, 3).sort()).toEqual(['booking', 'communication', 'service'])
    expect(sample.not_analyzed).toBeGreaterThan(0)
  })
})
