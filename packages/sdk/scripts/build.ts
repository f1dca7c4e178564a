// Builds the package as it is published: `npm run build` writes dist/, and `npm publish dist` would publish it.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '..')
const generatedFolder = resolve(packageFolder, '../../generated')
const compiler = resolve(packageFolder, '../../node_modules/typescript/bin/tsc')

/** The parts of the generated code that belong to this client. */
const generatedModules = [
  'contract/client-types',
  ...['constants', 'events', 'functions', 'resources', 'runtime', 'types'].map((name) => `sdk/${name}`),
]

/** Public entries: the name behind the package's name, and the module. */
const entries = { '.': 'index', './functions': 'functions', './openapi': 'openapi', './webhooks': 'webhooks' }

/**
 * Compiles the sources twice, as ES modules and as CommonJS, each with its declarations, and puts the package together.
 *
 * @param folder is emptied first
 */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const stage = await mkdtemp(join(tmpdir(), 'sdk-build-'))
  try {
    await Promise.all([
      compile(join(stage, 'esm'), join(folder, 'esm'), 'module'),
      compile(join(stage, 'cjs'), join(folder, 'cjs'), 'commonjs'),
    ])
  } finally {
    await rm(stage, { recursive: true })
  }
  await cp(join(packageFolder, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
  await cp(join(generatedFolder, 'sdk/api.md'), join(folder, 'api.md'))
  // In the package, the list of operations is next to the page that links to it.
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
  await writeFile(join(folder, 'README.md'), readme.replaceAll('](../../generated/sdk/', ']('))
  await writeJson(join(folder, 'package.json'), await publishedManifest())
  // Resolvers that do not support "exports" find an entry by the folder of its name.
  for (const [path, module] of Object.entries(entries).filter(([path]) => path !== '.')) {
    await mkdir(join(folder, path))
    await writeJson(join(folder, path, 'package.json'), {
      main: `../cjs/${module}.js`,
      module: `../esm/${module}.js`,
      types: `../cjs/${module}.d.ts`,
    })
  }
}

async function publishedManifest() {
  const { name, version, description, license, sideEffects, engines } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  )
  const both = (module: string) => ({
    import: { types: `./esm/${module}.d.ts`, default: `./esm/${module}.js` },
    require: { types: `./cjs/${module}.d.ts`, default: `./cjs/${module}.js` },
  })
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects,
    engines,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([path, module]) => [path, both(module)])),
      './package.json': './package.json',
    },
    files: ['esm', 'cjs', 'functions', 'openapi', 'webhooks', 'api.md', 'CHANGELOG.md'],
  }
}

async function compile(stage: string, out: string, type: 'module' | 'commonjs'): Promise<void> {
  await mkdir(join(stage, 'generated'), { recursive: true })
  for (const name of await readdir(join(packageFolder, 'src'))) {
    await copySource(join(packageFolder, 'src', name), join(stage, name), './generated/')
  }
  for (const name of generatedModules) {
    await copySource(join(generatedFolder, `${name}.ts`), join(stage, 'generated', `${basename(name)}.ts`), './')
  }
  await writeJson(join(stage, 'package.json'), { type })
  await writeJson(join(stage, 'tsconfig.json'), {
    compilerOptions: {
      target: 'es2022',
      // Only the names of the web platform: other names of Node do not exist in a browser or a worker.
      lib: ['es2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: [],
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      outDir: out,
      rootDir: stage,
    },
    files: Object.values(entries).map((module) => `${module}.ts`),
  })
  try {
    await run(process.execPath, [compiler, '-p', stage])
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`The SDK does not compile as ${type}:\n${output}`, { cause: error })
  }
  // The package is of type module: this folder is not.
  if (type === 'commonjs') await writeJson(join(out, 'package.json'), { type })
}

/** Imports of generated modules become relative, and every import names the compiled file. */
async function copySource(from: string, to: string, generated: string): Promise<void> {
  const text = await readFile(from, 'utf8')
  const relative = text.replace(/(from ')@generated\/\w+\/([\w.-]+)'/g, `$1${generated}$2.ts'`)
  await writeFile(to, relative.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.main) {
  const folder = join(packageFolder, 'dist')
  await buildPackage(folder)
  process.stdout.write(`Built ${folder}\n`)
}
