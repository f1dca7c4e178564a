import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { validityRules } from '../lint/redocly.ts'
import { repository } from '../our-contract.ts'
import type { ContractFiles } from '../source/contract-files.ts'
import { contentOf } from '../source/document.ts'
import { parseReference } from '../source/json-pointer.ts'
import { type Inputs, sha256 } from './output.ts'
import { referencesIn } from './public-document.ts'

/** The inputs that are not files of the contract. Names of files are relative to the root document. */
const generator = 'generator'
const options = 'options'
const file = 'file '

/**
 * Returns the hashes of everything that determines what is generated: the documents with all files that they refer to,
 * the options, and the generator with its dependencies. The names do not depend on the working folder.
 *
 * @returns undefined if not all inputs are known: of a contract with guides or other texts, of rules with plugins,
 * which may read any file, and of a document that refers to a URL
 */
export async function inputsOf(source: ContractFiles): Promise<Inputs | undefined> {
  const { folder, guides, mcp, errorTables, changelog, rules } = source
  if ([guides, mcp, errorTables, changelog].some((text) => text !== undefined)) return undefined
  if (rules !== validityRules && !isSelfContained(await readText(resolve(folder, rules)))) return undefined
  const paths = await filesOf(documentsOf(source))
  if (paths === undefined) return undefined
  return hashesOf(source, [options, generator, ...paths.map((path) => file + nameOf(source, path)).sort()])
}

/** Returns the current hashes of the inputs with these names. A missing file has the hash of an empty text. */
export async function hashesOf(source: ContractFiles, names: readonly string[]): Promise<Inputs> {
  const hashes = new Map<string, string>()
  for (const name of names) {
    if (name === options) hashes.set(name, await hashOfOptions(source))
    else if (name === generator) hashes.set(name, await hashOfGenerator())
    else hashes.set(name, sha256(await readText(resolve(rootFolder(source), name.slice(file.length)))))
  }
  return hashes
}

function documentsOf({ folder, spec, companions, internal = [], upstream = [] }: ContractFiles): string[] {
  return [spec, ...companions, ...internal, ...upstream].map((path) => resolve(folder, path))
}

function rootFolder({ folder, spec }: ContractFiles): string {
  return dirname(resolve(folder, spec))
}

function nameOf(source: ContractFiles, path: string): string {
  return relative(rootFolder(source), path).split(sep).join('/')
}

/** The names of the documents in their order, and the text of the lint rules. */
async function hashOfOptions(source: ContractFiles): Promise<string> {
  const { folder, rules, companions, internal = [], upstream = [] } = source
  const names = [companions, internal, upstream].map((paths) =>
    paths.map((path) => nameOf(source, resolve(folder, path))),
  )
  const ignored = join(dirname(resolve(folder, rules)), '.redocly.lint-ignore.yaml')
  const texts = rules === validityRules ? [] : [await readText(resolve(folder, rules)), await readText(ignored)]
  return sha256(JSON.stringify([nameOf(source, resolve(folder, source.spec)), names, texts]))
}

/** The source of the generator, and the versions of the packages that it uses. */
async function hashOfGenerator(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../..')
  const entries = await Promise.all(
    ['src', 'templates'].map((name) => readdir(join(folder, name), { recursive: true, withFileTypes: true })),
  )
  const files = entries.flat().filter((entry) => entry.isFile())
  const paths = [
    ...files.map((entry) => join(entry.parentPath, entry.name)),
    join(folder, 'package.json'),
    join(repository, 'package-lock.json'),
  ].sort()
  const texts = await Promise.all(paths.map(async (path) => [relative(repository, path), sha256(await readText(path))]))
  return sha256(JSON.stringify([process.version, texts]))
}

/** Returns the documents and all files that they refer to, also in examples. Undefined if they refer to a URL. */
async function filesOf(documents: readonly string[]): Promise<string[] | undefined> {
  const found = new Set(documents)
  // A set returns also what is added while it is read.
  for (const path of found)
    for (const target of targetsIn(contentOf(await readText(path)))) {
      if (/^[a-z]+:\/\//i.test(target)) return undefined
      for (const name of target === '' ? [] : [target, decoded(target)]) found.add(resolve(dirname(path), name))
    }
  return [...found]
}

/** The files that `$ref`s and the mappings of discriminators name. The name of a schema is taken for a file. */
function targetsIn(value: unknown): string[] {
  return [...referencesIn(value), ...mappedIn(value)].map((reference) => parseReference(reference).path)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A name with a percent sign that is not encoded.
    return name
  }
}

function mappedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const mapping = 'mapping' in value ? Object.values(Object(value.mapping)) : []
  return [...mapping.filter((target) => typeof target === 'string'), ...Object.values(value).flatMap(mappedIn)]
}

/** Returns whether a Redocly configuration consists of built-in rules. Plugins and decorators may read other files. */
function isSelfContained(text: string): boolean {
  const configuration = contentOf(text)
  if (typeof configuration !== 'object' || configuration === null) return false
  const { extends: bases = [], rules: _, ...others } = configuration as { extends?: unknown; rules?: unknown }
  const names: unknown[] = Array.isArray(bases) ? bases : [bases]
  return Object.keys(others).length === 0 && names.every((name) => typeof name === 'string' && /^[a-z-]+$/.test(name))
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    // A name that is not a file, such as that of a schema. The linter reports references to files that cannot be read.
    return ''
  }
}
