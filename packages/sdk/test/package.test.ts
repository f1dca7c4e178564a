import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { VERSION } from '@svc/sdk'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureAll } from '../scripts/size.ts'
import { faultServer, success } from './fault-server.ts'
import { runProgram } from './programs.ts'

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '..')
const rootFolder = resolve(packageFolder, '../..')

let folder: string
/** A copy of the repository with this package alone: other tests import the sources while it is packed. */
let repository: string
/** The package as it is published, installed in an empty project. */
let installed: string
let tarball: string
let packed: { path: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-package-'))
  repository = join(folder, 'repository')
  await copyRepository()
  const pack = ['pack', '--workspace', 'packages/sdk', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: repository })
  const [report] = JSON.parse(stdout)
  tarball = join(folder, report.filename)
  packed = report.files
  const consumer = join(folder, 'consumer')
  await mkdir(consumer)
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: consumer })
  installed = join(consumer, 'node_modules/@svc/sdk')
})

async function copyRepository(): Promise<void> {
  for (const path of ['README.md', 'CHANGELOG.md', 'package.json', 'scripts', 'src'])
    await cp(join(packageFolder, path), join(repository, 'packages/sdk', path), { recursive: true })
  for (const path of ['contract/client-types.ts', 'sdk'])
    await cp(join(rootFolder, 'generated', path), join(repository, 'generated', path), { recursive: true })
  await symlink(join(rootFolder, 'node_modules'), join(repository, 'node_modules'))
  const manifest = { name: 'repository', private: true, workspaces: ['packages/*'] }
  await writeFile(join(repository, 'package.json'), JSON.stringify(manifest))
}

afterAll(() => rm(folder, { recursive: true }))

test('the package contains code, types and documentation, and nothing else', () => {
  const paths = packed
    .map(({ path }) => path)
    .filter((path) => !/^(esm|cjs)\/(generated\/)?[\w.-]+\.(js|d\.ts)$/.test(path))
  expect(paths.sort()).toEqual([
    'CHANGELOG.md',
    'README.md',
    'api.md',
    'cjs/package.json',
    'functions/package.json',
    'openapi/package.json',
    'package.json',
    'webhooks/package.json',
  ])
})

test('the folder has its sources again once it is packed, also after an interruption', async () => {
  const sources = join(repository, 'packages/sdk')
  const readSources = async () => {
    const names = (await readdir(sources)).sort()
    return { names, manifest: await readFile(join(sources, 'package.json'), 'utf8') }
  }
  const atFirst = await readSources()
  expect(atFirst.manifest).toBe(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const script = (step: string) => run(process.execPath, ['scripts/pack.ts', step], { cwd: sources })
  await script('begin')
  expect((await readSources()).manifest).not.toBe(atFirst.manifest)
  await script('end')
  expect(await readSources()).toEqual(atFirst)
})

test('the documentation links to files of the package', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => path)
  expect(links).toContain('api.md')
  expect(packed.map(({ path }) => path)).toEqual(expect.arrayContaining(links))
})

test('the package has no dependencies, and the version in its code', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('peerDependencies')
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest.version).toBe(VERSION)
  expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`## ${VERSION}\n`)
})

test('imports nothing but itself, so that it runs wherever fetch exists', async () => {
  const modules = packed.map(({ path }) => path).filter((path) => path.endsWith('.js'))
  const texts = await Promise.all(modules.map((path) => readFile(join(installed, path), 'utf8')))
  const foreign = texts.flatMap((text) => [...text.matchAll(/(?:from |require\(|import\()["']([^."'][^"']*)["']/g)])
  expect(modules.length).toBeGreaterThan(20)
  expect(foreign.map(([statement]) => statement)).toEqual([])
})

test('the package is published in a form in which publint finds no mistake', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

// In a separate process: under the test runner's import conditions the package would resolve to its sources.
const areTheTypesWrong = `
  import { readFile } from 'node:fs/promises'
  import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
  const data = new Uint8Array(await readFile(process.argv[1]))
  console.log(JSON.stringify(await checkPackage(createPackageFromTarballData(data))))
`

test('the types are right for every way of importing', async () => {
  const args = ['--input-type=module', '--eval', areTheTypesWrong, tarball]
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder, maxBuffer: 10_000_000 })
  const { types, problems, entrypoints } = JSON.parse(stdout)
  expect(types).toEqual({ kind: 'included' })
  expect(Object.keys(entrypoints)).toEqual(expect.arrayContaining(['.', './functions', './openapi', './webhooks']))
  expect(problems).toEqual([])
})

const use = `
  const client = new Client({ apiKey: 'svc_test_key', baseUrl: process.env.SVC_BASE_URL })
  client.businesses.get('bus_1').then(async ({ data }) => {
    const { data: same } = await getBusiness(createCaller({ apiKey: 'svc_test_key' }), 'bus_1')
    console.log(data.id, same.id, typeof unwrap)
  })
`
const imports = `
  import { Client } from '@svc/sdk'
  import { createCaller, getBusiness } from '@svc/sdk/functions'
  import { unwrap } from '@svc/sdk/webhooks'
`
const requires = `
  const { Client } = require('@svc/sdk')
  const { createCaller, getBusiness } = require('@svc/sdk/functions')
  const { unwrap } = require('@svc/sdk/webhooks')
`

test.each([
  ['import', 'program.mjs', imports + use],
  ['require', 'program.cjs', requires + use],
])('a program that loads the client by %s can call operations and verify webhooks', async (_how, name, source) => {
  const server = await faultServer(success({ id: 'bus_1' }))
  const file = join(folder, 'consumer', name)
  await writeFile(file, source)
  const ended = await runProgram(file, [], { SVC_BASE_URL: server.url })
  expect(ended).toEqual({ code: 0, output: 'bus_1 bus_1 function\n' })
})

const typed = `${imports}
  import type { Analysis, WebhookEvents } from '@svc/sdk'
  import type { paths } from '@svc/sdk/openapi'
  export async function read(client: Client): Promise<Analysis> {
    const { data } = await client.analyses.get('ana_1')
    const score: number = data.competitors_analyzed
    // @ts-expect-error Unknown field.
    data.competitors_analysed
    // @ts-expect-error A list of events, not one.
    await client.webhooks.create({ url: 'https://example.org/', event_types: 'webhook.test' })
    for await (const delivery of client.webhooks.deliveries.list('whk_1', { status: 'dead_lettered' })) delivery.hint
    const caller = createCaller()
    return score > 0 ? data : (await getBusiness(caller, 'bus_1')) as never
  }
  export async function receive(body: string, headers: Headers): Promise<string> {
    const event = await unwrap(body, headers)
    return event.type === 'analysis.completed' ? event.data.analysis_id : event.type
  }
  export type Completed = WebhookEvents['analysis.completed']
  export const path: keyof paths = '/businesses/{id}'
`

test.each([
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }, 'typed.ts'],
  ['node16 as an ES module', { module: 'node16', moduleResolution: 'node16' }, 'typed.mts'],
  ['node16 as CommonJS', { module: 'node16', moduleResolution: 'node16' }, 'typed.cts'],
])('the package has its types under %s', async (how, options, name) => {
  const consumer = join(folder, 'consumer')
  await writeFile(join(consumer, name), typed)
  const project = join(consumer, `tsconfig-${how.replaceAll(' ', '-')}.json`)
  const compilerOptions = {
    ...options,
    target: 'es2022',
    lib: ['es2023', 'DOM'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  }
  await writeFile(project, JSON.stringify({ compilerOptions, files: [name] }))
  const compiler = join(rootFolder, 'node_modules/typescript/bin/tsc')
  const messages = await run(process.execPath, [compiler, '-p', project]).then(
    () => '',
    ({ stdout }) => stdout,
  )
  expect(messages).toBe('')
})

test('a bundle contains only the code that it uses', async () => {
  for (const { what, bytes, limit } of await measureAll()) {
    expect(bytes, what).toBeLessThan(limit)
  }
})
