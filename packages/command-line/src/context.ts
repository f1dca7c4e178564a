import type { Output, OutputStream } from './output.ts'

/** The environment of a command. */
export interface Context {
  env: NodeJS.ProcessEnv
  /** Relative paths of the command line start here. */
  workingDirectory: string
  stdin: NodeJS.ReadableStream
  stdout: Output
  stderr: Output
}

/** The environment of a program: only its main file reads the environment and the streams of the process. */
export interface ProgramContext extends Omit<Context, 'stdout' | 'stderr'> {
  stdout: OutputStream
  stderr: OutputStream
}

/** The context of this process. Only the main file of a program reads the environment. */
export function processContext(env: NodeJS.ProcessEnv): ProgramContext {
  const { stdin, stdout, stderr } = process
  return { env, workingDirectory: process.cwd(), stdin, stdout, stderr }
}
