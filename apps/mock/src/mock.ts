import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { basePath } from '@svc/http/base-path'
import { createContract } from '@svc/http/contract'
import { documents } from '@svc/http/documents'
import { createServer } from '@svc/http/server'
import { isPublicHttpsUrl } from '@svc/webhooks/url-policy'
import { createTokens } from './accounts/tokens.ts'
import { createControl } from './control.ts'
import { createDispatch } from './dispatch.ts'
import { contractDocument, generated } from './documents.ts'
import { createLimits } from './limits.ts'
import { createOAuth } from './oauth.ts'
import type { MockContext } from './operations/index.ts'
import { createExamples } from './prism/examples.ts'
import { type Prism, startPrism } from './prism/prism.ts'
import { createPrismOperations } from './prism/prism-operations.ts'
import type { LimitName } from './public.ts'
import { createApp } from './server.ts'
import { createAnalyses } from './state/analyses.ts'
import { createAnalysisRuns } from './state/analysis-runs.ts'
import { createIdSource } from './state/id-source.ts'
import { createQuotas } from './state/quotas.ts'
import { createReportFiles } from './state/report-files.ts'
import { createStateStore, type StateStore } from './state/state-store.ts'
import { createRecorder } from './usage.ts'
import { createDeliveries } from './webhooks/deliveries.ts'
import { createDeliveryTimers } from './webhooks/delivery-timers.ts'
import { createInbox, type Inbox } from './webhooks/inbox.ts'
import { createSender } from './webhooks/sender.ts'

export interface MockSettings {
  host: string
  port: number
  seed: number | undefined
  forwardTo: URL | null
  limits: Partial<Record<LimitName, number>>
  onFailure(error: unknown): void
}

/** A mock that listens. */
export interface RunningMock {
  origin: string
  baseUrl: string
  prism: Prism
  inbox: Inbox
  states: StateStore
  reset(): void
  close(): Promise<void>
}

/** The address by which a client on this machine reaches a wildcard address. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The origin for clients on this machine of a server that listens on `host`. */
export function originOf(host: string, port: number): string {
  const address = loopbackOf[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Webhook endpoints per account, as in the service. */
const webhooksMaxDefault = 20

/** How long requests in progress may take to finish when the mock is closed. */
const closeTimeoutMs = 1_000

export async function runMock({ host, port, seed, forwardTo, limits, onFailure }: MockSettings): Promise<RunningMock> {
  const closing = new AbortController()
  const ids = createIdSource(seed)
  const states = createStateStore()
  const inbox = createInbox()
  const prism = await startPrism(contractDocument)
  const usage = createRecorder({ ids, states })
  const requestLimits = createLimits(limits)

  const server = createServer({
    listener: (request, response) => app(request, response),
    refused: async (address) => ({
      requestId: ids.newId('req'),
      rateLimit: await requestLimits.common.checkIp(address),
    }),
  })
  server.listen(port, host)
  await once(server, 'listening').catch(async (error) => {
    await prism.close()
    throw error
  })
  const origin = originOf(host, (server.address() as AddressInfo).port)
  const tokens = createTokens({ ids, issuer: origin, states })
  const { context, prismOperations, reportFiles } = createContext()

  const reset = () => {
    states.reset()
    inbox.clear()
    tokens.reset()
    requestLimits.reset()
  }

  const contract = createContract({
    document: contractDocument,
    basePath,
    formats: { 'public-https-url': isPublicHttpsUrl },
  })
  const app = createApp({
    contract,
    ids,
    states,
    usage,
    onFailure,
    limits: requestLimits,
    control: createControl({ inbox, states, origin, reset }),
    documents: documents({ generated, publicUrl: origin, mockOrigin: origin }),
    reportFiles: reportFiles.serve,
    oauth: createOAuth({ tokens, usage, limits: requestLimits, origin }),
    dispatch: createDispatch({ context, prismOperations, contract, tokens, usage, limits: requestLimits }),
  })

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
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timeout = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
      await closed
      clearTimeout(timeout)
      await prism.close()
    },
  }

  function createContext() {
    const examples = createExamples(contractDocument, prism)
    const reportFiles = createReportFiles({ examples, key: ids.newKey(), origin })
    const analyses = createAnalyses({ examples, reportFiles })
    const schedule = createDeliveryTimers({ states, send: createSender({ inbox, forwardTo }) })
    const deliveries = createDeliveries({ ids, states, schedule })
    const takeQuota = createQuotas(states, limits)
    const context: MockContext = {
      ids,
      examples,
      states,
      deliveries,
      analyses,
      startAnalysis: createAnalysisRuns({ ids, states, examples, analyses, deliveries }),
      takeQuota,
      webhooksMax: limits.webhooks ?? webhooksMaxDefault,
      closing: closing.signal,
    }
    return { context, reportFiles, prismOperations: createPrismOperations({ prism, examples, ids, states, takeQuota }) }
  }
}
