import { alerts } from '@svc/intelligence/model/alert-reader'
import { alertVectors } from '@svc/intelligence/model/alert-vectors'
import { openWindows, scoresOfWindows, storeWindows, type WindowsShape } from '@svc/intelligence/model/windows'
import { describe, expect, test } from 'vitest'
import { readCritical, readOrdinary, wilson } from '../src/evaluate/critical.ts'
import { parseAlerts, readAlertSentences, readOrdinaryReviews } from '../src/train/alert-examples.ts'
import { defaultAlertTraining, trainAlerts } from '../src/train/alerts.ts'
import { fitWindows, joinWindows } from '../src/train/windows.ts'

describe('sentences about alerts', () => {
  test('no sentence of the evaluation is trained on', () => {
    const normal = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    const trained = new Set([...readAlertSentences(), ...readOrdinaryReviews()].map(({ text }) => normal(text)))
    const measured = [...readCritical(), ...readOrdinary()].map(({ text }) => normal(text))
    expect(measured.filter((text) => trained.has(text))).toEqual([])
  })

  test('the evaluation has at least 150 reports and 150 lookalikes of each class, and 2,000 ordinary reviews', () => {
    const sentences = readCritical()
    for (const alert of alerts) {
      const own = sentences.filter(({ about }) => about === alert)
      expect(own.filter(({ reported }) => reported.includes(alert)).length).toBeGreaterThanOrEqual(150)
      expect(own.filter(({ reported }) => reported.length === 0).length).toBeGreaterThanOrEqual(150)
    }
    expect(readOrdinary().length).toBeGreaterThanOrEqual(2000)
  })

  test.each([['1 hygiene\tNo sign.'], ['6 hygiene+\tSix stars.'], ['1 dirt+\tNo such class.'], ['1 hygiene+\t']])(
    'a line without stars, class, sign or text is rejected: %s',
    (line) => {
      expect(() => parseAlerts('some.a.tsv', line)).toThrow('some.a.tsv, line 1')
    },
  )

  test('a file without a writer in its name is rejected', () => {
    expect(() => parseAlerts('hygiene.tsv', '')).toThrow('hygiene.tsv: the name must be CLASS.WRITER.tsv')
  })
})

test('training twice on the same sentences gives the same bytes', async () => {
  const sentences = readAlertSentences().filter((_, index) => index % 200 === 0)
  const options = { ...defaultAlertTraining, filters: 4, rounds: 1, seeds: 2, iterations: 5 }
  const train = async () => JSON.stringify((await trainAlerts({ sentences, ordinary: [], corpus: [] }, options)).reader)
  expect(await train()).toBe(await train())
})

describe('filters over windows of words', () => {
  const shape: WindowsShape = { longest: 2, filters: 16, outputs: 1, dimensions: alertVectors.dimensions }
  const task = {
    ...shape,
    vectors: alertVectors.values,
    sentences: [Int32Array.of(1, 2), Int32Array.of(2, 1)],
    targets: Float32Array.of(1, 0),
    weights: Float32Array.of(1, 1),
    rounds: 600,
  }

  test('read the order of words', () => {
    const windows = openWindows(storeWindows(shape, fitWindows({ ...task, seed: 1 })), alertVectors.values)
    const scores = task.sentences.map((rows) => scoresOfWindows(windows, rows)[0] as number)
    expect(scores[0]).toBeGreaterThan(scores[1] as number)
  })

  test('joined, give the mean of their scores', () => {
    const parts = [1, 2].map((seed) => fitWindows({ ...task, rounds: 3, seed }))
    const scoreOf = (stored: ReturnType<typeof storeWindows>) => {
      return scoresOfWindows(openWindows(stored, alertVectors.values), [1, 2])[0] as number
    }
    const joined = joinWindows(shape, parts)
    const single = parts.map((part) => scoreOf(storeWindows(shape, part)))
    expect(scoreOf(storeWindows(joined.shape, joined.weights))).toBeCloseTo(
      ((single[0] as number) + (single[1] as number)) / 2,
      1,
    )
  })
})

test('an interval of a share is that of Wilson', () => {
  expect(wilson(97, 100).low).toBeCloseTo(91.55, 1)
  expect(wilson(97, 100).high).toBeCloseTo(98.97, 1)
  expect(wilson(0, 0)).toEqual({ low: 0, high: 100 })
})
