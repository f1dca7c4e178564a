import { Command as CommanderCommand, CommanderError, Option as CommanderOption } from 'commander'
import type { Context, ProgramContext } from './context.ts'
import { type Command, isFlag, placeholderOf, type TypedValues, type ValueOption } from './definition.ts'
import { CommandError, UsageError } from './errors.ts'
import { guardOutput } from './output.ts'
import { suggestion } from './suggestion.ts'
import { joinLines } from './text.ts'

/** The exit codes of every program. The help lists the same codes. */
const exitCodes = { success: 0, failure: 1, usage: 2 } as const

const exitCodesHelp = 'Exit codes: 0 success, 1 failure, 2 usage error.'

/** The width of help and error messages, in characters. */
const lineWidth = 100

/** A program with several commands, or a program with a single unnamed command. */
export interface Program {
  /** As it is typed: `svc`, `npm run dev --`. */
  name: string
  summary: string
  commands: readonly Command[] | Command
  /** A paragraph at the end of the list of commands. */
  notes?: string
  /** The message for an error that the program expects; undefined: the stack trace is printed. */
  explain?: (error: unknown) => string | undefined
  /** Changes help and error messages before they are printed. */
  rewrite?: (text: string, env: NodeJS.ProcessEnv) => string
}

/** Runs one command line, prints its result or error, and returns the exit code. Never rejects. */
export async function runProgram(program: Program, words: readonly string[], streams: ProgramContext): Promise<number> {
  const { explain, rewrite = (text) => text } = program
  const context: Context = { ...streams, stdout: guardOutput(streams.stdout), stderr: guardOutput(streams.stderr) }
  try {
    const parsed = parse(program, words)
    if ('help' in parsed) {
      context.stdout.write(rewrite(parsed.help, context.env))
      return exitCodes.success
    }
    const { command, typed } = parsed
    const result = await runCommand(program, command, typed, context)
    if (!result) return exitCodes.success
    const json = typed.options.has('json')
    const output = json ? JSON.stringify(result.data, undefined, 2) : result.text
    if (output !== undefined) context.stdout[result.colored && !json ? 'writeColored' : 'write'](endLine(output))
    return result.exitCode ?? exitCodes.success
  } catch (error) {
    const exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failure
    const message = rewrite(explain?.(error) ?? messageOf(error), context.env)
    const json = words.includes('--json')
    context.stderr.write(json ? `${JSON.stringify({ error: { exit_code: exitCode, message } })}\n` : endLine(message))
    return exitCode
  }
}

async function runCommand(program: Program, command: Command, typed: TypedValues, context: Context) {
  try {
    return await command.run(typed, context)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n${usageHint(fullName(program, command))}`)
  }
}

type Parsed = { help: string } | { command: Command; typed: TypedValues }

/** The command that the words select with its values, or the help that they ask for. Throws a UsageError. */
function parse(program: Program, words: readonly string[]): Parsed {
  let selected: Parsed | undefined
  let help = ''
  const root = new CommanderCommand(program.name)
    .description(program.summary)
    .exitOverride()
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help')
    .configureHelp({ helpWidth: lineWidth, visibleCommands: leavesOf, subcommandTerm: pathOf })
    .configureOutput({
      writeOut: (text) => {
        help += text
      },
      writeErr: (text) => {
        help += text
      },
      outputError: () => {},
    })
    .addHelpText('after', `\n${program.notes ? `${joinLines(program.notes)}\n` : ''}${exitCodesHelp}`)
  const onSelect = (command: Command, typed: TypedValues) => {
    selected = { command, typed }
  }
  if (isSingle(program.commands)) describe(root, program.commands, onSelect, words)
  else for (const command of program.commands) describe(childFor(root, command), command, onSelect, words)
  try {
    root.parse(wordsForCommander(program, words), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { help }
    throw usageErrorOf(error, { program, words, help })
  }
  if (!selected) throw new UsageError(usageHint(program.name))
  return selected
}

function isSingle(commands: Program['commands']): commands is Command {
  return !Array.isArray(commands)
}

/** `svc` alone shows the help, and `svc help key issue` is `svc key issue --help`. */
function wordsForCommander({ commands }: Program, words: readonly string[]): string[] {
  if (isSingle(commands)) return [...words]
  if (words.length === 0) return ['--help']
  return words[0] === 'help' ? [...words.slice(1), '--help'] : [...words]
}

/** The commander command for a command of the program, below its group when the name has two words. */
function childFor(root: CommanderCommand, { name }: Command): CommanderCommand {
  const [first = '', second] = name.split(' ')
  if (second === undefined) return root.command(first)
  const group = root.commands.find((command) => command.name() === first) ?? root.command(first)
  return group.command(second)
}

function describe(
  target: CommanderCommand,
  command: Command,
  onSelect: (command: Command, typed: TypedValues) => void,
  words: readonly string[],
): void {
  const operands = [...command.arguments, ...(command.variadic ? [{ ...command.variadic, repeated: true }] : [])]
  for (const operand of operands) {
    const name = 'repeated' in operand ? `${operand.name}...` : operand.name
    // Missing and unexpected arguments are reported by readInput, together with everything else that is invalid.
    target.argument(`[${name}]`, operand.description)
  }
  const optionNames = new Map<string, string>()
  for (const [name, option] of Object.entries(command.options)) {
    const described = isFlag(option) ? new CommanderOption(`--${name}`, option.description) : valueOption(name, option)
    optionNames.set(described.attributeName(), name)
    target.addOption(described)
  }
  target
    .summary(command.summary)
    .description(
      [command.summary && `${command.summary}.`, joinLines(command.description)].filter(Boolean).join('\n\n'),
    )
    .usage(usageOf(command))
    .allowExcessArguments()
    .action(() => {
      const options = new Map(
        Object.entries<readonly string[] | true>(target.opts()).map(([key, value]) => [
          optionNames.get(key) ?? key,
          value,
        ]),
      )
      requireValues(command, options, words)
      onSelect(command, { options, operands: target.args })
    })
  if (command.examples.length > 0) {
    target.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`)
  }
}

/** Keeps every value as it was typed, so that repeated options can be reported. */
function valueOption(name: string, option: ValueOption): CommanderOption {
  const { choices, default: byDefault, description, list } = option
  const notes = [
    ...(list && choices ? [`one or more of ${choices.join(', ')}`] : []),
    ...(byDefault ? [`default: ${byDefault}`] : []),
  ]
  const explained = notes.length === 0 ? description : `${description} (${notes.join('; ')})`
  return new CommanderOption(`--${name} <${placeholderOf(option)}>`, explained).argParser(
    (value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value],
  )
}

/**
 * In `--name --json` the value was forgotten; `--name=--json` means it. After such an error the other words are a
 * guess.
 */
function requireValues(
  { options: described }: Command,
  options: TypedValues['options'],
  words: readonly string[],
): void {
  for (const [name, values] of options) {
    const option = described[name]
    if (values === true || option === undefined || isFlag(option)) continue
    const isMissing = values.some(
      (value) => value === '' || (value.startsWith('-') && words[words.indexOf(value) - 1] === `--${name}`),
    )
    if (isMissing) throw new UsageError(`--${name} needs a value: --${name} ${placeholderOf(option)}.`)
  }
}

function usageOf(command: Command): string {
  const operands = command.arguments.map(({ name, optional }) => (optional ? `[${name}]` : name))
  if (command.variadic)
    operands.push(command.variadic.optional ? `[${command.variadic.name}...]` : `${command.variadic.name}...`)
  const required = Object.entries(command.options).flatMap(([name, option]) =>
    !isFlag(option) && option.required ? [`--${name} ${placeholderOf(option)}`] : [],
  )
  return [...operands, ...required, '[options]'].join(' ')
}

function usageErrorOf(
  error: CommanderError,
  { program, words, help }: { program: Program; words: readonly string[]; help: string },
): UsageError {
  const [first = '', second] = words
  if (first.startsWith('-') && !isSingle(program.commands))
    return new UsageError(
      `Options come after the command: ${program.name} COMMAND ${first}.\n${usageHint(program.name)}`,
    )
  if (error.code === 'commander.help')
    return new UsageError(`Missing command after "${program.name} ${first}".\n\n${help.trimEnd()}`)
  const names = isSingle(program.commands) ? [] : program.commands.map(({ name }) => name)
  const inGroup = names.filter((name) => name.startsWith(`${first} `))
  if (error.code === 'commander.unknownCommand') {
    const [unknown, candidates] =
      inGroup.length > 0 ? [`${first} ${second}`, inGroup] : [first, names.map((name) => name.split(' ')[0] ?? '')]
    const hint = suggestion(unknown, candidates)
    return new UsageError(`Unknown command "${unknown}".${hint}\n${usageHint(program.name)}`)
  }
  const command = names.find((name) => name === first || name === `${first} ${second}`)
  return new UsageError(`${sentenceOf(error)}\n${usageHint(command ? `${program.name} ${command}` : program.name)}`)
}

/** Turns commander's "error: unknown option '--jsn'\n(Did you mean --json?)" into sentences. */
function sentenceOf({ message }: CommanderError): string {
  const [problem = '', hint] = message
    .replace(/^error: /, '')
    .replaceAll("'", '"')
    .split('\n')
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.${hint ? ` ${hint.replace(/^\((.*)\)$/, '$1')}` : ''}`
}

/** Commander's help lists the direct children only; a list of groups would not show what a program can do. */
function leavesOf(command: CommanderCommand): CommanderCommand[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leavesOf(child) : [child]))
}

/** The command as it is typed after the program's name: `key issue`. */
function pathOf(command: CommanderCommand): string {
  const path: string[] = []
  for (let current = command; current.parent; current = current.parent) path.unshift(current.name())
  return path.join(' ')
}

function fullName(program: Program, command: Command): string {
  return isSingle(program.commands) ? program.name : `${program.name} ${command.name}`
}

function usageHint(name: string): string {
  return `Run "${name} --help" for usage.`
}

/** A stack trace only for errors that no command expects. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof CommandError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
