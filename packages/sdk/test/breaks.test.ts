import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaks, newestRelease } from '../scripts/breaks.ts'

const examples = resolve(import.meta.dirname, '../../../examples')

test('programs of the last release that use removed exports are listed with their lines, and only those', async () => {
  const current = await readFile(resolve(examples, 'nightly-report.ts'), 'utf8')
  const breaks = await findBreaks(
    new Map([
      ['examples/current.ts', current],
      ['examples/renamed.ts', current.replace('client.analyses.createAndWait', 'client.analyses.runAndWait')],
      ['examples/field.ts', current.replace('review_count } =', 'reviews_total } =')],
    ]),
  )
  expect(breaks.sort()).toEqual([
    expect.stringMatching(/^examples\/field\.ts:\d+ Property 'reviews_total' does not exist/),
    expect.stringMatching(/^examples\/field\.ts:\d+ Cannot find name 'review_count'/),
    expect.stringMatching(/^examples\/renamed\.ts:\d+ Property 'runAndWait' does not exist/),
  ])
})

test('every example and every sample of the README has the right types', async () => {
  const programs = new Map<string, string>()
  for (const name of (await readdir(examples)).filter((name) => name.endsWith('.ts'))) {
    programs.set(name, await readFile(resolve(examples, name), 'utf8'))
  }
  const readme = await readFile(resolve(import.meta.dirname, '../README.md'), 'utf8')
  for (const [index, [, sample = '']] of [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].entries()) {
    programs.set(`readme-${index + 1}.ts`, sample)
  }
  expect(programs.size).toBeGreaterThan(10)
  expect(await findBreaks(programs)).toEqual([])
})

test('programs written for the last release still have the right types', async () => {
  const { programs } = await newestRelease()
  expect(programs.size).toBeGreaterThan(8)
  expect(await findBreaks(programs)).toEqual([])
})
