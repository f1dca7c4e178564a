import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '@svc/command-line/errors'

/** A change that oasdiff finds between the documents of a pair. */
export interface OasdiffChange {
  /** The check, such as `request-property-removed`. */
  id: string
  level: 'error' | 'warning' | 'info'
  /** The method in capitals. Empty for a change outside of the operations. */
  operation: string
  /** The path template, or `webhook:` and the name of a webhook. */
  path: string
  /** The names and values in the text, such as the path of a property. */
  args: string[]
  text: string
}

/** Two documents that a test of oasdiff compares. */
export interface Pair {
  test: string
  old: object
  now: object
  changes: OasdiffChange[]
  /** The reason for which oasdiff cannot compare the documents as files. */
  failure?: string
}

const run = promisify(execFile)

/** The function that the tests call, which gets a hook, and a declaration of the hook. */
const comparison =
  'func GetWithOperationsSourcesMap(config *Config, s1, s2 *load.SpecInfo) (*Diff, *OperationsSourcesMap, error) {\n'
const callOfHook = '\tif BeforeComparison != nil {\n\t\tBeforeComparison(s1, s2)\n\t}\n'
const hook = '\nvar BeforeComparison func(s1, s2 *load.SpecInfo)\n'

/**
 * Downloads oasdiff from the Go module proxy and runs its tests in a copy that records the pairs of documents which
 * they compare. Many tests change a document in memory, so the documents exist only while the tests are running.
 *
 * @param folder an empty folder for the copy and the result
 * @throws CommandError if Go is missing, or if the module has no such version or another structure
 */
export async function recordPairs(version: string, folder: string): Promise<Pair[]> {
  const copy = join(folder, 'oasdiff')
  await cp(await downloadModule(version, folder), copy, { recursive: true })
  // Go's module cache is read-only.
  for (const path of ['', 'diff', 'diff/diff.go', 'checker']) await chmod(join(copy, path), 0o755)
  const file = join(copy, 'diff/diff.go')
  const source = await readFile(file, 'utf8')
  if (!source.includes(comparison))
    throw new CommandError(`oasdiff ${version} does not have the function that its tests call. Name another version.`)
  await writeFile(file, source.replace(comparison, comparison + callOfHook) + hook)
  await copyFile(join(import.meta.dirname, 'record_pairs_test.go'), join(copy, 'checker/record_pairs_test.go'))
  const result = join(folder, 'pairs.json')
  await go(['test', '-vet=off', '-count=1', './checker'], copy, { PAIRS_FILE: result })
  return JSON.parse(await readFile(result, 'utf8'))
}

/** Returns the folder of the module in Go's cache. */
async function downloadModule(version: string, folder: string): Promise<string> {
  const { Dir } = JSON.parse(await go(['mod', 'download', '-json', `github.com/oasdiff/oasdiff@v${version}`], folder))
  return Dir
}

async function go(args: readonly string[], cwd: string, variables: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await run('go', args, { cwd, env: { ...process.env, GOTOOLCHAIN: 'local', ...variables } })
    return stdout
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT')
      throw new CommandError('Go is not on the path. oasdiff needs it: install Go 1.26 or newer.')
    const output = 'stdout' in error && 'stderr' in error ? `\n${error.stdout}${error.stderr}` : ''
    throw new CommandError(`go ${args.join(' ')} failed.${output}`)
  }
}
