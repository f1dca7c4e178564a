import type { IncomingHttpHeaders } from 'node:http'
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { createSdkServer, modernRevision } from './sdk-server.ts'
import type { ToolCalls } from './tool-calls.ts'

/** A call of a tool that needs no other validation of HTTP headers. */
interface DirectCall {
  message: JSONRPCRequest
  classification: MessageClassification
}

/**
 * Serves a well-formed call of a tool and returns the JSON of its response. Protocol, validation and encoding are those
 * of the SDK server; only its web streams, `Response` objects and teardown are left out, which take 0.2 ms of processor
 * time per call. Returns undefined for every other message: the HTTP handler of the SDK then serves or refuses it.
 */
export async function callDirectly(
  calls: ToolCalls,
  headers: IncomingHttpHeaders,
  message: unknown,
): Promise<string | undefined> {
  const call = directCallOf(headers, message)
  if (!call) return undefined
  let structuredJson: string | undefined
  const server = createSdkServer(calls, ({ text }) => {
    structuredJson = text
    return {}
  })
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>()
  const transport = new DirectTransport(call, resolve)
  await server.connect(transport)
  transport.onmessage?.(call.message, { classification: call.classification })
  return jsonOfResponse(await promise, structuredJson)
}

/** Receives the response as a message. It holds nothing that would have to be closed. */
class DirectTransport extends PerRequestHTTPServerTransport {
  readonly #receive: (message: JSONRPCMessage) => void

  constructor({ classification }: DirectCall, receive: (message: JSONRPCMessage) => void) {
    super({ classification })
    this.#receive = receive
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#receive(message)
  }
}

/** Accepts less than the HTTP handler of the SDK, so that it alone decides which requests are refused, and how. */
function directCallOf(headers: IncomingHttpHeaders, message: unknown): DirectCall | undefined {
  if (!isJsonContentType(headers['content-type'] ?? null) || !isJSONRPCRequest(message)) return undefined
  if (message.method !== 'tools/call') return undefined
  const version = headers['mcp-protocol-version']
  if (Array.isArray(version)) return undefined
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    body: message,
  })
  if (route.kind === 'legacy') {
    const isServed =
      (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) &&
      ['application/json', 'text/event-stream'].every((type) => headers.accept?.includes(type))
    return isServed ? { message, classification: { era: 'legacy' } } : undefined
  }
  const isServed =
    route.kind === 'modern' &&
    route.classification.revision === modernRevision &&
    version === modernRevision &&
    headers['mcp-method'] === message.method &&
    headers['mcp-name'] === message.params?.name
  return isServed ? { message, classification: route.classification } : undefined
}

/** The JSON of structured content is written as it is: a page of 32 KB would take longer than the call otherwise. */
function jsonOfResponse(message: JSONRPCMessage, structuredJson: string | undefined): string {
  if (structuredJson === undefined || !('result' in message)) return JSON.stringify(message)
  const { result, ...rest } = message
  const { structuredContent, ...others } = result
  return `${JSON.stringify({ ...rest, result: others }).slice(0, -2)},"structuredContent":${structuredJson}}}`
}
