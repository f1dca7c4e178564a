import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaks } from '../scripts/breaks.ts'

test('yesterday’s programs that use what is gone are named with their lines, and the others are not', async () => {
  const examples = resolve(import.meta.dirname, '../../../examples')
  const current = await readFile(resolve(examples, 'nightly-report.ts'), 'utf8')
  const breaks = await findBreaks(
    new Map([
      ['examples/current.ts', current],
      ['examples/renamed.ts', current.replace('client.analyses.createAndWait', 'client.analyses.runAndWait')],
      ['examples/field.ts', current.replace('review_count } =', 'reviews_total } =')],
    ]),
  )
  expect(breaks).toEqual([
    expect.stringMatching(/^examples\/renamed\.ts:\d+ Property 'runAndWait' does not exist/),
    expect.stringMatching(/^examples\/field\.ts:\d+ Property 'reviews_total' does not exist/),
    expect.stringMatching(/^examples\/field\.ts:\d+ .*'review_count'/),
  ])
})
