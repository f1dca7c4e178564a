import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { crossSiteRefusal } from '@svc/http/loopback-guard'
import { closeServer, listen } from '@svc/runtime/listen'
import { originOf } from '@svc/runtime/origin'
import { panelPage, panelPolicy } from './panel-page.ts'
import { type Previewed, previewFile, previewPage } from './preview.ts'
import type { DevState, Store } from './state.ts'

export interface PanelServer {
  /** Such as `http://127.0.0.1:4000`. */
  origin: string
  /** Reloads every open page of the docs. */
  reloadDocs(): void
  close(): Promise<void>
}

interface PanelServerOptions extends Previewed {
  host: string
  /** 0 selects a free port. */
  port: number
  store: Store
}

/** Changes of the state within this time are sent as one message. */
const gatherMs = 50

const homePage = '/docs/quick-start'

/** Some proxies and browsers close an idle connection. */
const heartbeatMs = 20_000

/** Serves the panel, its state as data, and a preview of the docs. Rejects with a StartError if it cannot listen. */
export async function startPanelServer(options: PanelServerOptions): Promise<PanelServer> {
  const { host, port, store } = options
  const readers = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined

  const broadcast = (event: string, data: unknown) => {
    const message = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    for (const reader of readers) reader.write(message)
  }
  const unsubscribe = store.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      broadcast('state', store.state)
    }, gatherMs)
  })
  const heartbeat = setInterval(() => {
    for (const reader of readers) reader.write(': heartbeat\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.destroy(error))
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const refusal = crossSiteRefusal(request.headers, origin)
    if (refusal) return send(response, refusal.status, 'text/plain', `${refusal.message}\n`)
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'Only GET.\n', { Allow: 'GET' })
    if (pathname === '/') return send(response, 302, 'text/plain', '', { Location: '/dev' })
    if (pathname === '/dev')
      return send(response, 200, 'text/html', panelPage, { 'Content-Security-Policy': panelPolicy })
    if (pathname === '/dev/state.json') return send(response, 200, 'application/json', JSON.stringify(store.state))
    if (pathname === '/dev/events') return follow(response, { state: store.state, readers })
    // The docs link to the portal and to the document, which only the service has.
    if (/^\/(?:portal|api)(?:\/|$)/.test(pathname))
      return send(response, 302, 'text/plain', '', { Location: options.origins.service + pathname })
    // The first guide is the home page of the docs.
    if (pathname === '/docs' && (await previewPage(options, homePage)))
      return send(response, 302, 'text/plain', '', { Location: homePage })
    const page = await previewPage(options, pathname)
    if (page) return send(response, 200, 'text/html', page.html, { 'Content-Security-Policy': page.policy })
    const file = await previewFile(options, pathname)
    if (file) return send(response, 200, file.mediaType, file.text)
    const missing = pathname.startsWith('/docs/') ? await previewPage(options, '/docs/404') : undefined
    if (missing) return send(response, 404, 'text/html', missing.html, { 'Content-Security-Policy': missing.policy })
    send(response, 404, 'text/plain', 'This page does not exist. The panel is at /dev, the docs are at /docs.\n')
  }

  const origin = originOf(host, await listen(server, { host, port, settings: { host: 'SVC_HOST', port: '--port' } }))
  return {
    origin,
    reloadDocs: () => broadcast('reload', {}),
    async close() {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(heartbeat)
      await closeServer(server, 0)
    },
  }
}

/** Sends the state as an event, and makes the response a reader of those to come. */
function follow(response: ServerResponse, { state, readers }: { state: DevState; readers: Set<ServerResponse> }): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(`event: state\ndata: ${JSON.stringify(state)}\n\n`)
  readers.add(response)
  response.on('close', () => readers.delete(response))
}

function send(
  response: ServerResponse,
  status: number,
  mediaType: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(text)
}
