import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describedRefusals, parameterRefusals } from '../../src/oauth/described-refusals.ts'

const library = fileURLToPath(new URL('.', import.meta.resolve('oidc-provider')))
const source = readdirSync(library, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js'))
  .map((path) => readFileSync(join(library, path), 'utf8'))
  .join('\n')

test.each(Object.keys(describedRefusals))('the OAuth library still describes a refusal as "%s"', (description) => {
  expect(source.includes(`'${description}'`)).toBe(true)
})

test.each(parameterRefusals)('the OAuth library still says "$text" of parameters', ({ text }) => {
  expect(source.includes(text)).toBe(true)
})
