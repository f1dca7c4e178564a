import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceBugs } from '../mutations/source-bugs.ts'

test('every planted bug changes exactly one place of its file', () => {
  const timesByName = sourceBugs.map(({ name, file, find }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    return [name, source.split(find).length - 1] as const
  })
  expect(timesByName.filter(([, times]) => times !== 1)).toEqual([])
})
