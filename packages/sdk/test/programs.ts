import { type ChildProcess, spawn } from 'node:child_process'

interface Ended {
  code: number | null
  output: string
}

/** Runs a program with only these settings. Returns its output. */
export async function runProgram(
  file: string,
  args: string[],
  env: Record<string, string>,
  node?: string,
): Promise<Ended> {
  const { ended } = startProgram(file, args, env, node)
  return ended
}

/** Starts a program; `ended` resolves when it is over, `printed` when a line matches. */
export function startProgram(file: string, args: string[], env: Record<string, string>, node = process.execPath) {
  const child: ChildProcess = spawn(node, [file, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiting = new Set<() => void>()
  const read = (text: string) => {
    output += text
    for (const check of waiting) check()
  }
  child.stdout?.setEncoding('utf8').on('data', read)
  child.stderr?.setEncoding('utf8').on('data', read)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, output }))
  })
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(output)
        if (match === null) return
        waiting.delete(check)
        resolve(match)
      }
      waiting.add(check)
      check()
      void ended.then(() => reject(new Error(`The program ended without printing ${pattern}: ${output}`)))
    })
  return { child, ended, printed }
}
