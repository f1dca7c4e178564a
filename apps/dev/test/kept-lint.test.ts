import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import { afterAll, beforeEach, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'kept-lint-'))
const folder = join(root, 'contract')
const linter = createWorkerProcess<ContractFiles, Finding[]>(new URL('../src/linter.ts', import.meta.url))

/** Its rule reads a file and records each document that it is applied to. */
const plugin = `import { appendFileSync, readFileSync } from 'node:fs'
const file = (name) => new URL(name, import.meta.url)
const words = () => {
  const allowed = JSON.parse(readFileSync(file('words.json'), 'utf8'))
  return {
    Info({ title }, { location, report }) {
      appendFileSync(file('linted.txt'), title + ' ')
      if (!allowed.includes(title)) report({ message: 'Use another word.', location: location.child('title') })
    },
  }
}
export default () => ({ id: 'test', rules: { oas3: { words } } })
`

const rules = (unresolved: string) =>
  `plugins: [./plugin.mjs]\nrules: { struct: error, no-unresolved-refs: ${unresolved}, test/words: error }\n`

const api = (title: string, reference: string) => `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  /${title}:
    get:
      responses:
        200:
          description: The answer.
          content: { application/json: { schema: { $ref: ${reference} } } }
`

const schema = (type: string) => `Name:\n  type: ${type}\n`

/** The contents that a file can have; undefined if it does not exist. The first one is without errors. */
const variants: Record<string, readonly (string | undefined)[]> = {
  'redocly.yaml': [rules('error'), rules('warn')],
  'words.json': ['["One", "Two"]', '["One"]', '["Two"]'],
  'shared.yaml': [
    schema('string'),
    schema('integer'),
    schema('strin'),
    'Other: { type: string }\n',
    'Name: [',
    undefined,
  ],
  'own.yaml': [schema('string'), schema('nothing'), `Name:\n  $ref: shared.yaml#/Name\n`, undefined],
  'one.yaml': [api('One', 'own.yaml#/Name'), api('One', 'later.yaml#/Name'), api('One', 'shared.yaml#/Name')],
  'two.yaml': [api('Two', 'shared.yaml#/Name'), api('Two', 'later.yaml#/Name'), 'openapi: 3.1.0\n'],
  'later.yaml': [undefined, schema('string'), schema('nothing')],
}

function write(file: string, text: string | undefined): void {
  if (text === undefined) rmSync(join(folder, file), { force: true })
  else writeFileSync(join(folder, file), text)
}

function lint(inFolder: string): Promise<Finding[]> {
  const source = { folder: inFolder, spec: 'one.yaml', companions: ['two.yaml'], rules: join(inFolder, 'redocly.yaml') }
  return linter.request(source)
}

/** Lints, and returns the titles of the documents to which the rules were applied. */
async function linted(): Promise<string> {
  const log = join(folder, 'linted.txt')
  rmSync(log, { force: true })
  await lint(folder)
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ').sort().join(' ') : ''
}

let state = 1

/** Returns a whole number below a limit. The same seed always gives the same numbers. */
function below(limit: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)

  write('plugin.mjs', plugin)
  for (const [file, [valid]] of Object.entries(variants)) write(file, valid)
})

afterAll(async () => {
  await linter.stop()
  rmSync(root, { recursive: true })
})

test('only documents that have read a changed file are linted again', async () => {
  expect(await linted()).toBe('One Two')
  // The first run writes a file that it has looked for.
  await linted()
  expect(await linted()).toBe('')
  write('own.yaml', schema('integer'))
  expect(await linted()).toBe('One')
  write('shared.yaml', schema('integer'))
  expect(await linted()).toBe('Two')
  write('words.json', '["Two", "One"]')
  expect(await linted()).toBe('One Two')
  write('redocly.yaml', `# A comment.\n${rules('error')}`)
  expect(await linted()).toBe('One Two')
  expect(await linted()).toBe('')
})

test('a document that may refer to a missing file is linted again when the file exists', async () => {
  write('redocly.yaml', rules('warn'))
  write('one.yaml', api('One', 'later.yaml#/Name'))
  expect(await linted()).toBe('One Two')
  await linted()
  expect(await linted()).toBe('')
  write('later.yaml', schema('string'))
  expect(await linted()).toBe('One')
})

test('after each of many random edits, the findings are those of a lint of everything', async () => {
  const files = Object.keys(variants)
  let clean = 0
  for (let seed = 1; seed <= 3; seed++) {
    state = seed
    for (let edit = 1; edit <= 25; edit++) {
      const file = files[below(files.length)] ?? ''
      const contents = variants[file] ?? []
      // Most edits remove an error, so that there are results to keep.
      write(file, contents[below(4) > 0 ? 0 : below(contents.length)])
      // A folder that was never linted has no results.
      const fresh = join(root, `${seed}-${edit}`)
      cpSync(folder, fresh, { recursive: true })
      const found = await lint(folder)
      expect(found, `seed ${seed}, edit ${edit}, ${file}`).toEqual(await lint(fresh))
      if (found.length === 0) clean += 1
    }
  }
  expect(clean).toBeGreaterThan(20)
}, 120_000)
