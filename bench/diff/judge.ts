import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareDocuments } from '@svc/codegen/diff/compare'
import type { Change, Verdict } from '@svc/codegen/diff/findings'
import { type ContractDocument, child, loadDocument } from '@svc/codegen/source/document'
import { upgradeDocument } from '@svc/codegen/source/upgrade'
import type { OasdiffChange, Pair } from './oasdiff.ts'

/** A change that oasdiff finds, and our verdict about the same part of the same operation. */
export interface JudgedChange extends OasdiffChange {
  test: string
  /** `nothing` if we find no change there. */
  ours: Verdict | 'nothing'
  /** Our rules about that part. */
  rules: string[]
}

/**
 * Compares the documents of a pair. Documents of OpenAPI 3.0 are upgraded before.
 *
 * @param folder the folder in which the documents are written
 * @throws UnreadableDocumentError if our comparison refuses a document
 */
export async function judgePair(pair: Pair, folder: string): Promise<JudgedChange[]> {
  const [old, now] = [await load(pair.old, 'old.json', folder), await load(pair.now, 'now.json', folder)]
  const changes = compareDocuments(old, now)
  return pair.changes.map((change) => {
    const found = changesOf(change, changes, [old, now])
    return { ...change, test: pair.test, ours: worst(found), rules: [...new Set(found.map(({ rule }) => rule))].sort() }
  })
}

async function load(document: object, name: string, folder: string): Promise<ContractDocument> {
  const write = (value: object) => writeFile(join(folder, name), JSON.stringify(value))
  await write(document)
  if (!('openapi' in document) || !String(document.openapi).startsWith('3.0')) return loadDocument(name, { folder })
  await write(upgradeDocument(await loadDocument(name, { folder, version: '3.0' })))
  return loadDocument(name, { folder })
}

/**
 * Finds our changes about a change of oasdiff: of the same operation and message and, if one of them names a part that
 * oasdiff names, only those of that part.
 */
function changesOf(theirs: OasdiffChange, ours: readonly Change[], documents: readonly ContractDocument[]): Change[] {
  const operations = namesOf(theirs, documents)
  const direction = /^(request|response)-/.exec(theirs.id)?.[1]
  const isWebhook = theirs.path.startsWith('webhook:')
  const near = ours.filter(
    (change) =>
      (operations.length === 0 || change.affects.some(({ name }) => operations.includes(name))) &&
      (direction === undefined || isWebhook || change.direction === direction),
  )
  const parts = theirs.args.flatMap(partOf)
  const exact = near.filter(({ at }) => at.split(/[\s.[\]{}]+/).some((part) => parts.includes(part.toLowerCase())))
  return exact.length > 0 ? exact : near
}

/** The names that our changes give to the operation; empty for a change outside of the operations. */
function namesOf({ operation, path }: OasdiffChange, documents: readonly ContractDocument[]): string[] {
  if (path === '') return []
  if (path.startsWith('webhook:')) return [path.slice('webhook:'.length)]
  const ids = documents.flatMap(({ root }) => {
    const item = child(child(root, 'paths'), path)
    const described = child(item, operation.toLowerCase()) ?? child(child(item, 'additionalOperations'), operation)
    return child(described, 'operationId')?.value ?? []
  })
  return [`${operation} ${path}`, ...ids.map(String)]
}

/**
 * The name of a parameter or property at the end of an argument such as `data/name`. We report a change within a
 * condition at the part that has the condition.
 */
function partOf(argument: string): string[] {
  const [path = ''] = argument.toLowerCase().split(/\/(?:if|then|else|not)(?:\/|$)/)
  const part = path.slice(path.lastIndexOf('/') + 1)
  return /^(\d*|query|header|path|cookie)$/.test(part) ? [] : [part]
}

function worst(changes: readonly Change[]): JudgedChange['ours'] {
  const verdicts: readonly Verdict[] = ['breaking', 'risky', 'safe']
  return verdicts.find((verdict) => changes.some((change) => change.verdict === verdict)) ?? 'nothing'
}
