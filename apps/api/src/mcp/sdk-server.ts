import { instructions, prompts, resources, title, version } from '@generated/mcp/offer'
import { tools } from '@generated/mcp/tools'
import {
  type CallToolResult,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { promptText } from './prompts.ts'
import { readResource } from './resources.ts'
import { errorText, type ToolResult } from './results.ts'
import type { ToolCalls } from './tool-calls.ts'

// The low-level server of the SDK: the tools have JSON Schemas and are validated as the REST API validates, and an
// instance per request must cost little.

const shownTools = tools.map(({ shown }) => ({ ...shown, annotations: { title: shown.title, ...shown.annotations } }))

const isTemplate = (uri: string) => uri.includes('{')
const shownResources = resources.map(({ uri, media_type: mimeType, name, title, description }) => ({
  ...(isTemplate(uri) ? { uriTemplate: uri } : { uri }),
  name,
  title,
  description,
  mimeType,
}))

const shownPrompts = prompts.map(({ name, title, description, arguments: taken }) => ({
  name,
  title,
  description,
  arguments: taken.map(({ name, description, required }) => ({ name, description, required })),
}))

/** The offer is the same for everyone and changes with a release only. */
const offerCache = { ttlMs: 300_000, cacheScope: 'public' } as const

/** The revision whose requests are independent of each other; all others begin with a handshake. */
export const modernRevision = '2026-07-28'

const serverOptions = {
  supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, modernRevision],
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions,
  // Each instance would make one of its own.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
  cacheHints: {
    'tools/list': offerCache,
    'resources/list': offerCache,
    'resources/templates/list': offerCache,
    'prompts/list': offerCache,
  },
}

/**
 * The server of one request.
 *
 * @param structuredContentOf the structured content of a result, for the response that the SDK serializes
 */
export function createSdkServer(
  calls: ToolCalls,
  structuredContentOf: (result: ToolResult) => Record<string, unknown>,
): Server {
  const server = new Server({ name: 'svc', title, version }, serverOptions)
  server.setRequestHandler('tools/list', () => ({ tools: shownTools }))
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(calls, params.name, params.arguments ?? {}, structuredContentOf),
  )
  server.setRequestHandler('resources/list', () => ({ resources: shownResources.filter(hasUri) }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: shownResources.filter(hasTemplate),
  }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(calls, params.uri))
  server.setRequestHandler('prompts/list', () => ({ prompts: shownPrompts }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  return server
}

async function callTool(
  calls: ToolCalls,
  name: string,
  args: Record<string, unknown>,
  structuredContentOf: (result: ToolResult) => Record<string, unknown>,
): Promise<CallToolResult> {
  const outcome = await calls.call(name, args)
  if (!outcome)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool. Use tools/list to list the tools.')
  if ('error' in outcome)
    return { content: [textOf(errorText(outcome.error, calls.exchange.requestId))], isError: true }
  return { content: [textOf(outcome.result.text)], structuredContent: structuredContentOf(outcome.result) }
}

function getPrompt(name: string, args: Readonly<Record<string, string>>): GetPromptResult {
  const { description, text } = promptText(name, args)
  return { description, messages: [{ role: 'user', content: textOf(text) }] }
}

function textOf(text: string) {
  return { type: 'text' as const, text }
}

type ShownResource = (typeof shownResources)[number]

function hasUri(shown: ShownResource): shown is Extract<ShownResource, { uri: string }> {
  return 'uri' in shown
}

function hasTemplate(shown: ShownResource): shown is Extract<ShownResource, { uriTemplate: string }> {
  return 'uriTemplate' in shown
}
