import { eventCatalog } from '@generated/contract/event-catalog'
import { type McpResource, resources } from '@generated/mcp/offer'
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { isReport, reportMarkdown } from './report-markdown.ts'
import { errorText, structuredContentOf, type ToolResult } from './results.ts'
import type { ToolCalls } from './tool-calls.ts'

/** Reads a resource through its tool: with the same limits, scopes and checks. Throws ProtocolError. */
export async function readResource(calls: ToolCalls, uri: string): Promise<ReadResourceResult> {
  const [found] = resources.flatMap((resource) => {
    const args = argumentsIn(resource, uri)
    return args ? [{ resource, args }] : []
  })
  if (!found) throw new ResourceNotFoundError(uri, 'No resource has this URI.')
  const { resource, args } = found
  const text =
    resource.tool === undefined ? JSON.stringify(eventCatalog) : await readThrough(calls, resource.tool, args, uri)
  return { contents: [{ uri, mimeType: resource.media_type, text }] }
}

async function readThrough(calls: ToolCalls, tool: string, args: Record<string, string>, uri: string): Promise<string> {
  const outcome = await calls.call(tool, args)
  if (!outcome) throw new Error(`There is no tool ${tool}`)
  if ('result' in outcome) return render(outcome.result)
  const { error } = outcome
  const text = errorText(error, calls.exchange.requestId)
  if (error.code === 'not_found') throw new ResourceNotFoundError(uri, text)
  throw new ProtocolError(
    error.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest,
    text,
  )
}

/** A report as Markdown, everything else as JSON. */
function render(result: ToolResult): string {
  const { data } = structuredContentOf(result)
  return isReport(data) ? reportMarkdown(data) : result.text
}

/** The arguments in a URI; undefined if it is not one of this resource. */
function argumentsIn({ uri: template }: McpResource, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? '')
  const [start = '', end = ''] = template.split(/\{[a-z_]+\}/)
  if (names.length === 0) return uri === template ? {} : undefined
  if (!uri.startsWith(start) || !uri.endsWith(end)) return undefined
  return { [names[0] ?? '']: uri.slice(start.length, uri.length - end.length) }
}
