import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { banner, literal } from '../generate/typescript.ts'
import { BrokenSpecError } from '../lint/findings.ts'
import type { Tool } from './tools.ts'

/** The resources and prompts of an MCP server, as declared in its file. */
interface McpFile {
  title: string
  instructions: string
  resources: { name: string; uri: string; tool?: string; [field: string]: unknown }[]
  prompts: { name: string; text: string; arguments: { name: string }[]; [field: string]: unknown }[]
}

/**
 * Reads the file with the resources and prompts. Throws BrokenSpecError if it names a tool that does not exist, or an
 * argument that a tool or prompt does not have.
 */
export function readMcpFile(folder: string, file: string, tools: readonly Tool[]): McpFile {
  const read: McpFile = parse(readFileSync(join(folder, file), 'utf8'))
  const argumentsOf = new Map(tools.map((tool) => [tool.shown.name, Object.keys(tool.arguments)]))
  const wrong = [
    ...namesOfTools(read)
      .filter((name) => !argumentsOf.has(name))
      .map((name) => `There is no tool \`${name}\`.`),
    ...read.resources.flatMap(({ name, uri, tool = '' }) =>
      placeholders(uri)
        .filter((each) => !argumentsOf.get(tool)?.includes(each))
        .map((each) => `The resource \`${name}\` has {${each}} in its uri, which is not an argument of its tool.`),
    ),
    ...read.prompts.flatMap(({ name, text, arguments: taken }) =>
      placeholders(text)
        .filter((each) => !taken.some((argument) => argument.name === each))
        .map((each) => `The prompt \`${name}\` has {${each}} in its text, which is not one of its arguments.`),
    ),
  ]
  if (wrong.length === 0) return read
  const place = { file, line: 1, column: 1, rule: 'mcp-names', severity: 'error' as const }
  throw new BrokenSpecError(wrong.map((sentence) => ({ ...place, sentence })))
}

/** Tools that the texts name in backticks, and those that resources are read through. */
function namesOfTools({ instructions, resources, prompts }: McpFile): string[] {
  const texts = [instructions, ...prompts.map(({ text }) => text), ...resources.map((one) => String(one.description))]
  const named = texts.flatMap((text) => [...text.matchAll(/`((?:list|get)_[a-z_]+)`/g)].map(([, name]) => name ?? ''))
  return [...named, ...resources.flatMap(({ tool }) => (tool === undefined ? [] : [tool]))]
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? '')
}

/** Writes offer.ts. */
export function offerModule({ title, instructions, resources, prompts }: McpFile, version: string): string {
  return `${banner}
export const title = ${literal(title)}
export const version = ${literal(version)}

/** The instructions that a client shows its model about the server. */
export const instructions = ${literal(instructions)}

export interface McpResource {
  readonly name: string
  readonly title: string
  readonly description: string
  /** A URI, or a template of one with the arguments of the tool. */
  readonly uri: string
  readonly media_type: string
  /** The tool that reads it. Without one it is the same for everyone. */
  readonly tool?: string
}

export const resources: readonly McpResource[] = ${literal(resources)}

export interface McpPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
    /** The text that replaces an omitted argument. */
    readonly default?: string
  }[]
  readonly text: string
}

export const prompts: readonly McpPrompt[] = ${literal(prompts)}
`
}
