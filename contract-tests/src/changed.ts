import { readFile } from 'node:fs/promises'
import { pointAt } from '@svc/http/references'
import { execa } from 'execa'
import { CannotRunError } from './cannot-run-error.ts'
import { type Document, operationsOf } from './contract.ts'
import { documentFiles, root } from './paths.ts'

/**
 * The operations whose contract, including everything that they refer to, has changed since a commit; all of them if
 * the code of the service has changed, because its effect is unknown. Throws CannotRunError for an unknown commit.
 */
export async function operationsChangedSince(ref: string): Promise<string[] | 'all'> {
  const git = (...args: string[]) => execa('git', args, { cwd: root, reject: false })
  const diff = await git('diff', '--name-only', ref, '--', 'apps', 'packages', 'contract-tests')
  if (diff.failed) throw new CannotRunError(`git has no commit "${ref}": ${diff.stderr}`)
  if (diff.stdout.split('\n').some((path) => /\.(ts|sql|py|toml)$/.test(path) && !/\.test\.ts$|\/test\//.test(path)))
    return 'all'
  const changed: string[] = []
  for (const file of Object.values(documentFiles)) {
    const before = await git('show', `${ref}:${file}`)
    const old: Document | undefined = before.failed ? undefined : JSON.parse(before.stdout)
    const now: Document = JSON.parse(await readFile(`${root}${file}`, 'utf8'))
    const known = new Map(
      old ? operationsOf(old).map((operation) => [operation.operationId, whole(old, operation)]) : [],
    )
    for (const operation of operationsOf(now)) {
      if (known.get(operation.operationId) !== whole(now, operation)) changed.push(operation.operationId)
    }
  }
  return changed
}

/** A part of a document as JSON, with everything that it refers to. */
function whole(document: Document, part: unknown): string {
  const seen = new Map<string, unknown>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const $ref: unknown = Reflect.get(value, '$ref')
    if (typeof $ref === 'string' && !seen.has($ref)) {
      const found = pointAt(document, $ref)
      seen.set($ref, found)
      collect(found)
    }
    for (const inner of Object.values(value)) collect(inner)
  }
  collect(part)
  return JSON.stringify([part, [...seen].sort(([one], [other]) => (one < other ? -1 : 1))])
}
