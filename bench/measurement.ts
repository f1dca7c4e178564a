import { type Command, defineCommand, type Input, type Options } from '@svc/command-line/command'
import { wholeNumber } from '@svc/command-line/parsers'

interface Measurement<Described extends Options> {
  name: string
  /** One line for the list of commands. */
  summary: string
  options: Described
  /** Prints the results. Rejects with an Error if one of them has to meet a goal and does not. */
  run(options: Input<Described>['options'], print: (text: string) => void): Promise<void>
}

/** Declares a command that prints what it measures. */
export function defineMeasurement<const Described extends Options>(measurement: Measurement<Described>): Command {
  return defineCommand({
    name: measurement.name,
    summary: measurement.summary,
    options: measurement.options,
    json: false,
    async run({ options }, { stdout }) {
      await measurement.run(options, (text) => stdout.write(text))
      return undefined
    },
  })
}

/** An option that takes a whole number from 1 to `max`. */
export const count = (byDefault: string, max: number, description: string) =>
  ({ value: 'N', parse: wholeNumber(1, max), default: byDefault, description }) as const
