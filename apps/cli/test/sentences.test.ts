import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runSvc } from './svc.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sentences-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function label(content: string, words = '--scheme restaurants') {
  const file = join(folder, 'sentences.jsonl')
  await writeFile(file, content)
  return runSvc(['sentences', 'label', file, ...words.split(' ')])
}

test('every sentence is printed as one line of JSON with its aspects, polarities and probabilities', async () => {
  const { exitCode, stdout, stderr } = await label(
    '{"text":"The food was great but the service was terrible."}\n\n{"text":"Hm."}\n',
  )
  expect([exitCode, stderr]).toEqual([0, ''])
  const [first, second, ...rest] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rest).toEqual([])
  expect(first.text).toBe('The food was great but the service was terrible.')
  expect(first.aspects).toMatchObject([
    { aspect: 'food', polarity: 'positive' },
    { aspect: 'service', polarity: 'negative' },
  ])
  expect(second.aspects).toHaveLength(1)
})

test('an invalid line is reported with its number and an example', async () => {
  const { exitCode, stderr } = await label('{"text":"Fine."}\n{"words":"Fine."}\n')
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/line 2: expected an object with a "text"/)
})
