import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { wholeNumber } from '@svc/command-line/parsers'
import { runProgram } from '@svc/command-line/program'
import { drillOutages } from './outages.ts'
import { drillRestore } from './restore.ts'

// `npm run drill`.

const print = (text: string) => void process.stdout.write(text)
const count = (byDefault: string, max: number, description: string) =>
  ({ value: 'N', parse: wholeNumber(1, max), default: byDefault, description }) as const

const outages = defineCommand({
  name: 'outages',
  summary: 'Two API processes, two workers and PostgreSQL: each is killed and restarted while clients read and write',
  options: {
    seconds: count('15', 3_600, 'How long each fault is observed'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  json: false,
  async run({ options }) {
    if (!(await drillOutages(options, print))) throw new Error('Events of confirmed writes were lost.')
    return undefined
  },
})

const restore = defineCommand({
  name: 'restore',
  summary: 'A backup with pg_dump and with archived WAL under load, the loss of the server, and both restores',
  options: {
    seconds: count('20', 3_600, 'How long clients write before and after the backup'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  json: false,
  async run({ options }) {
    if (!(await drillRestore(options, print))) throw new Error('The restore lost more than the last archived WAL.')
    return undefined
  },
})

const program = {
  name: 'npm run drill --',
  summary: 'Rehearse failures of an installation under load, and measure what clients notice.',
  notes: `
    Each drill starts PostgreSQL, two API processes and two workers on free ports of this machine, and removes them at
    the end. docs/operations/drills.md explains the results.`,
  commands: [outages, restore],
}
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
