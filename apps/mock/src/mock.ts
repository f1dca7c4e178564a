import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { basePath } from '@svc/http/base-path'
import { createContract } from '@svc/http/contract'
import { documents } from '@svc/http/documents'
import { createServer } from '@svc/http/server'
import { isPublicHttpsUrl } from '@svc/webhooks/url-policy'
import { createAnalyses } from './analyses.ts'
import { createControl } from './control.ts'
import { createDeliveries } from './deliveries.ts'
import { createDispatch } from './dispatch.ts'
import { contractDocument, generated } from './documents.ts'
import { createExamples } from './examples.ts'
import { createChance } from './ids.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createLimits } from './limits.ts'
import { createOAuth } from './oauth.ts'
import { type Prism, startPrism } from './prism.ts'
import type { LimitName } from './public.ts'
import { createQuotas } from './quotas.ts'
import { createReportFiles } from './report-files.ts'
import { createApp } from './server.ts'
import { createTokens } from './tokens.ts'
import { createRecorder } from './usage.ts'
import { createWorlds, type Worlds } from './worlds.ts'

export interface MockSettings {
  host: string
  port: number
  seed: number | undefined
  forwardTo: URL | null
  limits: Partial<Record<LimitName, number>>
  onFailure(error: unknown): void
}

/** A mock that listens, with its parts. */
export interface RunningMock {
  origin: string
  baseUrl: string
  prism: Prism
  inbox: Inbox
  worlds: Worlds
  reset(): void
  close(): Promise<void>
}

/** An address to listen on that nobody can dial. */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The origin by which a client on this machine dials what listens there. */
export function originOf(host: string, port: number): string {
  const dialled = anyAddress[host] ?? host
  return `http://${dialled.includes(':') ? `[${dialled}]` : dialled}:${port}`
}

/** As many webhook endpoints as the service lets an account have. */
const webhooksMaxDefault = 20

export async function runMock({ host, port, seed, forwardTo, limits, onFailure }: MockSettings): Promise<RunningMock> {
  const closing = new AbortController()
  const chance = createChance(seed)
  const worlds = createWorlds()
  const inbox = createInbox()
  const prism = await startPrism(contractDocument)
  const examples = createExamples(contractDocument, prism)
  const deliveries = createDeliveries({ chance, inbox, worlds, forwardTo })
  const usage = createRecorder({ chance, worlds })
  const contract = createContract({
    document: contractDocument,
    basePath,
    formats: { 'public-https-url': isPublicHttpsUrl },
  })

  const counted = createLimits(limits)

  const server = createServer({
    listener: (request, response) => app(request, response),
    refused: async (address) => ({ requestId: chance.id('req'), rateLimit: await counted.everybody.checkIp(address) }),
  })
  server.listen(port, host)
  await once(server, 'listening').catch(async (error) => {
    await prism.close()
    throw error
  })
  const origin = originOf(host, (server.address() as AddressInfo).port)
  const tokens = createTokens({ chance, issuer: origin, worlds })
  const reportFiles = createReportFiles({ examples, key: chance.key(), origin })
  const analyses = createAnalyses({ chance, examples, deliveries, worlds, reportFiles })

  const reset = () => {
    worlds.reset()
    inbox.clear()
    tokens.reset()
    counted.reset()
  }

  const app = createApp({
    contract,
    chance,
    worlds,
    usage,
    onFailure,
    limits: counted,
    control: createControl({ inbox, worlds, origin, reset }),
    documents: documents({ generated, publicUrl: origin, mockOrigin: origin }),
    reportFiles: reportFiles.serve,
    oauth: createOAuth({ tokens, usage, limits: counted, origin }),
    dispatch: createDispatch({
      workshop: {
        ...{ chance, examples, worlds, deliveries, analyses, closing: closing.signal },
        takeQuota: createQuotas(worlds, limits),
        webhooksMax: limits.webhooks ?? webhooksMaxDefault,
      },
      contract,
      tokens,
      usage,
      limits: counted,
    }),
  })

  return {
    origin,
    baseUrl: `${origin}${basePath}`,
    prism,
    inbox,
    worlds,
    reset,
    async close() {
      closing.abort()
      worlds.reset()
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const patience = setTimeout(() => server.closeAllConnections(), closePatienceMs)
      await closed
      clearTimeout(patience)
      await prism.close()
    },
  }
}

/** Requests that are under way when the mock is closed have this long. */
const closePatienceMs = 1_000
