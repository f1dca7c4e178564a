import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { readEnvironment } from '@svc/runtime/settings'
import { svc } from './program.ts'
import { repository } from './repository.ts'

// npm runs scripts in the folder of the repository, and sets INIT_CWD to the user's folder.
const startedIn = process.cwd()
const workingDirectory = startedIn === repository ? (process.env.INIT_CWD ?? startedIn) : startedIn
// A relative SVC_DATA_DIR refers to the same folder regardless of the working directory.
process.chdir(repository)

const context = { ...processContext(readEnvironment(repository)), workingDirectory }
process.exitCode = await runProgram(svc, process.argv.slice(2), context)
