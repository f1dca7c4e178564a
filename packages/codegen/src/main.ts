import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { diffCommand } from './commands/diff.ts'
import { generateCommand } from './commands/generate.ts'
import { initCommand } from './commands/init.ts'
import { lintCommand } from './commands/lint.ts'
import { newCommand } from './commands/new.ts'
import { releaseCommand } from './commands/release.ts'
import { scoreCommand } from './commands/score.ts'
import { upgradeCommand } from './commands/upgrade.ts'

const program = {
  name: 'svc-spec',
  summary:
    'Lint, generate from, compare, release and score an OpenAPI 3.1 contract, upgrade one from 3.0, and begin a service',
  commands: [
    lintCommand,
    generateCommand,
    diffCommand,
    releaseCommand,
    scoreCommand,
    upgradeCommand,
    newCommand,
    initCommand,
  ],
}

process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
