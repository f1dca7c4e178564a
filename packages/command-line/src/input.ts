import { type Argument, type Command, isFlag, placeholderOf, type TypedValues, type ValueOption } from './definition.ts'
import { InvalidValueError, UsageError } from './errors.ts'
import { suggestion } from './suggestion.ts'

interface ReadValues {
  options: Record<string, unknown>
  arguments: unknown[]
  rest: unknown[]
  json: boolean
}

/** Validates the values of one command line. Throws one UsageError that lists every invalid or missing value. */
export function readInput(command: Command, typed: TypedValues): ReadValues {
  const errors: string[] = []

  function readList(name: string, choices: readonly string[], value: string): string[] {
    const entries = value.split(/[\s,]+/).filter((entry) => entry !== '')
    for (const entry of entries.filter((entry) => !choices.includes(entry)))
      errors.push(`${name} must list some of ${choices.join(', ')}, not "${entry}".${suggestion(entry, choices)}`)
    return entries
  }

  function read(name: string, parameter: Argument | ValueOption, value: string): unknown {
    const { choices, parse } = parameter
    if (choices && 'list' in parameter) return readList(name, choices, value)
    if (choices && !choices.includes(value)) {
      errors.push(`${name} must be ${alternatives(choices)}, not "${value}".${suggestion(value, choices)}`)
      return undefined
    }
    try {
      return parse ? parse(value) : value
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error
      errors.push(`${name} ${error.message}, not "${value}".${suggestion(value, error.alternatives)}`)
      return undefined
    }
  }

  function readOption(name: string, option: ValueOption): unknown {
    const given = typed.options.get(name)
    const values = Array.isArray(given) ? given : []
    if (values.length > 1 && !option.multiple) errors.push(`--${name} is given more than once.`)
    if (values.length === 0 && option.required) errors.push(`Missing option --${name} ${placeholderOf(option)}.`)
    if (option.multiple) return values.map((value) => read(`--${name}`, option, value))
    const value = values.at(-1) ?? option.default
    return value === undefined ? undefined : read(`--${name}`, option, value)
  }

  function readArgument(argument: Argument, value: string | undefined): unknown {
    if (value !== undefined) return read(argument.name, argument, value)
    if (!argument.optional) errors.push(`Missing argument ${argument.name}.`)
    return undefined
  }

  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => [
      name,
      isFlag(option) ? typed.options.has(name) : readOption(name, option),
    ]),
  )
  const named = command.arguments.map((argument, index) => readArgument(argument, typed.operands[index]))
  const surplus = typed.operands.slice(command.arguments.length)
  const { variadic } = command
  const rest = variadic ? surplus.map((value) => read(variadic.name, variadic, value)) : []
  if (variadic && surplus.length === 0) readArgument(variadic, undefined)
  if (!variadic) errors.push(...surplus.map((value) => `Unexpected argument "${value}".`))

  if (errors.length > 0) throw new UsageError(errors.join('\n'))
  return { options, arguments: named, rest, json: typed.options.has('json') }
}

function alternatives(choices: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(choices)
}
