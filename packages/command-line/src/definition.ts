import type { Context } from './context.ts'

/** The result of a command: `data` is printed with `--json`, `text` otherwise. */
export interface CommandResult {
  /** Undefined: nothing is printed. */
  data?: unknown
  text?: string
  /** Whether `text` has colors. */
  colored?: true
  /** 0 by default. */
  exitCode?: number
}

interface Parameter {
  description: string
  choices?: readonly string[]
  /** Converts the value; throws an InvalidValueError when it cannot. */
  parse?: (value: string) => unknown
}

export interface Argument extends Parameter {
  /** In capitals, as the help shows it: `FILE`. */
  name: string
  optional?: true
}

export interface ValueOption extends Parameter {
  /** Stands for the value in the help, such as `ID`. Not needed with `choices`. */
  value?: string
  required?: true
  /** May be given more than once; the command receives a list. */
  multiple?: true
  /** The value lists some of the choices, separated by commas or spaces: `api,worker`. */
  list?: true
  /** As typed on the command line; it is parsed like any other value. */
  default?: string
}

interface FlagOption {
  flag: true
  description: string
}

type Option = ValueOption | FlagOption
export type Options = Readonly<Record<string, Option>>

type Parsed<Described> = Described extends { parse: (value: string) => infer Value }
  ? Value
  : Described extends { choices: readonly (infer Choice)[]; list: true }
    ? Choice[]
    : Described extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string

type OptionValue<Described> = Described extends FlagOption
  ? boolean
  : Described extends { multiple: true }
    ? Parsed<Described>[]
    : Described extends { required: true } | { default: string }
      ? Parsed<Described>
      : Parsed<Described> | undefined

type ArgumentValue<Described> = Described extends { optional: true } ? Parsed<Described> | undefined : Parsed<Described>

/** The input of a command; the types follow from its options and arguments. */
export interface Input<
  Described extends Options = Options,
  Arguments extends readonly Argument[] = readonly Argument[],
  Variadic extends Argument = Argument,
> {
  options: { [Name in keyof Described]: OptionValue<Described[Name]> }
  arguments: { [Index in keyof Arguments]: ArgumentValue<Arguments[Index]> }
  /** The values after the named arguments, where the command declares `variadic`. */
  rest: Parsed<Variadic>[]
  json: boolean
}

export interface Definition<
  Described extends Options,
  Arguments extends readonly Argument[],
  Variadic extends Argument = Argument,
> {
  /** One word or two: `start`, `key issue`. */
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Paragraphs for the command's own help, separated by empty lines. */
  description?: string
  arguments?: Arguments
  /**
   * An argument after the named ones that may be repeated. At least one value is required, except when it is optional.
   */
  variadic?: Variadic
  options?: Described
  examples?: readonly string[]
  /** False: the command returns no data and has no option `--json`. */
  json?: false
  run(input: Input<Described, Arguments, Variadic>, context: Context): Promise<CommandResult | undefined>
}

export interface Command {
  name: string
  summary: string
  description: string
  arguments: readonly Argument[]
  variadic: Argument | undefined
  /** With `--json`, where the command has it. */
  options: Options
  examples: readonly string[]
  /** Validates the values and runs the command. Throws a UsageError that lists every invalid value. */
  run(typed: TypedValues, context: Context): Promise<CommandResult | undefined>
}

/** The strings of one command line, before they are validated. */
export interface TypedValues {
  /** Every value of each option, in the order typed; true for a flag. */
  options: ReadonlyMap<string, readonly string[] | true>
  operands: readonly string[]
}

export function isFlag(option: Option): option is FlagOption {
  return 'flag' in option
}

/** Stands for the value of an option in the help: `ID`, `test|live`, `LIST`. */
export function placeholderOf({ choices, list, value }: ValueOption): string {
  return value ?? (list ? 'LIST' : choices?.join('|')) ?? 'VALUE'
}
