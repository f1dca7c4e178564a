import { expect, test } from 'vitest'
import { breakingEdits } from './breaking-edits.ts'
import { gravest, judge } from './edits.ts'
import { harmlessEdits } from './harmless-edits.ts'

const edits = [...breakingEdits, ...harmlessEdits]

test.for(edits)('$name in the $where of $of is judged as $expected', async (edit) => {
  const changes = await judge(edit)
  expect(
    gravest(changes),
    changes.map(({ verdict, rule, sentence }) => `${verdict} ${rule}: ${sentence}`).join('\n'),
  ).toBe(edit.expected)
})

test('the corpus holds at least 50 breaking edits, 14 of them of webhooks, and at least 50 others', () => {
  expect(breakingEdits.length).toBeGreaterThanOrEqual(50)
  expect(breakingEdits.filter(({ where }) => where === 'webhook').length).toBeGreaterThanOrEqual(14)
  expect(harmlessEdits.length).toBeGreaterThanOrEqual(50)
})
