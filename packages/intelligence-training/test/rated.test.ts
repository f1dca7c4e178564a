import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRated } from '../src/train/rated.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rated-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), lines.join('\r\n'), 'latin1')

test('the positive and negative parts of a snippet are the shares of its raters', () => {
  // The first file begins with a byte order mark, as the published one does.
  write('amazonReviewSnippets_GroundTruth.txt', [
    '\u00ef\u00bb\u00bf1_1\t1.5\tit works well .',
    '1_2\t0\tit came by post',
  ])
  write('amazonReviewSnippets_anonDataRatings.txt', [
    '\u00ef\u00bb\u00bf1_1\t1.5\t1\t[4, 1, 0, -2]',
    '1_2\t0\t0\t[0, 0]',
  ])
  write('movieReviewSnippets_GroundTruth.txt', ['7\t-3\tdull'])
  write('movieReviewSnippets_anonDataRatings.txt', ['7\t-3\t1\t[-3, -3]'])
  expect(readRated(folder).map(({ view: _, ...rest }) => rest)).toEqual([
    { text: 'it works well .', positive: 0.5, negative: 0.25, neutral: 0.25 },
    { text: 'it came by post', positive: 0, negative: 0, neutral: 1 },
    { text: 'dull', positive: 0, negative: 1, neutral: 0 },
  ])
})

test('the error names all missing files and their source', () => {
  write('amazonReviewSnippets_GroundTruth.txt', [])
  expect(() => readRated(folder)).toThrow(
    /amazonReviewSnippets_anonDataRatings\.txt, .*movieReviewSnippets_GroundTruth\.txt, .*_anonDataRatings\.txt.*vaderSentiment/,
  )
})
