import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { yamlText } from '../../src/generate/yaml.ts'

const pieces = [
  ...['a', 'B', ' ', '  ', ': ', '#', ' #', '\n', '\n\n', '\t', "'", '"', '- ', '---', '...', '%', '&', '*', '!', '|'],
  ...['>', '@', '`', '{', '}', '[', ',', '?', '0', '1.5', 'true', 'null', '~', '\\', '\u0007', '\u00a0', 'é', '😀'],
  ...['\u2028', 'word word word word word ', 'yes', '.', '/', '(', ')', '=', '-', '_', '0x1f', '1e3', '\r'],
]

let state = 0

/** Returns a whole number below a limit. The same seed always gives the same numbers. */
function below(limit: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

function randomText(): string {
  return Array.from({ length: below(9) }, () => (pieces[below(pieces.length)] ?? '').repeat(1 + below(3))).join('')
}

function randomKey(): string {
  return below(40) === 0 ? 'k'.repeat(1100) : randomText()
}

const scalars = [0, -0, 1, -1, 1.5, 1e21, 1e-9, true, false, null, '', 'a', 'word '.repeat(40).trim()]

function randomValue(depth: number): unknown {
  const kind = below(depth > 4 ? 4 : 8)
  if (kind < 2) return randomText()
  if (kind < 4) return scalars[below(scalars.length)]
  if (kind < 6) return Array.from({ length: below(4) }, () => randomValue(depth + 1))
  return Object.fromEntries(Array.from({ length: below(5) }, () => [randomKey(), randomValue(depth + 1)]))
}

function deeper(value: unknown, levels: number): unknown {
  return levels === 0 ? value : deeper(below(2) === 0 ? { key: value } : { list: [value] }, levels - 1)
}

describe('YAML', () => {
  test('is what the library writes, for texts of every kind and at any depth', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      state = seed
      const value = deeper({ a: randomValue(0), b: randomValue(0) }, below(4) === 0 ? below(60) : 0)
      expect(yamlText(value), `seed ${seed}`).toBe(stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 }))
    }
  })
})
