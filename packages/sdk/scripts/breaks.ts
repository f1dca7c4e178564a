// Finds changes of the SDK that break existing programs. `released/` contains the tests and examples of every release.
// `npm run breaks` type-checks those of the newest release against the current sources, `npm run breaks -- REF` those
// of a commit, and `npm run breaks -- --record` records the current ones as the release that package.json names.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import ts from 'typescript'

const packageFolder = resolve(import.meta.dirname, '..')
const repository = resolve(packageFolder, '../..')

/**
 * Type-checks programs against the current SDK.
 *
 * @param programs sources by path; imports between them are relative
 * @returns one line per compiler error
 */
export async function findBreaks(programs: ReadonlyMap<string, string>): Promise<string[]> {
  // Below this package, so that programs resolve it and its tools by name; ignored by git.
  await mkdir(join(packageFolder, 'dist'), { recursive: true })
  const folder = await mkdtemp(join(packageFolder, 'dist/breaks-'))
  try {
    const files: string[] = []
    for (const [path, text] of programs) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      files.push(file)
    }
    const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), ts.sys.readFile)
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, repository)
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(files, options))
    return diagnostics.flatMap(({ file, start = 0, messageText }) => {
      if (!file?.fileName.startsWith(folder)) return []
      const line = file.getLineAndCharacterOfPosition(start).line + 1
      return `${file.fileName.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Tests and examples at a commit, without those that import other parts of the repository than the SDK. */
function programsAt(ref: string): Map<string, string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' })
  const paths = git('ls-tree', '-r', '--name-only', ref, 'examples', 'packages/sdk/test').split('\n')
  const texts = paths
    .filter((path) => path.endsWith('.ts'))
    .map((path): [string, string] => [path, git('show', `${ref}:${path}`)])
  return new Map(standingAlone(new Map(texts)))
}

/** A program that imports one which is not self-contained is not self-contained either. */
function standingAlone(texts: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map(
    [...texts].filter(([path, text]) => importsOf(path, text).every((one) => texts.has(one) || isPublic(one))),
  )
  return kept.size === texts.size ? kept : standingAlone(kept)
}

function importsOf(path: string, text: string): string[] {
  const names = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name = '']) => name)
  return names.map((name) => (name.startsWith('.') ? join(dirname(path), name) : name))
}

/** Whether a module is published; a path names a file that is not recorded. */
function isPublic(name: string): boolean {
  return /^@svc\/sdk(\/|$)/.test(name) || !/^@svc\/|^@generated\/|\.ts$/.test(name)
}

const releases = join(packageFolder, 'released')

/** The tests and examples of the newest release, and its version. */
export async function newestRelease(): Promise<{ version: string; programs: Map<string, string> }> {
  const versions = (await readdir(releases)).map((name) => basename(name, '.json'))
  const version = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (version === undefined) throw new Error(`${releases} has no release.`)
  return { version, programs: new Map(Object.entries(JSON.parse(await readFile(fileOf(version), 'utf8')))) }
}

function fileOf(version: string): string {
  return join(releases, `${version}.json`)
}

/** Records the committed tests and examples for the version in package.json. Fails when it was recorded before. */
async function recordRelease(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const programs = Object.fromEntries(programsAt('HEAD'))
  await mkdir(releases, { recursive: true })
  await writeFile(fileOf(version), `${JSON.stringify(programs, null, 2)}\n`, { flag: 'wx' })
  return version
}

if (import.meta.main) {
  const [argument] = process.argv.slice(2)
  if (argument === '--record') {
    process.stdout.write(`Recorded ${await recordRelease()}\n`)
  } else {
    const { version, programs } =
      argument === undefined ? await newestRelease() : { version: argument, programs: programsAt(argument) }
    const breaks = await findBreaks(programs)
    process.stdout.write(breaks.map((line) => `${line}\n`).join(''))
    process.stdout.write(`${programs.size} programs of ${version}: ${breaks.length} breaks\n`)
    if (breaks.length > 0) process.exitCode = 1
  }
}
