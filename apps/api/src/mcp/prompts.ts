import { type McpPrompt, prompts } from '@generated/mcp/offer'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Arguments are names, ids and tones. */
const argumentLengthMax = 200

/** The text of a prompt with its arguments. Throws ProtocolError for a prompt or argument that is not offered. */
export function promptText(
  name: string,
  args: Readonly<Record<string, string>>,
): Pick<McpPrompt, 'description' | 'text'> {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw invalid('Unknown prompt. Use prompts/list to list the prompts.')
  const values = new Map(prompt.arguments.map((argument) => [argument.name, args[argument.name] || argument.default]))
  for (const { name: argument } of prompt.arguments) {
    const value = values.get(argument)
    if (value === undefined) throw invalid(`The argument ${argument} is required.`)
    if (value.length > argumentLengthMax)
      throw invalid(`The argument ${argument} may have at most ${argumentLengthMax} characters.`)
  }
  const text = prompt.text.replaceAll(/\{([a-z_]+)\}/g, (_placeholder, argument: string) => values.get(argument) ?? '')
  return { description: prompt.description, text }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
