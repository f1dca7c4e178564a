import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program in the folder of the repository, with this terminal, and returns whether its exit code was 0. After
 * `timeoutMs` it is asked to stop; a program that stops for that reason failed.
 */
export function runCommand([command = '', ...args]: readonly string[], timeoutMs?: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      timeout: timeoutMs,
    })
    const stop = () => {
      child.kill()
      process.exit(1)
    }
    process.once('SIGTERM', stop)
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(false)
    })
    child.on('exit', (code) => {
      process.off('SIGTERM', stop)
      resolve(code === 0)
    })
  })
}
