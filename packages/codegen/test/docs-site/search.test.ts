import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

/** The functions of the script, which are declared although its first line fails: there, `document` is undefined. */
const page = createContext({})
const script = new URL('../../src/docs-site/theme/docs.js', import.meta.url)
expect(() => runInContext(readFileSync(script, 'utf8'), page)).toThrow('document is not defined')

function call(name: string, ...values: unknown[]): unknown {
  return runInContext(`${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`, page)
}

const place = { title: 'Errors', name: '', where: 'Guide', text: 'Create a webhook again if its secret is lost.' }

test('the search ranks a title and the name of an operation before any number of matches in the text', () => {
  const words = ['create', 'webhook']
  const inText = call('score', place, words)
  const inTitle = call('score', { ...place, title: 'Create a webhook', text: '' }, words)
  const byName = call('score', { ...place, name: 'createWebhook', text: '' }, ['createwebhook'])
  expect(inText).toBeGreaterThan(0)
  expect(inTitle).toBeGreaterThan(Number(inText) + 50)
  expect(byName).toBeGreaterThan(Number(inTitle))
  expect(call('score', place, ['webhook', 'absent'])).toBe(0)
})

test('a result shows an excerpt around the match, which is highlighted', () => {
  const text = `${'far away '.repeat(40)}the secret of a webhook ${'and more '.repeat(40)}`.trim()
  expect(call('excerpt', text, ['secret'])).toMatch(/^… .*the secret of a webhook.* …$/)
  expect(call('matches', 'A Secret (1)', ['secret', '('])).toEqual(['A ', 'Secret', ' ', '(', '1)'])
})
