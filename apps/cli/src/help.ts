import { type Command, isSwitch, placeholder } from './command.ts'
import { alignColumns, paragraphs } from './text.ts'

/** The list of all commands. */
export function overview(commands: readonly Command[]): string {
  return `svc: run the service and look after it

Usage: svc COMMAND [OPTIONS]

Commands:
${listOf(commands)}

Every command has --help, and --json for programs.
Exit codes: 0 done, 1 it could not be done, 2 the command line makes no sense.
In the repository: npm run -s svc -- COMMAND. Settings are environment variables, listed in .env.example.
`
}

/** The commands of one group, such as all that begin with `key`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return `Usage: svc ${group} COMMAND [OPTIONS]

Commands:
${listOf(commands)}

svc ${group} COMMAND --help shows more.
`
}

/** All about one command. */
export function commandHelp(command: Command): string {
  const { details, examples, options, rest } = command
  const words = [...command.arguments, ...(rest ? [rest] : [])]
  const parts = [
    `svc ${command.name}: ${command.summary}`,
    `Usage: svc ${[command.name, ...command.arguments.map(({ name }) => name), ...(rest ? [`${rest.name} …`] : []), ...requiredOf(command), '[OPTIONS]'].join(' ')}`,
    paragraphs(details),
    words.length > 0 && alignColumns(words.map(({ name, help }) => [`  ${name}`, help])),
    `Options:\n${alignColumns(
      Object.entries(options).map(([name, option]) => [
        `  --${name}${isSwitch(option) ? '' : ` ${placeholder(option)}`}`,
        option.help,
      ]),
    )}`,
    examples.length > 0 && `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function requiredOf({ options }: Command): string[] {
  return Object.entries(options).flatMap(([name, option]) =>
    !isSwitch(option) && option.required ? [`--${name} ${placeholder(option)}`] : [],
  )
}

function listOf(commands: readonly Command[]): string {
  return alignColumns(commands.map(({ name, summary }) => [`  ${name}`, summary]))
}

/** Whether the words ask for help rather than for the command. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end === -1 ? words : words.slice(0, end)).some((word) => word === '--help' || word === '-h')
}
