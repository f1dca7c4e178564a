import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { latestOf } from '../../src/diff/versions.ts'
import { isFarEnough, nextClientVersion, nextVersion, steps } from '../../src/release/bump.ts'

test('spec/RELEASING.md shows the table that the release follows', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../../../spec/RELEASING.md'), 'utf8')
  for (const { what, contract, client } of Object.values(steps))
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`${what} | ${contract ?? 'none'} | ${client} |`)
})

test('the versions of contract and client are raised as in the table', () => {
  expect(nextVersion('1.4.2', steps.breaking.contract)).toBe('2.0.0')
  expect(nextVersion('1.4.2', steps.additive.contract)).toBe('1.5.0')
  expect(nextVersion('1.4.2', steps.wording.contract)).toBe('1.4.3')
  expect(nextVersion('1.4.2', steps.runtime.contract)).toBe('1.4.2')
  expect(nextClientVersion('1.4.2', 'breaking')).toBe('2.0.0')
  expect(nextClientVersion('1.4.2', 'runtime')).toBe('1.4.3')
})

test('before its first version a client raises the minor part for a breaking change', () => {
  expect(nextClientVersion('0.4.2', 'breaking')).toBe('0.5.0')
})

test('a version may be higher than required, and a draft of it is enough', () => {
  expect(isFarEnough('2.0.0', '1.0.0', 'additive')).toBe(true)
  expect(isFarEnough('1.1.0-demo', '1.0.0', 'additive')).toBe(true)
  expect(isFarEnough('1.0.9', '1.0.0', 'additive')).toBe(false)
})

test('the last release is the highest version, a draft before its final version', () => {
  expect(latestOf(['1.9.0.yaml', '1.10.0.yaml', '1.10.0-demo.yaml', 'README.md'])).toBe('1.10.0')
  expect(latestOf([])).toBeUndefined()
})
