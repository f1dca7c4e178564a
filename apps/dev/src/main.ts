import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { readEnvironment } from '@svc/runtime/settings'
import { devCommand, explainDevError } from './command.ts'

// `npm run dev`.

const program = {
  name: 'npm run dev --',
  summary: devCommand.summary,
  commands: devCommand,
  explain: explainDevError,
}
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(readEnvironment(process.cwd())))
