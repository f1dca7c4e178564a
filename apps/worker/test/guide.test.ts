import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faults } from './faults/all.ts'
import { mutations } from './mutations/list.ts'

const root = new URL('../../../', import.meta.url)
const testFilesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, root)))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => folder + name)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
const guide = read('docs/operations/webhooks.md')

/** `- worker: \`apps/worker/test/deliveries.test.ts\`` under the table; a path that ends with a slash is a folder. */
const files = new Map(
  [...guide.matchAll(/^- (\w+): (?:the files in )?`([^`]+(?:\.test\.ts|\/))`$/gm)].map(([, label, path = '']) => [
    label,
    path.endsWith('/') ? testFilesIn(path) : [path],
  ]),
)

/** The rows of the table of state transitions, with the tests that each names. */
const transitions = [...guide.matchAll(/^\| ([^|]*→[^|]*) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, transition = '', tests = '']) => ({
    transition: transition.trim(),
    tests: tests.trim().split('; '),
  }),
)

/** The titles of the tests in a file, and those of `test.each` with the name of each row in place of `%s`. */
function titlesIn(path: string): string[] {
  const text = read(path)
  const titles = [...text.matchAll(/(?:\btest|\))\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, title = '']) => title)
  const rows = [...text.matchAll(/^\s*\['([^']+)',/gm)].map(([, name = '']) => name)
  return titles.flatMap((title) => (title.includes('%s') ? rows.map((name) => title.replace('%s', name)) : title))
}

test('the guide has a transition for every state of a delivery', () => {
  expect(transitions.length).toBeGreaterThanOrEqual(11)
  const text = transitions.map(({ transition }) => transition).join(' ')
  for (const state of ['pending', 'in_progress', 'waiting_retry', 'succeeded', 'dead_lettered', 'canceled']) {
    expect(text).toContain(`\`${state}\``)
  }
})

test.each(transitions)('the tests that the guide names for $transition exist', ({ tests }) => {
  for (const named of tests) {
    const [, label, title = ''] = /^(\w+): "(.+)"$/.exec(named) ?? []
    if (label === undefined) expect(faults.map(({ id }) => id)).toContain(named)
    else expect((files.get(label) ?? []).flatMap(titlesIn).filter((known) => known.includes(title))).not.toEqual([])
  }
})

test.each(mutations)('the mutation "$name" applies, and its test exists', ({ file, find, testFile, test: title }) => {
  expect(read(file)).toContain(find)
  const titles = testFile.endsWith('faults.test.ts')
    ? faults.map((fault) => `${fault.id}: ${fault.title}`)
    : titlesIn(testFile)
  expect(titles.filter((known) => known.includes(title))).not.toEqual([])
})
