import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeExample, exampleNames } from '../src/evaluate/examples.ts'

test.each(exampleNames)(
  'the example %s shows what the engine writes (npm run eval:intelligence -- --examples)',
  async (name) => {
    const written = readFileSync(new URL(`../examples/${name}.md`, import.meta.url), 'utf8')
    expect(written).toBe(await describeExample(name))
  },
)
