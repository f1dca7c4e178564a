// Builds the mock as one file, which needs Node alone: `npm run build:one-file` writes dist-one-file/mock.mjs.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { buildPackage } from './build.ts'

const packageFolder = resolve(import.meta.dirname, '..')
const modulesFolder = resolve(packageFolder, '../../node_modules')

/** Files of dependencies that nothing loads. */
const unused =
  /\.(?:map|md|markdown|d\.[cm]?ts|ts|flow|tsbuildinfo)$|(?:^|\/)(?:\.[^/]+|test|tests|__tests__|docs)(?:\/|$)/
/** Made-up data in other languages than English, and the modules of bundlers. */
const unusedData = /^@faker-js\/faker\/dist\/(?:cjs|esm)\/locale\/(?!en\b)|^ajv\/lib\//
const licenses = /(?:^|\/)(?:licen[cs]e|notice|copying)[^/]*$/i

/**
 * Bundles the package and its dependencies into one file, which unpacks them once into the cache of its user.
 *
 * @param file is replaced
 */
export async function buildOneFile(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-one-file-'))
  try {
    await buildPackage(folder)
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const files = await filesIn(folder, '')
    for (const dependency of await closureOf(Object.keys(dependencies)))
      for (const [path, bytes] of await filesIn(dependency, ''))
        files.set(join('node_modules', relative(modulesFolder, dependency), path), bytes)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await selfExtracting(files), { mode: 0o755 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The folders of packages and of everything that they depend on. */
async function closureOf(names: readonly string[]): Promise<Set<string>> {
  const folders = new Set<string>()
  const waiting = names.map((name) => ({ name, from: modulesFolder, isOptional: false }))
  for (const { name, from, isOptional } of waiting) {
    const folder = folderOf(name, from)
    if (folder === undefined && isOptional) continue
    if (folder === undefined) throw new Error(`${name} is not installed; npm install installs it.`)
    if (folders.has(folder)) continue
    folders.add(folder)
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
    const own = Object.keys(dependencies).filter((one) => !(one in optionalDependencies))
    const optional = [...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]
    waiting.push(...own.map((one) => ({ name: one, from: folder, isOptional: false })))
    waiting.push(...optional.map((one) => ({ name: one, from: folder, isOptional: true })))
  }
  return folders
}

/** The folder from which Node loads a package for a module in another folder; undefined if it is not installed. */
function folderOf(name: string, from: string): string | undefined {
  const parents = from.slice(modulesFolder.length).split(`${sep}node_modules${sep}`)
  const candidates = parents.map((_, index) => {
    const parent = `${modulesFolder}${parents.slice(0, parents.length - index).join(`${sep}node_modules${sep}`)}`
    return parent === modulesFolder ? join(parent, name) : join(parent, 'node_modules', name)
  })
  return [...candidates, join(modulesFolder, name)].find((folder) => existsSync(join(folder, 'package.json')))
}

/** The files of a package by path, without those that nothing loads and without its own node_modules. */
async function filesIn(folder: string, path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const own = join(path, entry.name)
    const full = join(folder, own)
    const named = full.startsWith(modulesFolder) ? relative(modulesFolder, full) : own
    const isKept = licenses.test(own) || !(full.startsWith(modulesFolder) && unused.test(own))
    if (entry.name === 'node_modules' || !isKept || unusedData.test(named)) continue
    if (entry.isDirectory()) for (const [name, bytes] of await filesIn(folder, own)) files.set(name, bytes)
    else if (entry.isFile()) files.set(own, await readFile(full))
  }
  return files
}

/** The program, with the files behind it: a list of paths and sizes, and the bytes, compressed. */
async function selfExtracting(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const index = Buffer.from(JSON.stringify([...files].map(([path, { length }]) => [path.replaceAll(sep, '/'), length])))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(index.length)
  const whole = Buffer.concat([size, index, ...files.values()])
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const packed = await promisify(brotliCompress)(whole, { params })
  const hash = createHash('sha256').update(packed).digest('hex').slice(0, 32)
  const program = await readFile(join(import.meta.dirname, 'one-file-program.mjs'), 'utf8')
  return `${program.replace('HASH_OF_CONTENT', hash)}/*content:${packed.toString('base64')}*/\n`
}

if (import.meta.main) {
  const file = join(packageFolder, 'dist-one-file/mock.mjs')
  await buildOneFile(file)
  process.stdout.write(`Built ${file}\n`)
}
