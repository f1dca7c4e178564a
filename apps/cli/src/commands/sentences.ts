import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { labelSentence, schemes } from '@svc/intelligence/schemes'

const trades = ['restaurant', 'hotel', 'salon', 'garage', 'dentist', 'retail', 'other'] as const

const labelCommand = defineCommand({
  name: 'sentences label',
  summary: 'Label sentences by what they are about and how they judge it',
  description: `
    FILE is JSON Lines of {"text"}, one sentence a line; other members are ignored. For each line comes one line of {"text",
    "aspects": [{"aspect", "polarity", "probability"}]}, where the probability is that of the sentence being about the aspect.
    Every sentence gets at least one aspect.

    The scheme aspects is that of the analyses. The scheme restaurants is that of published restaurant data: food, service,
    price, ambience and anecdotes/miscellaneous. Polarity is positive, negative, neutral or conflict in both.`,
  arguments: [{ name: 'FILE', description: 'Path of the file' }],
  options: {
    scheme: { choices: schemes, description: 'Labels to use (default: aspects)' },
    trade: {
      choices: trades,
      description: 'Trade of the business, for the scheme aspects (default: restaurant)',
    },
  },
  examples: ['svc sentences label sentences.jsonl --scheme restaurants > labelled.jsonl'],
  async run({ arguments: [path], options }, context) {
    const content = await readFile(resolve(context.workingDirectory, path), 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be read (${error.code}).`)
      },
    )
    const labelled = textsIn(content, path).map((text) => ({
      text,
      aspects: labelSentence(text, options.scheme ?? 'aspects', options.trade ?? 'restaurant'),
    }))
    return { data: labelled, text: labelled.map((line) => JSON.stringify(line)).join('\n') }
  },
})

export const sentencesCommands = [labelCommand]

function textsIn(content: string, path: string): string[] {
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = parsedLine(line)
    if (typeof parsed !== 'object' || parsed === null || !('text' in parsed) || typeof parsed.text !== 'string') {
      throw new CommandError(
        `${path}, line ${index + 1}: expected an object with a "text". Example: {"text":"The soup was cold."}`,
      )
    }
    return [parsed.text]
  })
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
