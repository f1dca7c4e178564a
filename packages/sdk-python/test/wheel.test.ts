// @module-tag python3

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestApi } from '@svc/api/testing'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { demoAccount, insertDemoReviews } from '@svc/local-service/testing'
import { startMock } from '@svc/mock'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Build, build } from '../scripts/build.ts'
import { webhookVectors } from './vectors.ts'

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '..')

const pyright = fileURLToPath(import.meta.resolve('pyright/index.js'))

let folder: string
let built: Build
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-python-'))
  built = await build(folder)
  env = {
    ...process.env,
    ...built.python.env,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: `${built.installed}${delimiter}${built.python.packages}`,
  }
}, 300_000)

afterAll(() => rm(folder, { recursive: true }))

test('the wheel has the package with its models and types, and names Python 3.10 and its dependencies', async () => {
  const modules = await readdir(join(built.installed, 'svc_sdk'))
  expect(modules).toEqual(
    expect.arrayContaining(['__init__.py', '_resources.py', 'models.py', 'py.typed', 'requests.py']),
  )
  const [information = ''] = (await readdir(built.installed)).filter((name) => name.endsWith('.dist-info'))
  const metadata = await readFile(join(built.installed, information, 'METADATA'), 'utf8')
  expect(metadata).toContain('Requires-Python: >=3.10\n')
  expect([...metadata.matchAll(/^Requires-Dist: ([\w-]+)/gm)].map(([, name]) => name)).toEqual([
    'anyio',
    'httpx',
    'pydantic',
    'typing-extensions',
  ])
})

test('the same sources build the same wheel', async () => {
  const again = await build(join(folder, 'again'))
  expect(await readFile(again.wheel)).toEqual(await readFile(built.wheel))
}, 120_000)

test('the package needs no Python newer than 3.10', async () => {
  const args = [
    '-c',
    'from vermin import main; main()',
    '--target=3.10-',
    '--backport',
    'typing_extensions',
    '--no-tips',
    '--violations',
  ]
  const { stdout } = await run(built.python.command, [...args, join(built.installed, 'svc_sdk')], { env })
  expect(stdout).toContain('Minimum required versions')
})

test.each(['3.10', '3.13'])(
  'the package has the right types for Python %s',
  async (version) => {
    const settings = join(folder, `pyright-${version}.json`)
    const checked = { include: ['installed/svc_sdk'], strict: ['installed/svc_sdk'] }
    const place = { pythonVersion: version, extraPaths: env.PYTHONPATH?.split(delimiter) ?? [] }
    await writeFile(settings, JSON.stringify({ ...checked, ...place, reportMissingModuleSource: false }))
    const { stdout } = await run(process.execPath, [pyright, '--project', settings], { env }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toMatch(/^0 errors/m)
  },
  300_000,
)

test('every guarantee holds against faults, the service and the mock', async () => {
  const vectors = join(folder, 'vectors.json')
  await writeFile(vectors, JSON.stringify(await webhookVectors()))
  const service = await startService()
  const mock = await startMock({ port: 0 })
  try {
    const [{ api_key, business_id }] = mock.credentials.accounts
    const places = { service: service.place, mock: { base_url: mock.base_url, api_key, business_id } }
    const given = { SVC_WEBHOOK_VECTORS: vectors, SVC_PLACES: JSON.stringify(places), PYTHONDONTWRITEBYTECODE: '1' }
    const outcome = await run(built.python.command, ['-m', 'pytest', '--quiet', '--tb=short', packageFolder], {
      env: { ...env, ...given },
      maxBuffer: 2 ** 26,
    }).then(
      ({ stdout }) => ({ stdout, failed: false }),
      (error: { stdout: string }) => ({ stdout: error.stdout, failed: true }),
    )
    expect(outcome.failed, outcome.stdout).toBe(false)
    expect(outcome.stdout).toMatch(/^\d{3,} passed(?!.*(?:failed|error))/m)
  } finally {
    await mock.close()
    await service.close()
  }
}, 900_000)

/** API and worker with a database of their own, which has the first demo account with competitors and reviews. */
async function startService() {
  const testApi = await startTestApi()
  const { db } = testApi.database
  const place = await db.transaction(async (transaction) => {
    const account = await createAccount(transaction, { name: demoAccount.name, plan: demoAccount.plan })
    const business = await createBusiness(transaction, account.id, demoAccount.business)
    await insertDemoReviews(transaction, { account_id: account.id, business_id: business.id })
    const { key } = await issueApiKey(transaction, testApi.keyring, account.id, { kind: 'test', name: 'sdk' })
    const { client_id, client_secret } = await createOAuthClient(transaction, testApi.keyring, account.id, {
      name: 'sdk',
    })
    return { base_url: testApi.baseUrl, api_key: key, business_id: business.id, client_id, client_secret }
  })
  const worker = startTestWorker(
    { db, keyring: testApi.keyring },
    // Deliveries connect to a port of this machine on which no server listens.
    { WEBHOOK_CONNECT_TO: '*=127.0.0.1:9', SVC_PDF_BROWSER: 'none' },
  )
  return {
    place,
    async close() {
      await worker.stop()
      await testApi.close()
    },
  }
}
