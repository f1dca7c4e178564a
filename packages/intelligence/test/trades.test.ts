import type { Trade } from '@generated/contract/enums'
import { expect, test } from 'vitest'
import { analyze } from '../src/analysis/analyze.ts'
import { input, repeated } from './reviews.ts'

interface Example {
  trade: Trade
  complaints: string[]
  /** The topic by which the problem is named. */
  key: string
  title: string
  /** The words of the summary about them. */
  says: string
}

const kinds: Record<string, Example> = {
  'a barber': {
    trade: 'salon',
    complaints: [
      'They took three walk-ins before me and I waited an hour.',
      'Walk-ins wait forever, no idea whose turn it is.',
    ],
    key: 'wait.walk_in',
    title: 'Show who is next',
    says: 'of them say that others were served before their turn',
  },
  'a beauty salon': {
    trade: 'salon',
    complaints: ['The lash extensions fell off after two days.', 'The spray tan was streaky and awful.'],
    key: 'quality.lashes',
    title: 'Agree on the look, and check it in daylight',
    says: 'of them are about lashes, brows and skin treatments',
  },
  'a café or bar': {
    trade: 'restaurant',
    complaints: [
      'We were ignored at the bar by a rude barista.',
      'Rude people behind the counter, ignored at the counter.',
    ],
    key: 'service.counter',
    title: 'Serve the counter in the order of arrival',
    says: 'of them are about the service at the counter and the bar',
  },
  'a gym': {
    trade: 'other',
    complaints: ['Overcrowded classes, there is no room to stretch.', 'The classes are too full and cramped.'],
    key: 'comfort.crowding',
    title: 'Limit classes and busy hours to the room that there is',
    says: 'of them are about crowded classes and machines',
  },
  'a veterinarian or groomer': {
    trade: 'other',
    complaints: ['The groomer shaved her bald, a terrible job.', 'The vet misdiagnosed our cat, terrible work.'],
    key: 'quality.animals',
    title: 'Agree on the treatment or the cut before the animal stays',
    says: 'of them are about the treatment and grooming of animals',
  },
  'a law office': {
    trade: 'other',
    complaints: [
      'Months of silence, no news about my case.',
      'No update about our case, nobody called back for weeks.',
    ],
    key: 'communication.case',
    title: 'Write to every client about the case once a fortnight',
    says: 'of them are about news about the case',
  },
  'a real estate agency': {
    trade: 'other',
    complaints: ['They cancelled our viewing an hour before.', 'Two viewings were cancelled without notice.'],
    key: 'booking.viewing',
    title: 'Keep every viewing',
    says: 'of them are about viewings',
  },
  'a plumber': {
    trade: 'other',
    complaints: [
      'Nobody turned up for the appointment that we booked.',
      'They missed the appointment and never showed up.',
    ],
    key: 'booking.visit',
    title: 'Keep every visit, or call the day before',
    says: 'of them are about visits that were missed or moved',
  },
}

test.each(Object.entries(kinds))('an analysis of %s speaks of it in its own words', async (_, example) => {
  const { trade, complaints, key, title, says } = example
  const result = await analyze(
    input(
      [
        ...complaints.flatMap((text, index) => repeated(index * 100, 4, text, { rating: 1 })),
        ...repeated(900, 6, 'Friendly people, we will be back.', { rating: 5 }),
      ],
      { business: { id: 'biz_1', name: 'Corner & Sons', trade } },
    ),
  )
  if (result.status !== 'completed') throw new Error(result.message)
  const found = result.recommendations.find(({ problem_key }) => problem_key === key)
  expect(found?.title, JSON.stringify(result.recommendations.map(({ problem_key }) => problem_key))).toBe(title)
  expect(complaints).toContain(found?.evidence[0]?.text)
  expect(result.summary.negatives.join('\n')).toContain(says)
})
