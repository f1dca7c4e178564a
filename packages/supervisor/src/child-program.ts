import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { execaNode } from 'execa'
import { nodeOptionsOf } from './node-options.ts'

export interface ChildProgramOptions {
  /** Absolute path of the source file. When the program is ready, it sends `{ type: 'ready' }` to its parent. */
  source: string
  cwd: string
  env: NodeJS.ProcessEnv
  /** Called for every line on its standard output or standard error. */
  onLine: (line: string) => void
}

/** The end of a program. */
interface ProgramExit {
  /** `code 1`, `SIGKILL`, or the reason why it could not be started. */
  reason: string
}

/** A running program that stops with this process. */
export interface ChildProgram {
  /** Resolves when the program is ready. Remains pending if it ends before that. */
  ready: Promise<void>
  /** Never rejects. */
  exited: Promise<ProgramExit>
  /** Sends SIGTERM and, after 30 seconds, SIGKILL. Resolves when the program has ended. */
  stop(): Promise<void>
}

/** Longer than the programs' own time limit for a shutdown. */
const killAfterMs = 30_000

const preload = new URL('stop-with-parent.ts', import.meta.url).href

export function startChildProgram({ source, cwd, env, onLine }: ChildProgramOptions): ChildProgram {
  const child = execaNode(source, {
    cwd,
    env,
    extendEnv: false,
    nodeOptions: [...nodeOptionsOf(source), '--import', preload],
    // A separate process group: Ctrl-C in a terminal reaches only the parent, which stops things in order.
    detached: true,
    stdin: 'ignore',
    buffer: false,
    ipc: true,
    serialization: 'json',
    reject: false,
    forceKillAfterDelay: killAfterMs,
  })
  const outputs = [child.stdout, child.stderr].map((input) => createInterface({ input }).on('line', onLine))
  const allLines = Promise.all(outputs.map((output) => once(output, 'close')))
  const ready = new Promise<void>((resolve) => {
    child.nodeChildProcess.on('message', (message: unknown) => {
      if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready') resolve()
    })
  })
  const exited = child.then(async ({ exitCode, originalMessage, signal }) => {
    // Its last lines may not have arrived yet.
    await allLines
    const code = exitCode === undefined ? originalMessage : `code ${exitCode}`
    return { reason: signal ?? code ?? 'unknown' }
  })
  return {
    ready,
    exited,
    async stop() {
      child.kill()
      await exited
    },
  }
}

/** Runs a program in place of this one: it shares the terminal and receives the signals. Returns its exit code. */
export async function runInPlace(
  source: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  const child = execaNode(source, args, {
    cwd,
    env,
    extendEnv: false,
    nodeOptions: nodeOptionsOf(source),
    stdio: 'inherit',
    reject: false,
    ipc: false,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const { exitCode } = await child
  return exitCode ?? 1
}
