import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compareDocuments } from '@svc/codegen/diff/compare'
import { loadDocument } from '@svc/codegen/source/document'
import { afterAll, expect, test } from 'vitest'
import { consequencesOf } from '../src/affected.ts'
import type { CodePlaces } from '../src/code-places.ts'

const repository = resolve(import.meta.dirname, '../../..')
const edited = mkdtempSync(join(tmpdir(), 'affected-'))

afterAll(() => rmSync(edited, { recursive: true, force: true }))

const places: CodePlaces = {
  handlerOf: () => null,
  publishersOf: () => [],
  sendersOf: () => [],
  consumersOf: () => [],
}

test('a change of a document without a client affects its operations, and no method of the client', async () => {
  const [spec, oauth] = ['spec/openapi.yaml', 'spec/oauth.yaml']
  cpSync(join(repository, 'spec'), join(edited, 'spec'), { recursive: true })
  const text = readFileSync(join(repository, oauth), 'utf8')
  writeFileSync(join(edited, oauth), text.replace(/operationId: (\w+)/, 'operationId: $1Again'))
  const contract = await loadDocument(spec, { folder: repository })
  const [old, now] = await Promise.all([repository, edited].map((folder) => loadDocument(oauth, { folder })))
  if (!old || !now) throw new Error('Both documents were loaded.')
  const pairs = [
    { old: contract, now: contract },
    { old, now },
  ]
  const found = consequencesOf({ with: '', pairs, changes: compareDocuments(old, now), waived: 0 }, places)
  expect(found.operations).toMatchObject([{ operation: expect.stringMatching(/Again$/), state: 'renamed' }])
  expect(found.client_methods).toEqual([])
})
