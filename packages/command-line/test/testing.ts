import { Readable } from 'node:stream'
import { type Program, runProgram } from '../src/program.ts'

export interface ProgramRun {
  exitCode: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  workingDirectory?: string
  stdin?: string | undefined
}

/** Runs one command line in this process and collects what it prints. Words are separated by spaces, or listed. */
export async function runForTest(
  program: Program,
  words: string | readonly string[],
  { env = {}, workingDirectory = process.cwd(), stdin = '' }: RunOptions = {},
): Promise<ProgramRun> {
  const run = { exitCode: 0, stdout: '', stderr: '' }
  const collect = (stream: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      run[stream] += text
    },
  })
  run.exitCode = await runProgram(program, typeof words === 'string' ? words.split(' ').filter(Boolean) : words, {
    env,
    workingDirectory,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
  })
  return run
}
