import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildPackage } from '../scripts/build.ts'
import { buildOneFile } from '../scripts/one-file.ts'

// Compiling and starting the package may take a minute on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const run = promisify(execFile)
const modules = resolve(import.meta.dirname, '../../../node_modules')

let folder: string
/** A partner's folder: the package as unpacked from its tarball, and the dependencies that it declares. */
let partner: string
let installed: string
let manifest: { dependencies: Record<string, string>; version: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-package-'))
  await buildPackage(join(folder, 'dist'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(folder, 'dist') })
  const [{ filename }] = JSON.parse(stdout)
  partner = join(folder, 'partner')
  installed = join(partner, 'node_modules/@svc/mock')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed])
  manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(partner, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(modules, name), link)
  }
})

afterAll(() => rm(folder, { recursive: true }))

test('its dependencies have the exact versions that are tested here', async () => {
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const { version: tested } = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8'))
    expect([name, version]).toEqual([name, tested])
  }
})

test('the package carries the notices that the licenses of its contents require', async () => {
  const [notice, licenses] = await Promise.all(
    ['NOTICE', 'THIRD-PARTY-LICENSES'].map((name) => readFile(join(installed, name), 'utf8')),
  )
  for (const name of ['VADER', 'GloVe', 'MAMS', 'DynaSent']) expect(notice).toContain(name)
  for (const name of ['commander', 'fastest-levenshtein']) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('imports no workspace of the repository and contains no path of the machine that built it', async () => {
  const files = (await readdir(installed)).filter((name) => /\.(js|d\.ts)$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(join(installed, name), 'utf8')))
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'main.js', 'prism-worker.js', 'public.d.ts']))
  for (const text of texts) {
    expect(text).not.toMatch(/from ["']@(svc|generated)\/(?!mock')/)
    expect(text).not.toContain(resolve(modules, '..'))
  }
})

test('its command starts, responds, and exits with code 0 on SIGTERM', async () => {
  const child = spawn(process.execPath, [join(installed, 'main.js'), '--port', '0', '--json'], { cwd: partner })
  const [line] = await once(child.stdout, 'data')
  const { base_url, credentials } = JSON.parse(String(line))
  const response = await fetch(`${base_url}/businesses`, { headers: { 'X-API-Key': credentials.accounts[1].api_key } })
  expect(await response.json()).toMatchObject({ data: [{ name: 'Brightside Dental' }] })
  for (const path of [
    '/docs',
    '/docs/reference/list-reviews',
    '/docs/postman/collection.json',
    '/api/public/v1/openapi.yaml',
  ]) {
    const page = await fetch(new URL(path, base_url))
    expect([path, page.status]).toEqual([path, 200])
    await page.text()
  }
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

const program = `
  import { type Mock, type MockOptions, startMock } from '@svc/mock'
  const options: MockOptions = { port: 0, seed: 7, limits: { key: 5 } }
  const mock: Mock = await startMock(options)
  // @ts-expect-error This scenario does not exist.
  if (mock.base_url === '') mock.scenario('thunder')
  const response = await fetch(mock.base_url + '/webhooks', { headers: { 'X-API-Key': mock.credentials.accounts[0].api_key } })
  process.stdout.write(response.status + ' ' + response.headers.get('x-ratelimit-limit'))
  await mock.close()
`

test('the package is a library with type declarations, and nothing runs after it is closed', async () => {
  await writeFile(join(partner, 'package.json'), '{"type":"module"}')
  await writeFile(join(partner, 'program.ts'), program)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(modules, '@types')],
  }
  await writeFile(join(partner, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiled = await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', partner]).then(
    () => '',
    ({ stdout }) => stdout,
  )
  expect(compiled).toBe('')
  const { stdout } = await run(process.execPath, ['--no-warnings', join(partner, 'program.ts')], { cwd: partner })
  expect(stdout).toBe('200 5')
})

test('mock.mjs needs nothing next to it: it serves this API and, with --spec, another document', async () => {
  const alone = join(folder, 'alone')
  await buildOneFile(join(alone, 'mock.mjs'))
  expect(await readdir(alone)).toEqual(['mock.mjs'])
  const spec = resolve(import.meta.dirname, '../../../test/fixtures/kennel.yaml')
  const { PATH } = process.env
  const env = { PATH, XDG_CACHE_HOME: join(folder, 'cache') }
  const start = async (...args: string[]) => {
    const child = spawn(process.execPath, ['mock.mjs', '--port', '0', '--json', ...args], { cwd: alone, env })
    const [line] = await once(child.stdout, 'data')
    return { child, ready: JSON.parse(String(line)) }
  }
  const own = await start()
  const key = { 'X-API-Key': own.ready.credentials.accounts[1].api_key }
  const businesses = await fetch(`${own.ready.base_url}/businesses`, { headers: key })
  expect(await businesses.json()).toMatchObject({ data: [{ name: 'Brightside Dental' }] })
  const unpacked = await readdir(join(folder, 'cache/svc-mock'))

  const other = await start('--spec', spec)
  const dog = { id: 7, name: 'Rex', photos: [] }
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${other.ready.base_url}/dogs`, { method: 'POST', body: JSON.stringify(dog), headers })
  expect(await (await fetch(`${other.ready.base_url}/dogs/7`)).json()).toEqual(dog)
  // The second start uses what the first one has unpacked.
  expect([unpacked.length, await readdir(join(folder, 'cache/svc-mock'))]).toEqual([1, unpacked])
  for (const { child } of [own, other]) {
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }
})
