import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { execa, type Options } from 'execa'

/** A Python that can import the packages of a lock file. */
export interface Python {
  command: string
  /** Variables without which it does not find the packages; none in a virtual environment. */
  env: Record<string, string>
  /** Such as `3.11.7`. */
  version: string
  /** The folder that contains the packages. */
  packages: string
}

interface PreparedPackages {
  /** The beginning of the name of the folder in the cache. */
  name: string
  /** The absolute path of a list of packages with exact versions and hashes, as pip reads it. */
  lockFile: string
  /** `SVC_PYTHON` selects the interpreter; `python3` and `python` are tried without it. */
  env: NodeJS.ProcessEnv
  /** By default that of the repository. */
  cacheDir?: string
  signal?: AbortSignal
  /** Gets one line before an installation. */
  print?: (line: string) => void
}

/** Python or one of its packages is missing. The message contains what to do. */
export class PythonError extends Error {
  override readonly name = 'PythonError'
}

/** The lock files are for 3.11 and newer; older versions need other packages. */
const oldestMinor = 11

/**
 * Installs the packages of a lock file, with hashes and from wheels only, into a folder of the cache: once, and again
 * when the lock file or the version of Python changes. Rejects with a PythonError, or with the reason of `signal`.
 */
export async function preparePython(wanted: PreparedPackages): Promise<Python> {
  const { name, lockFile, env, signal, print } = wanted
  const cacheDir = wanted.cacheDir ?? resolve(import.meta.dirname, '../../../node_modules/.cache')
  const interpreter = await findInterpreter(env.SVC_PYTHON)
  const stamp = createHash('sha256')
    .update(await readFile(lockFile))
    .update(interpreter.version)
    .digest('hex')
  const folder = resolve(cacheDir, `${name}-${stamp.slice(0, 16)}`)
  if (existsSync(folder)) return pythonIn(folder, interpreter)

  print?.(`Installing ${name} (once, and after every change of its lock file)`)
  // Installed next to the final folder and renamed at the end, so that an interrupted installation is never used.
  const unfinished = `${folder}-${process.pid}`
  const run: Run = (command, args) =>
    execa(command, args, { reject: false, all: true, ...(signal && { cancelSignal: signal }) } satisfies Options)
  try {
    await install(run, { name, interpreter, folder: unfinished, lockFile })
    await renameUnlessThere(unfinished, folder)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return pythonIn(folder, interpreter)
}

interface Interpreter {
  command: string
  version: string
}

type Run = (command: string, args: readonly string[]) => Promise<{ failed: boolean; all: string }>

async function findInterpreter(selected: string | undefined): Promise<Interpreter> {
  const seen: string[] = []
  for (const command of selected ? [selected] : ['python3', 'python']) {
    const { stdout, failed } = await execa(command, ['-c', 'import platform; print(platform.python_version())'], {
      reject: false,
    })
    if (failed) continue
    const [major, minor] = stdout.split('.').map(Number)
    if (major === 3 && (minor ?? 0) >= oldestMinor) return { command, version: stdout }
    seen.push(`${command} is ${stdout}`)
  }
  const found = seen.length > 0 ? ` (${seen.join(', ')})` : ''
  throw new PythonError(
    `Python 3.${oldestMinor} or newer is needed${found}. Install it, or set SVC_PYTHON to its path.`,
  )
}

/** The interpreter of the virtual environment, or that of the machine with the installed packages on its path. */
function pythonIn(folder: string, { command, version }: Interpreter): Python {
  const own = `${folder}/venv/bin/python`
  if (existsSync(own)) {
    const packages = `${folder}/venv/lib/python${version.split('.').slice(0, 2).join('.')}/site-packages`
    return { command: own, env: {}, version, packages }
  }
  const packages = `${folder}/packages`
  return { command, env: { PYTHONPATH: packages }, version, packages }
}

interface Installation {
  name: string
  interpreter: Interpreter
  folder: string
  lockFile: string
}

async function install(run: Run, { name, interpreter, folder, lockFile }: Installation): Promise<void> {
  await mkdir(folder, { recursive: true })
  const pip = async (command: string, target: string[]): Promise<void> => {
    const flags = ['--require-hashes', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet']
    const { failed, all } = await run(command, ['-m', 'pip', 'install', ...flags, ...target, '--requirement', lockFile])
    if (!failed) return
    throw new PythonError(
      `${name} could not be installed. pip needs a package index (PyPI, or a mirror in PIP_INDEX_URL). Its output:\n${all}`,
    )
  }
  const venv = await run(interpreter.command, ['-m', 'venv', `${folder}/venv`])
  if (!venv.failed) return pip(`${folder}/venv/bin/python`, [])

  // Python on Debian and Ubuntu cannot create a virtual environment by default.
  await rm(`${folder}/venv`, { recursive: true, force: true })
  if ((await run(interpreter.command, ['-m', 'pip', '--version'])).failed) {
    throw new PythonError(
      `${interpreter.command} has neither venv nor pip, so ${name} cannot be installed. On Debian and Ubuntu: apt install python3-venv`,
    )
  }
  return pip(interpreter.command, ['--target', `${folder}/packages`])
}

/** Another process may have installed the same packages meanwhile; both installations are equal. */
async function renameUnlessThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}
