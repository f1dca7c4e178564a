import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { runSpec, temporaryFolder } from '../helpers.ts'

// A service of a document that is not of this product, as its author gets it. Its dependency on this repository is
// linked as `npm install` links it, so that the test needs no package registry.

const repository = resolve(import.meta.dirname, '../../../..')
const from = join(repository, 'test/fixtures/parking.yaml')
const credential = { 'X-Token': 'local-credential' }

// These start programs, which takes seconds on a quiet machine; this is for one that runs much else.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let folder: string
let printed: Awaited<ReturnType<typeof runSpec>>
beforeAll(async () => {
  const parent = await temporaryFolder(afterAll)
  folder = join(parent, 'parking')
  printed = await runSpec(parent, 'init', 'parking', '--from', from)
  await mkdir(join(folder, 'node_modules/@svc'), { recursive: true })
  await symlink(repository, join(folder, 'node_modules/@svc/platform'))
})

/** Runs a program in the new folder. Returns its exit code and everything that it prints. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const options = { cwd: folder, env: { ...process.env, API_CREDENTIAL: 'local-credential' } }
  const done = await promisify(execFile)(process.execPath, args, options).catch((error) => error)
  return { code: done.code ?? 0, output: `${done.stdout}${done.stderr}` }
}

/** Starts the service in a process of its own, and calls it with one request after another. */
async function withService(use: (baseUrl: string) => Promise<void>): Promise<void> {
  const starter = join(folder, 'test/start.ts')
  await writeFile(
    starter,
    `import { startService } from '../src/service.ts'\nprocess.send?.((await startService({ port: 0 })).baseUrl)\n`,
  )
  const env = { ...process.env, API_CREDENTIAL: 'local-credential' }
  const service = fork(starter, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const [baseUrl] = await once(service, 'message')
    await use(String(baseUrl))
  } finally {
    service.kill()
    await once(service, 'exit')
  }
}

async function request(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, headers: { ...credential, 'Content-Type': 'application/json' } })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

test('init reports each change of the document and writes a service that compiles', async () => {
  expect([printed.code, printed.output]).toEqual([0, expect.stringContaining('a service with 6 operations')])
  expect(printed.output).toContain('note: Converted from OpenAPI 3.0.3 to 3.1.')
  expect(printed.output).toContain('note: 2 operations got an operationId from method and path.')
  const spec = parse(await readFile(join(folder, 'spec/openapi.yaml'), 'utf8'))
  expect(printed.output).toContain('note: 1 operation got a default response for errors, by RFC 9457.')
  expect(spec.paths['/zones/{zone}'].get.responses.default).toEqual({ $ref: '#/components/responses/Problem' })
  expect(await readdir(join(folder, 'generated'))).not.toContain('sdk-python')
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')
  expect(await run(tsc, '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' })
})

test('a folder with files is refused', async () => {
  const again = await runSpec(join(folder, '..'), 'init', 'parking', '--from', from)
  expect([again.code, again.output]).toEqual([2, expect.stringContaining('parking is not empty')])
})

test('the new server refuses an invalid request in the documented form, and a valid one with 501', async () => {
  await withService(async (baseUrl) => {
    const invalid = await request(`${baseUrl}/permits`, { method: 'POST', body: '{"plate":7}' })
    expect(invalid).toEqual({ status: 400, body: { code: 400, message: 'body.plate must be string' } })
    const valid = await request(`${baseUrl}/permits`, { method: 'POST', body: '{"plate":"QQ-111"}' })
    expect([valid.status, valid.body.message]).toEqual([501, 'permits.create is not implemented yet.'])
    expect((await fetch(`${baseUrl}/permits`)).status).toBe(401)
    const wrong = { headers: { 'X-Token': 'another' } }
    expect((await fetch(`${baseUrl}/permits`, wrong)).status).toBe(401)
    expect((await fetch(new URL('/docs/reference', baseUrl))).status).toBe(200)
  })
})

test('a handler returns the body, and a response that the contract does not describe becomes a 500', async () => {
  const file = join(folder, 'src/operations/zones.ts')
  const stub = await readFile(file, 'utf8')
  const handler = (body: string) =>
    stub.replace(/async getZonesByZone\(\) \{[^}]*\}/, `async getZonesByZone({ path }) { ${body} }`)
  await writeFile(file, handler('return { zone: path.zone, spaces: path.zone === "F" ? -1 : 3 }'))
  await withService(async (baseUrl) => {
    expect(await request(`${baseUrl}/zones/B`)).toEqual({ status: 200, body: { zone: 'B', spaces: 3 } })
    expect((await request(`${baseUrl}/zones/F`)).status).toBe(500)
    expect((await request(`${baseUrl}/zones/X`)).status).toBe(404)
  })
  await writeFile(file, stub)
})

test('the contract tests of the new service pass, with its pending operations', async () => {
  const { code, output } = await run('test/contract.ts', '--without-fuzzing')
  expect(output).toContain('6 operations')
  expect(output).toContain('not implemented yet: permits.index')
  expect([code, output]).toEqual([0, expect.stringContaining('No failures')])
})

test('the contract tests pass against the mock, and compare the relations of its records', async () => {
  const { code, output } = await run('test/contract.ts', '--mock', '--without-fuzzing')
  expect(output).toMatch(/relations {2}[3-9] hold, 0 fail/)
  expect([code, output]).toEqual([0, expect.stringContaining('No failures')])
})

test('the contract tests fail for a list that ignores its filter', async () => {
  const file = join(folder, 'src/operations/permits.ts')
  const stub = await readFile(file, 'utf8')
  const list = `{ total: 1, permits: [{ permitId: 1, plate: 'AB-123', status: 'active' as const }] }`
  await writeFile(
    file,
    stub.replace(/async 'permits\.index'\(\) \{[^}]*\}/, `async 'permits.index'() { return ${list} }`),
  )
  const { code, output } = await run('test/contract.ts', '--without-fuzzing')
  await writeFile(file, stub)
  expect([code, output]).toEqual([1, expect.stringContaining('permits.index filtered')])
})
