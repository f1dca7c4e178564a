import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

interface CommandOptions {
  /** After this time the program is asked to stop; one that stops for that reason failed. */
  timeoutMs?: number
  /** The destination of its output: a file descriptor, or this terminal, which is the default. */
  output?: number | 'inherit'
}

/** Runs a program in the folder of the repository and returns whether its exit code was 0. */
export function runCommand(
  [command = '', ...args]: readonly string[],
  { timeoutMs, output = 'inherit' }: CommandOptions = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      shell: process.platform === 'win32',
      timeout: timeoutMs,
    })
    const stop = () => void child.kill()
    process.once('exit', stop)
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(false)
    })
    child.on('exit', (code) => {
      process.off('exit', stop)
      resolve(code === 0)
    })
  })
}

// The programs that run are stopped with this process.
process.once('SIGTERM', () => process.exit(1))
