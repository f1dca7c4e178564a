import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { compareDocuments } from '../../src/diff/compare.ts'
import type { Change, Verdict } from '../../src/diff/findings.ts'
import { type ContractDocument, documentOfText } from '../../src/source/document.ts'

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
const originals = new Map<Edit['of'], ContractDocument>()

/** The document before and after an edit, as values. */
export function documentsOf({ of, edit }: Pick<Edit, 'of' | 'edit'>): { before: Json; after: Json } {
  const after = structuredClone(values[of])
  edit(after)
  return { before: values[of], after }
}

/** What the comparison finds between a document and its edited copy. */
export function judge(edit: Pick<Edit, 'of' | 'edit'>): Change[] {
  const old = originals.get(edit.of) ?? documentOfText(JSON.stringify(values[edit.of]))
  originals.set(edit.of, old)
  const { after } = documentsOf(edit)
  return compareDocuments(old, documentOfText(JSON.stringify(after)))
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
