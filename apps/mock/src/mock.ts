import type { RequestListener } from 'node:http'
import { basePath } from '@svc/http/base-path'
import { createServer } from '@svc/http/server'
import type { RequestObserver } from '@svc/http/shell/finished-request'
import { waitingListener } from '@svc/http/waiting-listener'
import { closeServer, listen } from '@svc/runtime/listen'
import { originOf } from '@svc/runtime/origin'
import { limitsOfDemoKeys } from './accounts/credentials.ts'
import { createMockApp } from './app.ts'
import { contractDocument } from './documents.ts'
import { createLimits } from './ports/limits.ts'
import { type Prism, startPrism } from './prism/prism.ts'
import type { LimitName } from './public.ts'
import { createIdSource } from './state/id-source.ts'
import { createStateStore, type StateStore } from './state/state-store.ts'
import { createInbox, type Inbox } from './webhooks/inbox.ts'

interface MockSettings {
  host: string
  port: number
  seed: number | undefined
  forwardTo: URL | null
  limits: Partial<Record<LimitName, number>>
  exposeControls: boolean
  /** Recorded responses that are returned before those of the mock; none by default. */
  intercept?: ((mock: RequestListener) => RequestListener) | undefined
  onFailure(error: unknown): void
  /** The observers that count requests. */
  observers: readonly RequestObserver[]
}

interface RunningMock {
  origin: string
  baseUrl: string
  prism: Prism
  inbox: Inbox
  states: StateStore
  reset(): void
  close(): Promise<void>
}

/** Starts a mock that listens. Rejects with a StartError if it cannot listen. */
export async function runMock({ host, port, seed, ...settings }: MockSettings): Promise<RunningMock> {
  const closing = new AbortController()
  const ids = createIdSource(seed)
  const states = createStateStore()
  const inbox = createInbox()
  const requestLimits = createLimits(settings.limits, limitsOfDemoKeys)
  const prism = await startPrism(contractDocument)

  const { listener, serve } = waitingListener()
  const server = createServer({
    listener: settings.intercept?.(listener) ?? listener,
    https: false,
    refused: async (ip) => ({ requestId: ids.newId('req'), rateLimit: await requestLimits.checkIp(ip) }),
  })
  const settingNames = { host: 'host', port: 'port' }
  const openPort = await listen(server, { host, port, settings: settingNames }).catch(async (error) => {
    await prism.close()
    throw error
  })
  const origin = originOf(host, openPort)
  const { app, reset } = createMockApp({
    ...settings,
    ids,
    states,
    inbox,
    prism,
    requestLimits,
    origin,
    host,
    closing: closing.signal,
  })
  serve(app)

  return {
    origin,
    baseUrl: `${origin}${basePath}`,
    prism,
    inbox,
    states,
    reset,
    async close() {
      closing.abort()
      states.reset()
      await closeServer(server, closeTimeoutMs)
      await prism.close()
    },
  }
}

/** The time that requests in progress may take to finish when the mock is closed. */
const closeTimeoutMs = 1_000
