import { analyze } from '@svc/intelligence/analysis/analyze'
import type { AnalysisCompleted } from '@svc/intelligence/records'
import { createLogger } from '@svc/runtime/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChat } from '../src/chat.ts'
import { rephraseAnalysis } from '../src/rephrase.ts'
import { hangs, type Stub, says, startStub, status } from './testing.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

let stub: Stub
let embedded: AnalysisCompleted
beforeAll(async () => {
  stub = await startStub()
  const reviews = (competitorId: `cmp_${string}` | null, count: number, text: string, rating: number) =>
    Array.from({ length: count }, (_, place) => ({
      id: `rev_${competitorId}-${text.length}-${place}` as const,
      competitor_id: competitorId,
      source: 'google' as const,
      rating,
      text,
      published_at: new Date(now.getTime() - (place + 1) * 86_400_000).toISOString(),
      owner_replied: null,
      labels: null,
    }))
  const stats = {
    average_rating: 4,
    review_count: 60,
    reviews_90d: 60,
    rating_change_90d: null,
    response_rate_90d: null,
  }
  const result = await analyze({
    business: { id: 'biz_1', name: 'Rosso Trattoria', trade: 'restaurant' },
    competitors: [{ id: 'cmp_1', name: 'Bella Vista', review_stats: stats }],
    reviews: [
      ...reviews(null, 60, 'The pasta was delicious and the tiramisu was perfect.', 5),
      ...reviews(null, 30, 'We waited 45 minutes for our table although we had a reservation.', 2),
      ...reviews(null, 2, 'I got food poisoning from the mussels.', 1),
      ...reviews('cmp_1', 60, 'We were seated immediately and the food came quickly.', 5),
    ],
    period: { from: '2025-11-20T00:00:00.000Z', to: now.toISOString() },
    previous: null,
    openRecommendations: [],
    doneRecommendations: [],
    now,
  })
  if (result.status !== 'completed') throw new Error(result.message)
  embedded = result
})
afterAll(() => stub.close())

function word({ deadlineMs = 5_000, signal = new AbortController().signal } = {}) {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const chat = createChat({ baseUrl: stub.baseUrl, apiKey: null, model: 'stub-model' }, logger)
  return rephraseAnalysis(chat, embedded, { signal, deadlineMs })
}

/** A model that rewords each sentence by `how`; undefined omits the sentence. */
function rewords(how: (text: string) => string | undefined): void {
  stub.behave((response, received, count) => {
    const { sentences } = JSON.parse(received.user) as { sentences: { id: string; text: string }[] }
    says({ sentences: sentences.flatMap(({ id, text }) => ({ id, text: how(text) ?? '' })) })(response, received, count)
  })
}

/** The values of an analysis, without its sentences. */
const valuesOf = ({ recommendations, themes, comparison, standings, sample }: AnalysisCompleted) => ({
  themes,
  comparison,
  standings,
  sample,
  recommendations: recommendations.map(({ action: _, ...rest }) => rest),
})

describe('an analysis', () => {
  test('has the sentences of the model in summary, actions and report, and every number as before', async () => {
    rewords((text) => `In short: ${text}`)
    const { result, engine } = await word()
    expect(engine).toMatchObject({ name: 'stub-model', mode: 'llm', fallback_reason: null })
    const { summary, recommendations, report } = result
    for (const text of [...summary.positives, ...summary.negatives]) expect(text).toMatch(/^In short: /)
    expect(summary.priorities).toEqual(recommendations.map(({ priority, action }) => ({ priority, action })))
    const priorities = report.sections.find(({ key }) => key === 'priorities')?.text
    for (const { action } of recommendations) expect(priorities).toContain(action)
    expect(report.sections.find(({ key }) => key === 'strengths')?.text).toContain('In short: ')
    expect(valuesOf(result)).toEqual(valuesOf(embedded))
    expect(stub.requests).toHaveLength(1)
  })

  test('keeps the sentences of the engine about a danger', async () => {
    rewords((text) => `In short: ${text}`)
    const urgent = embedded.recommendations.filter((one) => one.urgent)
    expect(urgent.length).toBeGreaterThan(0)
    expect((await word()).result.recommendations.filter((one) => one.urgent)).toEqual(urgent)
  })

  test('sends the model neither reviews nor names', async () => {
    rewords((text) => text)
    await word()
    expect(stub.requests[0]?.user).not.toMatch(/45 minutes|tiramisu|mussels|Rosso|Bella/)
  })

  test('keeps the sentences of the embedded engine when all others change the meaning', async () => {
    for (const how of [
      (text: string) => text.replace(/\d+/, '999'),
      (text: string) => `${text} See www.example.com for more.`,
      (text: string) => `${text} Give every guest a voucher.`,
      (text: string) => `${text} Call +31 30 123 4567.`,
      () => 'Everything is fine.',
      () => 'Sell the restaurant, move to Portugal and open a surf school instead.',
      (text: string) => `${text} ${'Really. '.repeat(60)}`,
      () => undefined,
    ]) {
      rewords((text) => (how(text) === text ? undefined : how(text)))
      const { result, engine } = await word()
      expect(engine, how.toString()).toMatchObject({ mode: 'embedded', fallback_reason: 'rejected' })
      expect(result).toEqual(embedded)
    }
  })

  test('does not reverse a finding', async () => {
    const finding = embedded.summary.negatives.find((sentence) => sentence.includes('competitors')) ?? ''
    expect(finding).toContain('Your competitors are ahead')
    const turned = [
      finding.replace('Your competitors are ahead', 'You are ahead'),
      finding.replace('complaints in', 'praise in'),
      finding.replace(/: ([+−]\d+), theirs ([+−]\d+)/, ': $2, theirs $1'),
      finding.replace(/([+])(\d+)/, '−$2'),
      finding.replace(/−(\d+)/, '+$1'),
    ]
    for (const said of new Set(turned.filter((one) => one !== finding))) {
      rewords((text) => (text === finding ? said : undefined))
      expect((await word()).engine, said).toMatchObject({ fallback_reason: 'rejected' })
    }
  })

  test('does not wait for a model that hangs, refuses or returns nonsense', async () => {
    stub.behave(hangs)
    expect((await word({ deadlineMs: 200 })).engine.fallback_reason).toBe('timeout')
    stub.behave(status(429, { 'Retry-After': '60' }))
    expect((await word()).engine.fallback_reason).toBe('rate_limited')
    stub.behave(says('no'))
    expect((await word()).engine.fallback_reason).toBe('rejected')
    stub.behave(says({ sentences: [{ id: 1 }] }))
    expect((await word()).engine.fallback_reason).toBe('rejected')
  })

  test('stops immediately when its worker stops', async () => {
    stub.behave(hangs)
    const stop = new AbortController()
    const pending = word({ signal: stop.signal })
    stop.abort(new Error('stopping'))
    await expect(pending).rejects.toThrow('stopping')
  })
})
