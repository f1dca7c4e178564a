import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CommandError } from '@svc/command-line/errors'

/** Runs a program of this machine, and resolves with what it printed. */
export const run = promisify(execFile)

const pollMs = 100
const shownLines = 20

/** A program of this machine that a drill starts and ends. Its output is in a file. */
export class SystemProgram {
  readonly #child: ChildProcess
  readonly #name: string
  readonly #logFile: string

  private constructor(child: ChildProcess, name: string, logFile: string) {
    this.#child = child
    this.#name = name
    this.#logFile = logFile
  }

  /** Rejects if the program is not found. */
  static async start(
    [program, ...args]: readonly [string, ...string[]],
    { name, logFile }: { name: string; logFile: string },
  ): Promise<SystemProgram> {
    const log = await open(logFile, 'a')
    try {
      const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] })
      await once(child, 'spawn')
      return new SystemProgram(child, name, logFile)
    } finally {
      await log.close()
    }
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Rejects with the end of the output if the program ends first, or after this time. */
  async untilReady(isReady: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const endMs = performance.now() + timeoutMs
    while (!(await isReady())) {
      if (!this.isRunning || performance.now() > endMs) {
        const output = (await readFile(this.#logFile, 'utf8')).trimEnd().split('\n').slice(-shownLines)
        throw new Error(`${this.#name} does not start. The end of its output:\n${output.join('\n')}`)
      }
      await sleep(pollMs)
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Ends the program at once. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}

/** Throws a CommandError with the command that installs the programs that are not on the path. */
export async function requirePrograms(debianPackages: Readonly<Record<string, string>>): Promise<void> {
  const missing: string[] = []
  for (const program of Object.keys(debianPackages)) if (!(await isOnPath(program))) missing.push(program)
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((program) => debianPackages[program]))]
  throw new CommandError(
    `This drill needs programs that are not on the path: ${missing.join(', ')}. On Debian, install them with:\n` +
      `  apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  )
}

async function isOnPath(program: string): Promise<boolean> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const isExecutable = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return true
  }
  return false
}
