import { alerts } from '@svc/intelligence/model/alert-reader'
import { describe, expect, test } from 'vitest'
import { readCritical, wilson } from '../src/evaluate/critical.ts'
import { expand, parseAlerts, readAlertSentences } from '../src/train/alert-examples.ts'
import { trainAlerts } from '../src/train/alerts.ts'

describe('sentences about alerts', () => {
  test('no sentence of the evaluation is trained on', () => {
    const normal = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    const trained = new Set(readAlertSentences().map(({ text }) => normal(text)))
    expect(readCritical().filter(({ text }) => trained.has(normal(text)))).toEqual([])
  })

  test('the evaluation has at least 150 reports and 150 lookalikes of each class', () => {
    const sentences = readCritical()
    for (const alert of alerts) {
      const own = sentences.filter(({ about }) => about === alert)
      expect(own.filter(({ reported }) => reported.includes(alert)).length).toBeGreaterThanOrEqual(150)
      expect(own.filter(({ reported }) => reported.length === 0).length).toBeGreaterThanOrEqual(150)
    }
  })

  test('slots give the same sentences every time, each once', () => {
    const content = '@who\tthe cook | the waiter\n1 hygiene+\t{who} did not wash.\n5 hygiene-\tI like {who}.'
    const sentences = expand('some.grammar.tsv', content)
    expect(sentences).toEqual(expand('some.grammar.tsv', content))
    expect(sentences.map(({ text }) => text).sort()).toEqual([
      'I like the cook.',
      'I like the waiter.',
      'The cook did not wash.',
      'The waiter did not wash.',
    ])
  })

  test.each([['1 hygiene\tNo sign.'], ['6 hygiene+\tSix stars.'], ['1 dirt+\tNo such class.'], ['1 hygiene+\t']])(
    'a line without stars, class, sign or text is rejected: %s',
    (line) => {
      expect(() => parseAlerts('some.tsv', line)).toThrow('some.tsv, line 1')
    },
  )

  test('a slot that is not defined is rejected', () => {
    expect(() => expand('some.grammar.tsv', '1 hygiene+\t{who} did not wash.')).toThrow('{who}')
  })
})

test('training twice on the same sentences gives the same bytes', () => {
  const sentences = readAlertSentences().filter((_, index) => index % 40 === 0)
  const train = () => JSON.stringify(trainAlerts(sentences, []).reader)
  expect(train()).toBe(train())
})

test('an interval of a share is that of Wilson', () => {
  expect(wilson(97, 100).low).toBeCloseTo(91.55, 1)
  expect(wilson(97, 100).high).toBeCloseTo(98.97, 1)
  expect(wilson(0, 0)).toEqual({ low: 0, high: 100 })
})
