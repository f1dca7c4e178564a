import { parseArgs } from 'node:util'
import { nearest } from './nearest.ts'

/** Where a command runs: nothing below main.ts reads the environment or the process's own streams. */
export interface Context {
  env: NodeJS.ProcessEnv
  /** The folder of the repository. */
  root: string
  /** Where the user stands: relative paths on the command line start here. */
  userDir: string
  stdout: Output
  stderr: Output
  stdin: NodeJS.ReadableStream
}

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** What a command tells at its end: `data` with `--json`, `text` otherwise. */
export interface Answer {
  data: unknown
  text: string
  /** 0 unless told. */
  exitCode?: number
}

/** A command line that makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was asked for could not be done, for a reason that the text explains: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

interface StringOption {
  /** What stands behind the option in the help, such as `ID`. With `choices`, these stand there. */
  value?: string
  choices?: readonly string[]
  required?: true
  /** What the command gets of the value that was typed; throws a UsageError that names the option where the value makes no sense. */
  read?: (text: string, option: string) => string
  help: string
}

interface SwitchOption {
  switch: true
  help: string
}

type Option = StringOption | SwitchOption
type Options = Readonly<Record<string, Option>>

interface Argument {
  name: string
  help: string
  choices?: readonly string[]
}

type ValueOf<Described> = Described extends { choices: readonly (infer Choice)[] } ? Choice : string

type Values<Described extends Options> = {
  [Name in keyof Described]: Described[Name] extends SwitchOption
    ? boolean
    : Described[Name] extends { required: true }
      ? ValueOf<Described[Name]>
      : ValueOf<Described[Name]> | undefined
}

export interface Input<Described extends Options, Arguments extends readonly Argument[]> {
  options: Values<Described>
  arguments: { [Index in keyof Arguments]: ValueOf<Arguments[Index]> }
  /** The words behind the named arguments, where the command takes any number of them. */
  rest: string[]
  json: boolean
}

interface Definition<Described extends Options, Arguments extends readonly Argument[]> {
  /** One word, or two: `start`, `key issue`. */
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Paragraphs for the command's own help. */
  details?: string
  arguments?: Arguments
  rest?: Argument
  options?: Described
  examples?: readonly string[]
  run(input: Input<Described, Arguments>, context: Context): Promise<Answer | undefined>
}

export interface Command {
  name: string
  summary: string
  details: string
  arguments: readonly Argument[]
  rest: Argument | undefined
  options: Options
  examples: readonly string[]
  /** Reads the words behind the command's name and runs it. Throws a UsageError where they make no sense. */
  execute(words: readonly string[], context: Context): Promise<Answer | undefined>
}

/** Options that every command has. */
export const everywhere = {
  json: { switch: true, help: 'Answer with JSON on standard output' },
  help: { switch: true, help: 'Show this help' },
} as const satisfies Options

/** Declares a command; the types of what `run` receives follow from its options and arguments. */
export function command<const Described extends Options, const Arguments extends readonly Argument[]>(
  definition: Definition<Described, Arguments>,
): Command {
  const described: Command = {
    name: definition.name,
    summary: definition.summary,
    details: definition.details ?? '',
    arguments: definition.arguments ?? [],
    rest: definition.rest,
    options: { ...definition.options, ...everywhere },
    examples: definition.examples ?? [],
    execute(words, context) {
      // The shape follows from the same description that the types follow from.
      const input = readInput(described, words) as unknown as Input<Described, Arguments>
      return definition.run(input, context)
    },
  }
  return described
}

/**
 * The words of a command line under a command's description. Values that make no sense or are missing are told all at once; a
 * word that is no option at all alone, for what the words behind it mean is a guess.
 */
function readInput(described: Command, words: readonly string[]) {
  const { options } = described
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [name, { type: isSwitch(option) ? 'boolean' : 'string' }]),
    ),
  })
  const seen = new Set<string>()
  const problems: string[] = []
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option) throw unknown(described, token.rawName)
    if (seen.has(token.name)) throw wrong(described, `${token.rawName} is given twice.`)
    seen.add(token.name)
    checkForm(described, option, token)
    if (isSwitch(option) || token.value === undefined) continue
    try {
      const problem = wrongChoice(token.rawName, option.choices, token.value)
      if (problem) problems.push(problem)
      else if (option.read) values[token.name] = option.read(token.value, token.rawName)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      problems.push(error.message)
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (!isSwitch(option) && option.required && !seen.has(name)) {
      problems.push(`--${name} ${placeholder(option)} is missing.`)
    }
  }
  problems.push(...wrongArguments(described, positionals))
  if (problems.length > 0) throw wrong(described, problems.join('\n'))
  const count = described.arguments.length
  return {
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [name, isSwitch(option) ? values[name] === true : values[name]]),
    ),
    arguments: positionals.slice(0, count),
    rest: positionals.slice(count),
    json: values.json === true,
  }
}

function checkForm(
  described: Command,
  option: Option,
  token: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
): void {
  const { rawName, value, inlineValue } = token
  if (isSwitch(option)) {
    if (value !== undefined) throw wrong(described, `${rawName} takes no value.`)
    return
  }
  // `--name --json`: the next option is no value; `--name=--json` says that it is meant.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('-'))) {
    throw wrong(described, `${rawName} needs a value: ${rawName} ${placeholder(option)}.`)
  }
}

function wrongChoice(what: string, choices: readonly string[] | undefined, value: string): string | undefined {
  if (!choices || choices.includes(value)) return undefined
  return `${what} is ${choices.join(' or ')}, not "${value}".${suggestion(value, choices)}`
}

/** What is wrong with the words that belong to no option. */
function wrongArguments(described: Command, positionals: readonly string[]): string[] {
  const problems = described.arguments.map(({ name, choices }, index) => {
    const value = positionals[index]
    return value === undefined ? `${name} is missing.` : wrongChoice(name, choices, value)
  })
  const [surplus] = positionals.slice(described.arguments.length)
  if (described.rest && surplus === undefined) problems.push(`${described.rest.name} is missing.`)
  if (!described.rest && surplus !== undefined) problems.push(`"${surplus}" is one word too many.`)
  return problems.filter((problem) => problem !== undefined)
}

function unknown(described: Command, rawName: string): UsageError {
  const known = Object.keys(described.options).map((name) => `--${name}`)
  return wrong(described, `There is no option ${rawName}.${suggestion(rawName, known)}`)
}

function wrong(described: Command, problem: string): UsageError {
  return new UsageError(`${problem}\nsvc ${described.name} --help shows how it is used.`)
}

/** ` Did you mean X?`, or nothing when nothing is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const match = nearest(word, known)
  return match === undefined ? '' : ` Did you mean ${match}?`
}

export function isSwitch(option: Option): option is SwitchOption {
  return 'switch' in option
}

/** What stands behind an option in the help. */
export function placeholder(option: Option): string {
  if (isSwitch(option)) return ''
  return option.choices?.join('|') ?? option.value ?? 'TEXT'
}
