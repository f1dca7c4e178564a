import { isUnavailable } from '@svc/db/database'
import { SettingsError } from '@svc/runtime/settings'
import { type Command, CommandError, type Context, suggestion, UsageError } from './command.ts'
import { commands } from './commands/index.ts'
import { asksForHelp, commandHelp, groupHelp, overview } from './help.ts'
import { asTyped } from './text.ts'

/** What the process ends with. The help says the same. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** Runs one command line, writes what it answers, and returns the exit code. Never rejects. */
export async function runCommandLine(words: readonly string[], context: Context): Promise<number> {
  const json = words.includes('--json')
  try {
    const found = findCommand(words)
    if ('help' in found) {
      context.stdout.write(asTyped(found.help, context.env))
      return exitCodes.done
    }
    const answer = await found.command.execute(found.words, context)
    if (answer) context.stdout.write(json ? `${JSON.stringify(answer.data, undefined, 2)}\n` : endLine(answer.text))
    return answer?.exitCode ?? exitCodes.done
  } catch (error) {
    const exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failed
    const message = asTyped(explain(error), context.env)
    context.stderr.write(json ? `${JSON.stringify({ error: { exit_code: exitCode, message } })}\n` : `${message}\n`)
    return exitCode
  }
}

type Found = { help: string } | { command: Command; words: readonly string[] }

/** The command that the first one or two words name, or the help that was asked for instead. */
function findCommand(words: readonly string[]): Found {
  const [first, second] = words
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return words.length > 1 && first === 'help'
      ? findCommand([...words.slice(1), '--help'])
      : { help: overview(commands) }
  }
  if (first.startsWith('-'))
    throw new UsageError(`The command comes first, then ${first}. svc --help lists the commands.`)

  const found = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (found) {
    const rest = words.slice(found.name.split(' ').length)
    return asksForHelp(rest) ? { help: commandHelp(found) } : { command: found, words: rest }
  }

  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0) {
    if (second === undefined || second.startsWith('-')) {
      if (asksForHelp(words)) return { help: groupHelp(first, group) }
      throw new UsageError(`svc ${first} needs a second word.\n\n${groupHelp(first, group)}`.trimEnd())
    }
    const names = group.map(({ name }) => name)
    const meant = suggestion(`${first} ${second}`, names) || ` There are ${names.join(', ')}.`
    throw new UsageError(`There is no command "${first} ${second}".${meant}`)
  }
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
  throw new UsageError(`There is no command "${first}".${suggestion(first, firsts)} svc --help lists the commands.`)
}

/** The error for the person who typed the command. Only what nobody foresaw comes with its stack. */
function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof CommandError || error instanceof SettingsError)
    return error.message
  if (isUnavailable(error)) return `The database cannot be reached or takes no work now: ${(error as Error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
