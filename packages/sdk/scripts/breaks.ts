// Finds what the SDK of today breaks for the programs of yesterday: `npm run breaks -- REF` takes the tests and examples as they
// were at a release (the newest tag sdk-v… unless told) and type-checks them against the present sources.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

const packageFolder = resolve(import.meta.dirname, '..')
const repository = resolve(packageFolder, '../..')

/**
 * Type-checks programs against the present SDK.
 *
 * @param programs texts by path; imports between them are relative
 * @returns one line per complaint of the compiler
 */
export async function findBreaks(programs: ReadonlyMap<string, string>): Promise<string[]> {
  // Below this package, so that programs find it and its tools by name; where git does not look.
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

/** Tests and examples at a commit, without those that need more of the repository than the SDK. */
export function programsAt(ref: string): Map<string, string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' })
  const paths = git('ls-tree', '-r', '--name-only', ref, 'examples', 'packages/sdk/test').split('\n')
  const texts = paths
    .filter((path) => path.endsWith('.ts'))
    .map((path): [string, string] => [path, git('show', `${ref}:${path}`)])
  return new Map(standingAlone(new Map(texts)))
}

/** A program that imports one which does not stand alone does not either. */
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

/** Published names; a path is one of a file that was not taken along. */
function isPublic(name: string): boolean {
  return /^@svc\/sdk(\/|$)/.test(name) || !/^@svc\/|^@generated\/|\.ts$/.test(name)
}

if (import.meta.main) {
  const newest = () =>
    execFileSync('git', ['tag', '--list', 'sdk-v*', '--sort=-version:refname'], { cwd: repository, encoding: 'utf8' })
      .split('\n')
      .find((tag) => tag !== '')
  const ref = process.argv[2] ?? newest()
  if (ref === undefined) {
    process.stdout.write('No release yet (no tag sdk-v…): nothing can break. Name a commit to compare with that.\n')
  } else {
    const programs = programsAt(ref)
    const breaks = await findBreaks(programs)
    process.stdout.write(breaks.map((line) => `${line}\n`).join(''))
    process.stdout.write(`${programs.size} programs of ${ref}: ${breaks.length} breaks\n`)
    if (breaks.length > 0) process.exitCode = 1
  }
}
