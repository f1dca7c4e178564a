import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ifMissing } from '../source/if-missing.ts'

/** Generated files by their path below the output folder, with forward slashes. */
export type Files = Map<string, string>

/** A difference between the output folder and the generated files. */
export interface Difference {
  path: string
  kind: 'missing' | 'changed' | 'stale'
  /** The first line that differs, counted from 1. Only for changed text. */
  line?: { number: number; found: string; expected: string }
}

/** The output folder has files that the generator did not write. */
export class ForeignFolderError extends Error {
  constructor(folder: string) {
    super(
      `${folder} has files that the generator did not write (it has no ${manifestName}), and generating removes every file ` +
        'that it does not generate. Name an empty or new folder with --out.',
    )
    this.name = 'ForeignFolderError'
  }
}

const manifestName = 'MANIFEST'

/** The hashes of everything that determines the generated files, by name. */
export type Inputs = ReadonlyMap<string, string>

/**
 * Adds a manifest with the hashes of the contract and of every file, which shows foreign and edited files. With the
 * hashes of the inputs, the next generation can find that nothing has changed.
 */
export function withManifest(files: Files, contractHash: string, inputs: Inputs | undefined): Files {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = [
    '# Written by `npm run generate`: the hash of the contract, then every generated file with its hash (SHA-256).',
    `${contractHash}  contract`,
    ...[...(inputs ?? [])].map(([name, hash]) => `${hash}  ${inputPrefix}${name}`),
  ]
  const lines = sorted.map(([path, text]) => `${sha256(text)}  ${path}`)
  const text = `${[...head, ...lines].join('\n')}\n`
  return new Map([...sorted, [manifestName, inputs === undefined ? text : text + ownHash(text)]])
}

/** No generated file has a space in its path. */
const inputPrefix = 'input '

/** The last line of a manifest with inputs, which shows that it was edited. */
function ownHash(text: string): string {
  return `${sha256(text)}  ${manifestName}\n`
}

/**
 * Returns the number of files in a folder of generated files if generating again would change nothing: all inputs and
 * all files have the hashes of its manifest. Returns undefined otherwise, and if the manifest has no inputs.
 *
 * @param hashesNow returns the current hashes of the inputs with these names
 */
export async function countIfUnchanged(
  folder: string,
  hashesNow: (names: readonly string[]) => Promise<Inputs>,
): Promise<number | undefined> {
  const manifest = await readFile(join(folder, manifestName), 'utf8').catch(ifMissing(''))
  const text = manifest.slice(0, manifest.trimEnd().lastIndexOf('\n') + 1)
  if (manifest !== text + ownHash(text)) return undefined
  const rows = text.split('\n').flatMap((line): [string, string][] => {
    const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    return hash === undefined || name === undefined || name === 'contract' ? [] : [[name, hash]]
  })
  const [inputs, files] = [true, false].map((isInput) =>
    rows.filter(([name]) => name.startsWith(inputPrefix) === isInput),
  )
  const known = new Map(inputs?.map(([name, hash]) => [name.slice(inputPrefix.length), hash]))
  if (known.size === 0 || !areEqual(known, await hashesNow([...known.keys()]))) return undefined
  const paths = (await filesBelow(folder)).filter((path) => path !== manifestName)
  const found = new Map<string, string>()
  for (const path of paths) found.set(path, sha256(await readFile(join(folder, path))))
  return areEqual(new Map(files), found) ? paths.length + 1 : undefined
}

function areEqual(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, hash]) => b.get(name) === hash)
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares a folder with the generated files. The result is sorted by path, and empty if they are equal. */
export async function compare(folder: string, files: Files): Promise<Difference[]> {
  const found = new Set(await filesBelow(folder))
  const present = new Map([...files].filter(([path]) => found.has(path)))
  const differences = await compareFiles(folder, present)
  for (const path of files.keys()) if (!present.has(path)) differences.push({ path, kind: 'missing' })
  for (const path of found) if (!files.has(path)) differences.push({ path, kind: 'stale' })
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Compares a folder with the generated files as `compare` does, but not the inputs in the manifest: an edit of an input
 * can leave all files as they are.
 */
export async function compareOutputs(folder: string, files: Files): Promise<Difference[]> {
  const differences = await compare(folder, files)
  const manifest = await readFile(join(folder, manifestName), 'utf8').catch(ifMissing(''))
  const isEqual = withoutInputs(manifest) === withoutInputs(files.get(manifestName) ?? '')
  return differences.filter(({ path }) => path !== manifestName || !isEqual)
}

function withoutInputs(manifest: string): string {
  const lines = manifest.split('\n')
  return lines.filter((line) => !/^[0-9a-f]{64} {2}(?:input |MANIFEST$)/.test(line)).join('\n')
}

/** Compares these files only: a folder may have others. */
export async function compareFiles(folder: string, files: Files): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [path, expected] of files) {
    const found = await readFile(join(folder, path), 'utf8').catch(ifMissing(undefined))
    if (found === undefined) differences.push({ path, kind: 'missing' })
    else if (found !== expected) differences.push({ path, kind: 'changed', line: firstDifference(found, expected) })
  }
  return differences
}

/**
 * Generating removes every other file, so it never starts in a folder that was not generated.
 *
 * @throws ForeignFolderError when the folder has files but no MANIFEST
 */
export async function assertOwnFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, manifestName)) || (await filesBelow(folder)).length === 0) return
  throw new ForeignFolderError(folder)
}

/**
 * Publishes exactly these files to a folder: writes changed files, deletes stale files, and does not touch the others.
 *
 * @returns the changes
 */
export async function publish(folder: string, files: Files): Promise<Difference[]> {
  const differences = await compare(folder, files)
  const folders = new Set<string>()
  for (const { path, kind } of differences) {
    const target = join(folder, path)
    if (kind === 'stale') await removeFile(target, folder)
    else writeText(target, files.get(path) ?? '', folders)
  }
  return differences
}

/** Formats one line per difference and, for changed text, the first line that differs. */
export function formatDifferences(differences: readonly Difference[]): string {
  const width = 'changed'.length
  return differences
    .map(({ path, kind, line }) => {
      const head = `  ${kind.padEnd(width)}  ${path}`
      if (!line) return head
      return `${head}:${line.number}\n      found     ${excerpt(line.found)}\n      expected  ${excerpt(line.expected)}`
    })
    .join('\n')
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|\.turbo)\//.test(path))
}

/**
 * Thousands of files take a third less time than with promises.
 *
 * @param folders the folders that are known to exist
 */
function writeText(path: string, text: string, folders: Set<string>): void {
  const folder = dirname(path)
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
  folders.add(folder)
  writeFileSync(path, text)
}

/** Deletes a file, and the folders that become empty. */
async function removeFile(path: string, root: string): Promise<void> {
  await rm(path)
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if ((await readdir(folder)).length > 0) return
    await rmdir(folder)
  }
}

function firstDifference(found: string, expected: string) {
  const foundLines = found.split('\n')
  const expectedLines = expected.split('\n')
  const index = expectedLines.findIndex((line, at) => line !== foundLines[at])
  const at = index === -1 ? expectedLines.length : index
  return { number: at + 1, found: foundLines[at] ?? '(end of file)', expected: expectedLines[at] ?? '(end of file)' }
}

const excerptLength = 100

function excerpt(line: string): string {
  const text = line.trim()
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}…`
}
