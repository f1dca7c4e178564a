import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readEnvironment } from '@svc/runtime/settings'

/** A Python that can import Authlib. */
export interface Python {
  command: string
  env: Record<string, string>
}

const run = promisify(execFile)

const lockFile = fileURLToPath(new URL('requirements.lock', import.meta.url))
const environmentDir = fileURLToPath(new URL('../../../../../node_modules/.cache/authlib', import.meta.url))

/**
 * Installs the packages of `requirements.lock`, with hashes and from wheels only, into a folder of the project: once,
 * and again when the lock file or Python changes. `SVC_PYTHON` selects an interpreter other than `python3`. Rejects
 * with the error of Python or pip.
 */
export async function preparePython(): Promise<Python> {
  const interpreter = readEnvironment(import.meta.dirname).SVC_PYTHON ?? 'python3'
  const { stdout: version } = await run(interpreter, ['--version'])
  const stamp = createHash('sha256')
    .update(await readFile(lockFile))
    .update(version)
    .digest('hex')
  const dir = `${environmentDir}-${stamp.slice(0, 16)}`
  if (existsSync(dir)) return pythonOf(dir, interpreter)

  // Installed next to the final folder and renamed at the end, so that an interrupted installation is never used.
  const unfinished = `${dir}-${process.pid}`
  try {
    await install(interpreter, unfinished)
    await rename(unfinished, dir)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return pythonOf(dir, interpreter)
}

/**
 * Installs the packages with `--target`, because Python on Debian cannot create a complete virtual environment. Where
 * pip is missing, a virtual environment provides it.
 */
async function install(interpreter: string, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const hasPip = await run(interpreter, ['-m', 'pip', '--version']).then(
    () => true,
    () => false,
  )
  if (!hasPip) await run(interpreter, ['-m', 'venv', `${dir}/venv`])
  const flags = ['--require-hashes', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet']
  const installer = hasPip ? interpreter : `${dir}/venv/bin/python`
  await run(installer, ['-m', 'pip', 'install', ...flags, '--target', dir, '--requirement', lockFile])
}

function pythonOf(dir: string, interpreter: string): Python {
  return { command: interpreter, env: { PYTHONPATH: dir } }
}
