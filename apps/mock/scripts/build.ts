// Builds the package as it is published: `npm run build` writes dist/, and `npm publish dist` would publish it.

import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import ts from 'typescript'

const packageFolder = resolve(import.meta.dirname, '..')
const rootFolder = resolve(packageFolder, '../..')

/** The library, the command, and the thread that Prism runs in. */
const entries = { index: 'index.ts', main: 'main.ts', 'prism-worker': 'prism/prism-worker.ts' }

/** Generated files that the mock serves unchanged. */
const served = ['contract/openapi.published.json', 'docs', 'postman/collection.json', 'postman/environment.json']

/** Installed from the registry; all other code is bundled. */
const dependencies = ['@stoplight/prism-http', 'express', 'express-openapi-validator', 'prom-client', 'yaml']

/**
 * Bundles our own code and the contract, so that the package needs nothing of the repository.
 *
 * @param folder is emptied first
 */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { output } = await build({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, source]) => [name, join(packageFolder, 'src', source)]),
    ),
    platform: 'node',
    external: (id) => id.startsWith('node:') || dependencies.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: folder, format: 'esm', chunkFileNames: '[name].js' },
    logLevel: 'warn',
  })
  await chmod(join(folder, 'main.js'), 0o755)
  await declare(folder)
  await cp(join(packageFolder, 'README.md'), join(folder, 'README.md'))
  // The bundle has the model of the engine, whose sources require a notice.
  await cp(join(rootFolder, 'packages/intelligence/NOTICE'), join(folder, 'NOTICE'))
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await bundledLicenses(modules))
  for (const path of served)
    await cp(join(rootFolder, 'generated', path), join(folder, 'generated', path), { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await publishedManifest(), null, 2)}\n`)
}

/** The licenses of the registry's packages that the bundle contains, by the paths of its modules. */
async function bundledLicenses(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []))
  const licenses = await Promise.all([...folders].sort().map(licenseOf))
  return `${licenses.join('\n\n')}\n`
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no license file; the package must not contain its code.`)
  return `${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}`
}

async function publishedManifest() {
  const { name, version, description, license, engines } = await manifestOf('apps/mock')
  const versions = {
    ...(await manifestOf('packages/http')).dependencies,
    ...(await manifestOf('apps/mock')).dependencies,
  }
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { 'svc-mock': 'main.js' },
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    files: ['*.js', '*.d.ts', 'generated', 'NOTICE', 'THIRD-PARTY-LICENSES'],
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, versions[dependency]])),
  }
}

async function manifestOf(workspace: string) {
  return JSON.parse(await readFile(join(rootFolder, workspace, 'package.json'), 'utf8'))
}

/** Writes the declarations of the public types, which import nothing else. */
async function declare(folder: string): Promise<void> {
  for (const name of ['index', 'public', 'scenarios']) {
    const source = await readFile(join(packageFolder, `src/${name}.ts`), 'utf8')
    const compilerOptions = {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      isolatedDeclarations: true,
    }
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
      fileName: `${name}.ts`,
      compilerOptions,
    })
    const [problem] = diagnostics
    if (problem) throw new Error(`${name}.ts: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
    await writeFile(join(folder, `${name}.d.ts`), outputText.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

if (import.meta.main) {
  const folder = join(packageFolder, 'dist')
  await buildPackage(folder)
  process.stdout.write(`Built ${folder}\n`)
}
