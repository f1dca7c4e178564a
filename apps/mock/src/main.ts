#!/usr/bin/env node
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { readEnvironment } from '@svc/runtime/settings'
import { explainMockError, mockCommand } from './command.ts'

// `npm run mock`, and the command of the published package.

limitHeapGrowth()

const program = { name: 'svc-mock', summary: mockCommand.summary, commands: mockCommand, explain: explainMockError }
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(readEnvironment(process.cwd())))
