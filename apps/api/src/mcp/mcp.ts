import { promisify } from 'node:util'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { isFlagOn } from '@svc/db/flags'
import { bodyParser } from '@svc/http/body-parser'
import { ApiError } from '@svc/http/errors'
import { methodNotAllowed } from '@svc/http/oauth'
import { requireCaller } from '@svc/http/shell/dispatch'
import { type Exchange, exchangeOf, limitCaller, setChannel } from '@svc/http/shell/exchange'
import { commonHeaders, type HttpResponse, sendResponse } from '@svc/http/shell/response'
import { isRecord, parseJson } from '@svc/runtime/json'
import express, { type Request as ExpressRequest, type Response as ExpressResponse, type RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'
import { mcpAuthentication, protectedResourceMetadata } from './authorization.ts'
import { callDirectly } from './direct-call.ts'
import { createGuard } from './guard.ts'
import { mcpFlag, mcpPaths, mcpResource } from './paths.ts'
import { structuredContentOf } from './results.ts'
import { createSdkServer } from './sdk-server.ts'
import { createToolCalls, type ToolCallOptions } from './tool-calls.ts'

export interface McpOptions extends ToolCallOptions {
  dependencies: Dependencies
}

/** Messages are short: the arguments of tools are ids, filters and cursors. */
const bodyLimitBytes = 64 * 1024

/**
 * The MCP server: an instance of the official SDK serves each request and ends with it (docs/decisions/0044). Passes on
 * every other path, and its own while the flag is off, so that they do not exist then.
 */
export function createMcp(options: McpOptions): RequestHandler {
  const { dependencies, usage } = options
  const { db, publicUrl } = dependencies
  const toolCalls = createToolCalls(options)
  const authenticate = mcpAuthentication(dependencies)
  const router = express.Router({ caseSensitive: true, strict: true })

  router.all(mcpPaths.metadata, async (_request, _response, next) =>
    next((await isFlagOn(db, mcpFlag)) ? undefined : 'router'),
  )
  router.get(mcpPaths.metadata, (_request, response) => {
    const body = JSON.stringify(protectedResourceMetadata(publicUrl))
    sendResponse(exchangeOf(response), { status: 200, headers: { 'Cache-Control': 'no-cache' }, body })
  })
  router.all(mcpPaths.metadata, methodNotAllowed('GET'))

  const refusalOf = createGuard(dependencies)
  const parseText = bodyParser(express.text({ limit: bodyLimitBytes, inflate: false, type: () => true }))
  const readText = promisify<ExpressRequest, ExpressResponse>(parseText)
  router.all(mcpPaths.server, async (request, response, next) => {
    const exchange = exchangeOf(response)
    const refusal = refusalOf(request) // 403, 405
    const result = refusal ?? (await authenticate(exchange))
    // Authentication has read the flag, so that a call costs little more than a request of the REST API.
    const isOn = 'account' in result ? result.account.mcpEnabled : await isFlagOn(db, mcpFlag)
    if (!isOn) return next('router')
    setChannel(exchange, 'mcp')
    if (result instanceof ApiError) throw result
    const caller = await requireCaller({ authenticate: async () => result, usage }, exchange) // 401
    await readText(request, response) // 400
    const message = messageOf(request)
    // Calls of operations are counted there, so that a model gets a refusal as the result of its call.
    if (!countedWhereItRuns.has(methodOf(message))) await limitCaller(exchange, caller) // 429
    const session = toolCalls({ exchange, caller })
    const json = await callDirectly(session, request.headers, message)
    if (json !== undefined) return send(exchange, { status: 200, headers: jsonHeaders, body: json })
    const handler = createMcpHandler(() => createSdkServer(session, structuredContentOf), {
      keepAliveMs: 0,
      maxSubscriptions: 0,
    })
    const served = await handler.fetch(sdkRequest(request, message, publicUrl), { parsedBody: message })
    send(exchange, { status: served.status, headers: Object.fromEntries(served.headers), body: await served.text() })
  })
  return router
}

const countedWhereItRuns: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read'])

/**
 * The parsed body; undefined if it is not JSON, which the SDK reports. Throws ApiError 400 for a batch: revisions since
 * 2025-06-18 have none, and one request would otherwise run any number of calls.
 */
function messageOf({ body }: ExpressRequest): unknown {
  const message = parseJson(String(body))
  if (Array.isArray(message))
    throw new ApiError('invalid_request', {
      message: 'Batches are not supported. Send one JSON-RPC message per request.',
    })
  return message
}

function methodOf(message: unknown): unknown {
  return isRecord(message) ? message.method : undefined
}

/** The request as the SDK reads it: with its headers of the protocol, and without credentials. */
function sdkRequest({ headers, body }: ExpressRequest, message: unknown, publicUrl: string): Request {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(accept|content-type|mcp-.+)$/.test(name) ? [[name, value]] : [],
  )
  const unread = message === undefined ? { body: String(body) } : {}
  return new Request(mcpResource(publicUrl), { method: 'POST', headers: kept, ...unread })
}

const jsonHeaders = { 'Content-Type': 'application/json' }

/** Every response is complete before it is sent: a client that reads slowly holds nothing but its bytes. */
function send(exchange: Exchange, { status, headers, body }: HttpResponse): void {
  const { response } = exchange
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    ...commonHeaders(exchange),
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
