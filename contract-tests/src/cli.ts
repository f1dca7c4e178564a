import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { contractProgram } from './program.ts'

// `npm run contract`.

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

const program = contractProgram(stopping.signal)
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
// Explicit: Node 24 does not exit by itself when sockets were reset shortly before, as in the lane `faults`.
process.exit()
