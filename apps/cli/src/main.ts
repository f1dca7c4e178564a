import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { readEnvironment } from '@svc/runtime/settings'
import { svc } from './program.ts'
import { repository } from './repository.ts'

// npm runs scripts in the folder of the repository and names the user's folder in INIT_CWD.
const startedIn = process.cwd()
const workingDirectory = startedIn === repository ? (process.env.INIT_CWD ?? startedIn) : startedIn
// A relative SVC_DATA_DIR means the same wherever the command is typed.
process.chdir(repository)

const context = { ...processContext(readEnvironment(repository)), workingDirectory }
process.exitCode = await runProgram(svc, process.argv.slice(2), context)
