import { execa } from 'execa'
import { CannotRunError } from './cannot-run-error.ts'
import { type Document, placesOf, readContract, readOAuthContract } from './contract.ts'
import { root } from './places.ts'

const bundles = [
  { file: 'generated/contract/openapi.strict.json', read: readContract },
  { file: 'generated/contract/oauth.json', read: readOAuthContract },
]

/**
 * The operations whose contract, everything they refer to included, is another one than at that commit; all of them
 * where the code of the service has changed, because nobody can say what that reaches. Throws CannotRunError for a
 * commit that does not exist.
 */
export async function operationsChangedSince(ref: string): Promise<string[] | 'all'> {
  const git = (...words: string[]) => execa('git', words, { cwd: root, reject: false })
  const diff = await git('diff', '--name-only', ref, '--', 'apps', 'packages', 'contract-tests')
  if (diff.failed) throw new CannotRunError(`git knows no commit "${ref}": ${diff.stderr}`)
  if (diff.stdout.split('\n').some((path) => /\.(ts|sql|py|toml)$/.test(path) && !/\.test\.ts$|\/test\//.test(path)))
    return 'all'
  const changed: string[] = []
  for (const { file, read } of bundles) {
    const before = await git('show', `${ref}:${file}`)
    const old: Document | undefined = before.failed ? undefined : JSON.parse(before.stdout)
    const now = await read()
    const known = new Map(old ? placesOf(old).map((place) => [place.operationId, whole(old, place)]) : [])
    for (const place of placesOf(now)) {
      if (known.get(place.operationId) !== whole(now, place)) changed.push(place.operationId)
    }
  }
  return changed
}

/** A part of a document as text, with everything that it refers to. */
function whole(document: Document, part: unknown): string {
  const seen = new Map<string, unknown>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const $ref: unknown = Reflect.get(value, '$ref')
    if (typeof $ref === 'string' && !seen.has($ref)) {
      const names = $ref.slice(2).split('/')
      const found = names.reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name.replaceAll('~1', '/')) : undefined),
        document,
      )
      seen.set($ref, found)
      collect(found)
    }
    for (const inner of Object.values(value)) collect(inner)
  }
  collect(part)
  return JSON.stringify([part, [...seen].sort(([one], [other]) => (one < other ? -1 : 1))])
}
