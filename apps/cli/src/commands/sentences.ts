import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { trades } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { labelSentence, schemes } from '@svc/intelligence/schemes'

const labelCommand = defineCommand({
  name: 'sentences label',
  summary: 'Label sentences by aspect and polarity',
  description: `
    FILE is JSON Lines of {"text"}, one sentence per line; other fields are ignored. Prints one line for each sentence:
    {"text", "aspects": [{"aspect", "polarity", "probability"}]}. The probability is that of the sentence being about the
    aspect. Every sentence has at least one aspect.

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
  examples: ['svc sentences label sentences.jsonl --scheme restaurants > labeled.jsonl'],
  async run({ arguments: [path], options }, context) {
    const content = await readFile(resolve(context.workingDirectory, path), 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be read (${error.code}).`)
      },
    )
    const labeled = textsIn(content, path).map((text) => ({
      text,
      aspects: labelSentence(text, options.scheme ?? 'aspects', options.trade ?? 'restaurant'),
    }))
    return { data: labeled, text: labeled.map((line) => JSON.stringify(line)).join('\n') }
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
