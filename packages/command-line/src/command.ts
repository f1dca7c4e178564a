import type { Argument, Command, Definition, Input, Options } from './definition.ts'
import { readInput } from './input.ts'

const jsonOption = { json: { flag: true, description: 'Print JSON on standard output' } } as const satisfies Options

/** Declares a command. The types of what `run` receives follow from its options and arguments. */
export function defineCommand<
  const Described extends Options,
  const Arguments extends readonly Argument[],
  const Variadic extends Argument,
>(definition: Definition<Described, Arguments, Variadic>): Command {
  const command: Command = {
    name: definition.name,
    summary: definition.summary,
    description: definition.description ?? '',
    arguments: definition.arguments ?? [],
    variadic: definition.variadic,
    options: { ...definition.options, ...(definition.json !== false && jsonOption) },
    examples: definition.examples ?? [],
    run(typed, context) {
      // The values follow from the same definition as the types.
      const input = readInput(command, typed) as Input<Described, Arguments, Variadic>
      return definition.run(input, context)
    },
  }
  return command
}

export type { Command, CommandResult, Input, Options } from './definition.ts'
