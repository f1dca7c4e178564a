import { expect, test } from 'vitest'
import { oncePerSentence } from '../src/examples.ts'

test('a sentence that is true of several examples is reported once, with the places of the others', () => {
  const example = (file: string, line: number, sentence: string) => {
    return { file, line, column: 5, rule: 'no-invalid-media-type-examples', severity: 'error', sentence } as const
  }
  const missing = 'It must have `reply_rate`.'
  const problems = [
    example('a.yaml', 3, missing),
    example('a.yaml', 9, 'It is not a string.'),
    example('b.yaml', 4, missing),
  ]
  expect(oncePerSentence(problems)).toEqual([
    { ...problems[0], others: ['b.yaml:4:5'] },
    { ...problems[1], others: [] },
  ])
})
