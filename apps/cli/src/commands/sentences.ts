import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { trades } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { labelSentence, schemes } from '@svc/intelligence/labels/schemes'
import { errorCode } from '@svc/runtime/error-code'
import { isRecord, parseJson } from '@svc/runtime/json'

const labelCommand = defineCommand({
  name: 'sentences label',
  summary: 'Label sentences by aspect and polarity',
  description: `
    FILE is JSON Lines of {"text"}, with one sentence per line. Other fields are ignored. The command prints one line for each
    sentence: {"text", "aspects": [{"aspect", "polarity", "probability"}]}. The probability states how likely it is that the
    sentence is about the aspect. Every sentence has at least one aspect.

    Analyses use the scheme aspects. The scheme restaurants has the labels of published restaurant data: food, service, price,
    ambience and anecdotes/miscellaneous. In both schemes, polarity is positive, negative, neutral or conflict.`,
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
    const content = await readFile(resolve(context.workingDirectory, path), 'utf8').catch((error) => {
      throw new CommandError(`${path} cannot be read (${errorCode(error)}).`)
    })
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
    const parsed = parseJson(line)
    if (!isRecord(parsed) || typeof parsed.text !== 'string') {
      throw new CommandError(
        `${path}, line ${index + 1}: expected an object with a "text". Example: {"text":"The soup was cold."}`,
      )
    }
    return [parsed.text]
  })
}
