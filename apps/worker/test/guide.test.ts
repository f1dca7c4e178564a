import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faults } from './faults/all.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
const guide = read('docs/webhooks.md')

/** `- db: \`packages/db/test/deliveries.test.ts\`` under the table. */
const files = new Map(
  [...guide.matchAll(/^- (\w+): `([^`]+\.test\.ts)`$/gm)].map(([, label, path]) => [label, path ?? '']),
)

/** The rows of the table of arrows: what moves, and the tests that it names. */
const arrows = [...guide.matchAll(/^\| ([^|]*→[^|]*) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, arrow = '', tests = '']) => ({
  arrow: arrow.trim(),
  tests: tests.trim().split('; '),
}))

/** The titles of the tests in a file, those of a table of cases included. */
function titlesIn(path: string): string[] {
  return [...read(path).matchAll(/(?:\btest|\]\))\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, title = '']) => title)
}

test('the guide has an arrow into and out of every state of a delivery', () => {
  expect(arrows.length).toBeGreaterThanOrEqual(11)
  const text = arrows.map(({ arrow }) => arrow).join(' ')
  for (const state of ['pending', 'in_progress', 'waiting_retry', 'succeeded', 'dead_lettered', 'canceled']) {
    expect(text).toContain(`\`${state}\``)
  }
})

test.each(arrows)('the tests that the guide names for $arrow exist', ({ tests }) => {
  for (const named of tests) {
    const [, label, title = ''] = /^(\w+): "(.+)"$/.exec(named) ?? []
    if (label === undefined) expect(faults.map(({ id }) => id)).toContain(named)
    else expect(titlesIn(files.get(label) ?? '').filter((known) => known.includes(title))).not.toEqual([])
  }
})
