import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { scoreDocument, totalOf } from '../../src/score/score.ts'
import { loadDocument } from '../../src/source/document.ts'
import { fixtures, runSpec } from '../helpers.ts'

const repository = resolve(import.meta.dirname, '../../../..')

test.for(['spec/openapi.yaml', 'spec/oauth.yaml'])(
  '%s is described, bounded and covered by examples completely, with 100 points',
  async (file) => {
    const rows = scoreDocument(await loadDocument(file, { folder: repository }))
    expect(rows.filter(({ good, all }) => good < all)).toEqual([])
    expect(totalOf(rows)).toBe(100)
  },
)

test('missing descriptions are counted and listed', async () => {
  const rows = scoreDocument(await loadDocument('lending.yaml', { folder: fixtures }))
  const row = (question: string) => rows.find((one) => one.question.startsWith(question))
  expect(row('operations with an operationId')).toMatchObject({ good: 5, all: 5 })
  expect(row('operations with a tag')).toMatchObject({ good: 4, all: 5 })
  const [place] = row('operations with a tag')?.places ?? []
  expect(place).toMatchObject({ file: 'lending.yaml', pointer: '#/paths/~1status/get' })
})

test('nothing is rounded up to 100', () => {
  expect(totalOf([{ question: '', advice: '', places: [], good: 9999, all: 10_000 }])).toBe(99.9)
})

test('the command fails below the given minimum, and names the first places to fix', async () => {
  const { code, output } = await runSpec(repository, 'score', join(fixtures, 'lending.yaml'), '--minimum', '90')
  expect(output).toMatch(/operations with a tag +80\.0 % {2}4 of 5\n {2}Add a tag.*\n {4}\S*lending\.yaml:\d+:\d+/)
  expect(code).toBe(1)
})
