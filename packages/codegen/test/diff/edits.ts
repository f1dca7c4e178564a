import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { compareDocuments } from '../../src/diff/compare.ts'
import type { Change, Verdict } from '../../src/diff/findings.ts'
import { type ContractDocument, loadDocument } from '../../src/source/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into documents of every shape
export type Json = any

/** A change that a designer could make, and how it has to be judged. */
export interface Edit {
  name: string
  where: 'request' | 'response' | 'webhook' | 'contract'
  expected: Verdict
  /** The document that is changed: a small one, or our own contract. */
  of: 'lending' | 'ours'
  edit: (document: Json) => void
}

const repository = resolve(import.meta.dirname, '../../../..')
const texts = {
  lending: readFileSync(resolve(import.meta.dirname, '../fixtures/lending.yaml'), 'utf8'),
  ours: readFileSync(join(repository, 'generated/contract/openapi.strict.json'), 'utf8'),
}
const values = { lending: parse(texts.lending) as Json, ours: JSON.parse(texts.ours) as Json }
// OpenAPI 3.2 has it, and the linter refuses it in a document of 3.1.
values.lending.paths['/loans'].get.responses['200'].content['application/jsonl'] = {
  itemSchema: { type: 'object', properties: { id: { type: 'string' }, late_by: { type: 'integer' } } },
}
const originals = new Map<Edit['of'], ContractDocument>()

/** The changes that the comparison finds between two documents. */
export async function compare(old: Json, now: Json): Promise<Change[]> {
  return compareDocuments(await load(old), await load(now))
}

/** The changes that the comparison finds between a document and its edited copy. */
export async function judge({ of, edit }: Pick<Edit, 'of' | 'edit'>): Promise<Change[]> {
  const old = originals.get(of) ?? (await load(values[of]))
  originals.set(of, old)
  const edited = structuredClone(values[of])
  edit(edited)
  return compareDocuments(old, await load(edited))
}

async function load(document: Json): Promise<ContractDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-diff-'))
  try {
    await writeFile(join(folder, 'openapi.yaml'), JSON.stringify(document))
    return await loadDocument('openapi.yaml', { folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The gravest verdict; no difference at all is safe. */
export function gravest(changes: readonly Change[]): Verdict {
  return changes[0]?.verdict ?? 'safe'
}

// Short ways to the places that edits change.

export const schemas = (document: Json): Json => document.components.schemas
export const fields = (document: Json, schema: string): Json => schemas(document)[schema].properties
export const operation = (document: Json, path: string, method: string): Json => document.paths[path][method]
export const webhook = (document: Json, name: string): Json => document.webhooks[name].post
export const responses = (document: Json, path: string, method: string): Json => document.paths[path][method].responses
export const parameter = (document: Json, path: string, method: string, name: string): Json =>
  document.paths[path][method].parameters.find((one: Json) => one.name === name)

export function remove(list: Json[], value: unknown): void {
  list.splice(list.indexOf(value), 1)
}
