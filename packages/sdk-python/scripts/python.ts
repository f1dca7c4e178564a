import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { readEnvironment } from '@svc/runtime/settings'

/** A Python with the packages of a lock file. */
export interface Python {
  command: string
  /** An environment in which it finds the packages. */
  env: NodeJS.ProcessEnv
  version: string
}

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const environment = readEnvironment(root)

/**
 * Installs the packages of a lock file, with hashes and from wheels only, into a folder of the project: once, and again
 * when the lock file or Python changes. `SVC_PYTHON` selects an interpreter other than `python3`. Rejects with the
 * error of Python or pip.
 */
export async function preparePython(name: string, lockFile: string): Promise<Python> {
  const interpreter = environment.SVC_PYTHON ?? 'python3'
  const { stdout } = await run(interpreter, ['-c', 'import platform; print(platform.python_version())'])
  const version = stdout.trim()
  const stamp = createHash('sha256')
    .update(await readFile(lockFile))
    .update(version)
    .digest('hex')
  const folder = resolve(root, 'node_modules/.cache', `${name}-${stamp.slice(0, 16)}`)
  const env = { ...environment, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  const python = { command: interpreter, env, version }
  if (existsSync(folder)) return python

  // Installed next to the final folder and renamed at the end, so that an interrupted installation is never used.
  const unfinished = `${folder}-${process.pid}`
  try {
    await install(interpreter, unfinished, lockFile)
    await rename(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return python
}

/**
 * Installs the packages with `--target`, because Python on Debian cannot create a complete virtual environment. Where
 * pip is missing, a virtual environment provides it.
 */
async function install(interpreter: string, folder: string, lockFile: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const hasPip = await run(interpreter, ['-m', 'pip', '--version']).then(
    () => true,
    () => false,
  )
  if (!hasPip) await run(interpreter, ['-m', 'venv', `${folder}/venv`])
  const flags = ['--require-hashes', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet']
  const installer = hasPip ? interpreter : `${folder}/venv/bin/python`
  await run(installer, ['-m', 'pip', 'install', ...flags, '--target', folder, '--requirement', lockFile])
}
