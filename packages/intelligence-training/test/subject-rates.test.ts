import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCorpus } from '../src/train/corpus.ts'
import { subjectRatesOf } from '../src/train/subject-rates.ts'

const file = new URL('model/subject-rates.json', import.meta.resolve('@svc/intelligence/package.json'))

test('the rates of the engine are those of the corpus and of its subjects', () => {
  const stored = JSON.parse(readFileSync(file, 'utf8'))
  expect(subjectRatesOf(readCorpus()), 'Run npm run train:intelligence -- --subjects.').toEqual(stored)
})
