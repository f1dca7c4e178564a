import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { CannotRunError } from './cannot-run-error.ts'
import { schemathesisDir } from './paths.ts'

/** A Python in which Schemathesis can be imported. */
export interface Python {
  command: string
  env: Record<string, string>
}

/** The lock file is for 3.11 and newer; older versions need other packages. */
const oldestMinor = 11

const environmentDir = `${schemathesisDir}.environment`
const lockFile = `${schemathesisDir}requirements.lock`

/**
 * Installs the packages of `requirements.lock`, with hashes and from wheels only, into a folder of the project: once,
 * and again when the lock file changes. Throws CannotRunError with what is missing.
 */
export async function preparePython({
  signal,
  print,
}: {
  signal: AbortSignal
  print: (line: string) => void
}): Promise<Python> {
  const interpreter = await findInterpreter()
  const lock = await readFile(lockFile, 'utf8')
  const stamp = createHash('sha256').update(lock).update(interpreter.version).digest('hex')
  if ((await readStamp()) === stamp) return describe(interpreter.command)

  print('Installing Schemathesis (once, and after every change of requirements.lock)')
  // Installed next to the final folder and renamed at the end, so that an interrupted installation is never used.
  const unfinishedDir = `${environmentDir}-${process.pid}`
  try {
    await install(interpreter.command, unfinishedDir, signal)
    await writeFile(`${unfinishedDir}/stamp`, stamp)
    await rm(environmentDir, { recursive: true, force: true })
    await rename(unfinishedDir, environmentDir)
  } finally {
    await rm(unfinishedDir, { recursive: true, force: true })
  }
  return describe(interpreter.command)
}

async function readStamp(): Promise<string | undefined> {
  return existsSync(`${environmentDir}/stamp`) ? readFile(`${environmentDir}/stamp`, 'utf8') : undefined
}

/** The interpreter of the virtual environment, or that of the machine with the installed packages on its path. */
function describe(interpreter: string): Python {
  const own = `${environmentDir}/venv/bin/python`
  return existsSync(own)
    ? { command: own, env: {} }
    : { command: interpreter, env: { PYTHONPATH: `${environmentDir}/packages` } }
}

interface Interpreter {
  command: string
  version: string
}

async function findInterpreter(): Promise<Interpreter> {
  const seen: string[] = []
  for (const command of process.env.SVC_PYTHON ? [process.env.SVC_PYTHON] : ['python3', 'python']) {
    const { stdout, failed } = await execa(command, ['-c', 'import platform; print(platform.python_version())'], {
      reject: false,
    })
    if (failed) continue
    const version = String(stdout)
    const [major, minor] = version.split('.').map(Number)
    if (major === 3 && (minor ?? 0) >= oldestMinor) return { command, version }
    seen.push(`${command} is ${version}`)
  }
  throw new CannotRunError(
    `The contract tests need Python 3.${oldestMinor} or newer${seen.length > 0 ? ` (${seen.join(', ')})` : ''}. Install it, or set SVC_PYTHON to its path.`,
  )
}

async function install(interpreter: string, dir: string, signal: AbortSignal): Promise<void> {
  await mkdir(dir, { recursive: true })
  const venv = await execa(interpreter, ['-m', 'venv', `${dir}/venv`], { reject: false, cancelSignal: signal })
  signal.throwIfAborted()
  if (!venv.failed) return pip(`${dir}/venv/bin/python`, [], signal)

  // Python on Debian and Ubuntu cannot create a virtual environment by default.
  await rm(`${dir}/venv`, { recursive: true, force: true })
  const hasPip = await execa(interpreter, ['-m', 'pip', '--version'], { reject: false, cancelSignal: signal })
  if (hasPip.failed) {
    throw new CannotRunError(
      `${interpreter} has neither venv nor pip, so Schemathesis cannot be installed. On Debian and Ubuntu: apt install python3-venv`,
    )
  }
  return pip(interpreter, ['--target', `${dir}/packages`], signal)
}

async function pip(interpreter: string, target: string[], signal: AbortSignal): Promise<void> {
  const flags = ['--require-hashes', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet']
  const result = await execa(interpreter, ['-m', 'pip', 'install', ...flags, ...target, '--requirement', lockFile], {
    reject: false,
    all: true,
    cancelSignal: signal,
  })
  signal.throwIfAborted()
  if (result.failed) {
    throw new CannotRunError(
      `Schemathesis could not be installed. pip needs a package index (PyPI, or a mirror in PIP_INDEX_URL). Its output:\n${result.all}`,
    )
  }
}
