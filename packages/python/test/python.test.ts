import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparePython } from '../src/python.ts'

let folder: string
let lockFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'))
  lockFile = join(folder, 'requirements.lock')
  await writeFile(lockFile, '# No packages.\n')
})
afterAll(() => rm(folder, { recursive: true }))

/** A program in the place of Python that prints a line and fails for every module. */
async function fakePython(version: string): Promise<string> {
  const path = join(folder, `python-${version}`)
  await writeFile(path, `#!/bin/sh\n[ "$1" = -m ] && exit 1\necho ${version}\n`)
  await chmod(path, 0o755)
  return path
}

describe('the packages of a lock file', () => {
  test('are installed once, and again when the lock file changes', { tags: ['python3'] }, async () => {
    const cacheDir = join(folder, 'cache')
    const lines: string[] = []
    const prepare = () =>
      preparePython({ name: 'nothing', lockFile, env: process.env, cacheDir, print: (line) => lines.push(line) })
    const python = await prepare()
    expect(await prepare()).toEqual(python)
    expect(lines).toHaveLength(1)
    const { stdout } = await execa(python.command, ['-c', 'import sys; print(sys.path)'], { env: python.env })
    expect(stdout).toContain(python.packages)

    await writeFile(lockFile, '# Still no packages.\n')
    expect((await prepare()).packages).not.toBe(python.packages)
    expect(lines).toHaveLength(2)
    expect(await readdir(cacheDir)).toHaveLength(2)
  })

  test.each([
    ['/nowhere/python', /^Python 3\.11 or newer is needed\. Install it, or set SVC_PYTHON to its path\.$/],
    ['3.9.1', /^Python 3\.11 or newer is needed \(.*python-3\.9\.1 is 3\.9\.1\)\./],
    ['3.12.1', /python-3\.12\.1 has neither venv nor pip, so nothing cannot be installed\./],
  ])('that %s cannot install are an error that states what to install', async (version, message) => {
    const env = { SVC_PYTHON: version.startsWith('/') ? version : await fakePython(version) }
    const cacheDir = join(folder, 'unused')
    await expect(preparePython({ name: 'nothing', lockFile, env, cacheDir })).rejects.toThrow(message)
    expect(await readdir(cacheDir).catch(() => [])).toEqual([])
  })
})
