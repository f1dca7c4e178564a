// `npm run verify`: everything that is too slow for `npm test`, in named lanes, one after the other.

import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { runProgram } from '@svc/command-line/program'
import { runCommand } from './command.ts'
import { type Lane, lanes } from './verify/lanes.ts'

const print = (text: string) => void process.stdout.write(`${text}\n`)

const verify = defineCommand({
  name: 'verify',
  summary: 'Verify what takes too long for npm test',
  options: {
    lane: {
      value: 'NAME',
      choices: lanes.map(({ name }) => name),
      multiple: true,
      description: 'Only this lane, one of --list; may be repeated',
    },
    all: { flag: true, description: 'Also the lanes that run before a release only' },
    list: { flag: true, description: 'List the lanes with the minutes they take on two quiet cores' },
  },
  json: false,
  async run({ options }) {
    if (options.list) return { text: listOf() }
    const chosen = lanesOf(options)
    print(`${chosen.length} lanes, about ${minutesOf(chosen)} minutes on two quiet cores`)
    const rows: string[] = []
    let failed = 0
    for (const [index, lane] of chosen.entries()) {
      print(`\n══ ${index + 1} of ${chosen.length}: ${lane.name}, about ${lane.minutes} min: ${lane.summary}`)
      const startedMs = performance.now()
      const failures = await failuresOf(lane)
      if (failures.length > 0) failed += 1
      const result = failures.length === 0 ? '✓' : '✗'
      rows.push(
        `${result} ${lane.name.padEnd(17)} ${time(startedMs)}${failures.map((each) => `\n      ${each}`).join('')}`,
      )
      print(`\n${rows.at(-1)}`)
    }
    return {
      text: `\n${rows.join('\n')}\n\n${chosen.length - failed} passed, ${failed} failed in ${time(programStartedMs)}`,
      exitCode: failed === 0 ? 0 : 1,
    }
  },
})

/** The commands that failed, all of which run: one failure does not hide the next. */
async function failuresOf({ commands, minutes }: Lane): Promise<string[]> {
  const failures: string[] = []
  for (const command of commands) {
    print(`\n── ${command.join(' ')}`)
    if (!(await runCommand(command, { timeoutMs: minutes * 5 * 60_000 }))) failures.push(`failed: ${command.join(' ')}`)
  }
  return failures
}

function minutesOf(list: readonly Lane[]): number {
  return list.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** The lanes that the command line names; without names all, or only the lanes of each change. */
function lanesOf({ lane, all }: { lane: readonly string[]; all: boolean }): readonly Lane[] {
  if (lane.length > 0) return lanes.filter(({ name }) => lane.includes(name))
  return all ? lanes : ofEachChange
}

const ofEachChange = lanes.filter(({ beforeRelease }) => !beforeRelease)

function listOf(): string {
  const beforeRelease = lanes.filter((lane) => lane.beforeRelease)
  return `${tableOf(ofEachChange)}\n\nBefore a release, with --all or by name:\n\n${tableOf(beforeRelease)}`
}

function tableOf(list: readonly Lane[]): string {
  const rows = list.map(
    ({ name, minutes, summary }) => `${name.padEnd(17)} ${String(minutes).padStart(3)} min  ${summary}`,
  )
  return [...rows, `${'together'.padEnd(17)} ${String(minutesOf(list)).padStart(3)} min`].join('\n')
}

function time(fromMs: number): string {
  const seconds = Math.round((performance.now() - fromMs) / 1000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

const programStartedMs = performance.now()
process.exitCode = await runProgram(
  {
    name: 'npm run verify --',
    summary: 'Verify what takes too long for npm test, in lanes: those of each change, all of them, or the named ones.',
    commands: verify,
  },
  process.argv.slice(2),
  processContext(process.env),
)
