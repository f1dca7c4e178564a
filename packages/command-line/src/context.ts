/** Where a program runs: only its main file reads the environment and the streams of the process. */
export interface Context {
  env: NodeJS.ProcessEnv
  /** Relative paths of the command line start here. */
  workingDirectory: string
  stdin: NodeJS.ReadableStream
  stdout: Output
  stderr: Output
}

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
  hasColors?(): boolean
}

/** The context of this process. Only the main file of a program reads the environment. */
export function processContext(env: NodeJS.ProcessEnv): Context {
  const { stdin, stdout, stderr } = process
  return { env, workingDirectory: process.cwd(), stdin, stdout, stderr }
}
