import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// docs/glossary.md excludes words: those in backticks from names, those in italics from every text.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const written = tracked.filter(
  (path) =>
    /\.(tsx?|mts|js|mjs|py|md|ya?ml)$/.test(path) &&
    !/^generated\/|\/fixtures\/|\/corpus\/|^docs\/glossary\.md$/.test(path) &&
    existsSync(join(root, path)),
)

/** The words of the last column that match, in lower case. */
function excludedWords(mark: RegExp): string[] {
  const lastColumn = [...read('docs/glossary.md').matchAll(/^\|.*\| ([^|]+) \|$/gm)].map((match) => match[1] ?? '')
  const words = lastColumn.flatMap((cell) => [...cell.matchAll(mark)].map((match) => match[1] ?? ''))
  expect(words.length).toBeGreaterThan(0)
  return words
}

/** The words of a name such as `excludedWords` or glossary.test.ts, separated by spaces. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()

test('no exported identifier and no file name contains a word that the glossary excludes from names', () => {
  const excluded = new RegExp(`\\b(${excludedWords(/`([^`]+)`/g).join('|')})s?\\b`)
  const programs = written.filter((path) => /\.(tsx?|mts|mjs)$/.test(path))
  const declaration = /^export (?:async |abstract )?(?:const|function\*?|class|interface|type) ([\w$]+)/gm
  const names = programs.flatMap((path) => [
    { path, name: basename(path) },
    ...[...read(path).matchAll(declaration)].map((match) => ({ path, name: match[1] ?? '' })),
  ])
  const offenders = names.filter(({ name }) => excluded.test(wordsOf(name))).map(({ path, name }) => `${path}: ${name}`)
  expect(offenders).toEqual([])
})

test('no document, comment or message contains a word that the glossary excludes altogether', () => {
  const excluded = new RegExp(`\\b(${excludedWords(/_([^_]+)_/g).join('|')})\\b`, 'i')
  const offenders = written.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (excluded.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(offenders).toEqual([])
})
