import { expect, test } from 'vitest'
import { noColors, panelLines } from '../src/panel-text.ts'
import { createStore, type DevState } from '../src/state.ts'

const place = { file: 'spec/a.yaml', line: 3, column: 5 }

function stateWith(more: Partial<DevState>): DevState {
  return { ...createStore(new Date('2026-11-21T08:00:00Z')).state, busy: false, ...more }
}

const busyDay = stateWith({
  problems: [{ ...place, rule: 'yaml-syntax', severity: 'error', sentence: 'This is not YAML.' }],
  changes: [
    { ...place, verdict: 'safe', rule: 'x', sentence: '`note` is new.', at: '' },
    { ...place, verdict: 'breaking', rule: 'y', sentence: '`url` was removed.', at: '' },
  ],
  operations: [
    { operation: 'getThing', verdict: 'breaking', changes: 1, handler: 'apps/api/src/things.ts:7', state: 'changed' },
  ],
})

const lines = (state: DevState, rows?: number) =>
  panelLines(state, { columns: 80, paint: noColors, page: 'http://127.0.0.1:4000/dev', ...(rows && { rows }) })

test('errors are listed first, then breaking changes, then affected operations, and safe changes last', () => {
  const headings = lines(busyDay).filter((line) => /^(Errors|Breaking|Operations|Safe)/.test(line))
  expect(headings).toEqual(['Errors', 'Breaking', 'Operations of the server', 'Safe'])
})

test('the panel fits the terminal and shows the URL of the page with all lines', () => {
  const shown = lines(busyDay, 14)
  expect(shown.length).toBeLessThanOrEqual(14)
  expect(shown.join('\n')).toContain('more lines: http://127.0.0.1:4000/dev')
  const narrow = panelLines(busyDay, { columns: 20, paint: noColors, page: 'http://127.0.0.1:4000/dev' })
  expect(Math.max(...narrow.map((line) => line.length))).toBe(20)
})

test('each result is shown with the time of its check', () => {
  const done = (after_ms: number) => ({ state: 'done' as const, outcome: 'fine', after_ms })
  const steps = {
    lint: done(400),
    difference: done(650),
    generate: done(2_000),
    types: done(3_210),
    test_types: done(4_120),
  }
  expect(lines(stateWith({ steps })).filter((line) => line.includes('✓'))).toEqual([
    '  ✓ Lint        0.40 s  fine',
    '  ✓ Difference  0.65 s  fine',
    '  ✓ Generated   2.00 s  fine',
    '  ✓ Types       3.21 s  fine',
    '  ✓ Test types  4.12 s  fine',
  ])
})
