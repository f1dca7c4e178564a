import type { FoundProblem } from '@svc/db/recommendations'
import { newId } from '@svc/runtime/ids'

/** A problem as an analysis finds it. */
export function foundProblem(key: string, priority: number, fields: Partial<FoundProblem> = {}): FoundProblem {
  return {
    problem_key: key,
    priority,
    aspect: 'wait',
    score: 50,
    title: 'Shorten the wait',
    action: 'Seat guests within ten minutes.',
    rationale: 'Many reviews name the wait.',
    urgent: false,
    effort: 'low',
    metric: { name: 'negative_share', current: 0.4, target: 0.2, horizon_days: 90 },
    factors: { frequency: 0.5, impact: 0.5, gap: 1.5, trend: 1.1, severity: 1.2, confidence: 0.5 },
    evidence: [
      {
        review_id: newId('rev'),
        competitor_id: null,
        source: 'google',
        rating: 2,
        text: 'We waited an hour.',
        published_at: '2026-11-01T12:00:00.000Z',
      },
    ],
    ...fields,
  }
}
