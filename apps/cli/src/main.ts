import { fileURLToPath } from 'node:url'
import { readEnvironment } from '@svc/runtime/settings'
import { runCommandLine } from './command-line.ts'

// `svc`: what an operator types. One file per group of commands in commands/; this one only connects them to the process.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const startedIn = process.cwd()
// npm runs scripts in the folder of the repository and tells in INIT_CWD where the user stands.
const userDir = startedIn === root ? (process.env.INIT_CWD ?? startedIn) : startedIn
// A relative SVC_DATA_DIR means the same wherever the command is typed.
process.chdir(root)

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: readEnvironment(root),
  root,
  userDir,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
