import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { startTestApi, type TestAccount, type TestApi } from '@svc/api/testing'
import { changeBusinessCreation } from '@svc/credentials/credential-changes'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { operatorActor } from '@svc/db/audit-log'
import { createPublisher } from '@svc/webhooks/publish'
import { createAuthority } from '@svc/webhooks/testing'
import { startTestWorker } from '@svc/worker/testing'

/** The receiver of the deliveries of the service: over TLS on loopback. */
export const host = 'flows.rosso-trattoria.nl'

export const businessValues = {
  name: 'Rosso Trattoria',
  trade: 'restaurant',
  country: 'NL',
  timezone: 'Europe/Amsterdam',
}

/** The real API, worker and PostgreSQL, with an account that has no business yet. */
export interface Service {
  api: TestApi
  account: TestAccount
  /** A client that may create the business of the account. */
  client: { clientId: string; clientSecret: string }
  /** Whether deliveries get the status 503 and do not reach their receiver. */
  losesDeliveries: boolean
  /** Publishes a recommendation as an analysis does, and returns the id of its event. */
  recommend(business_id: `biz_${string}`): Promise<string>
  /** Sends a past delivery again, and resolves once the receiver has accepted it. */
  resent(deliveryId: string): Promise<void>
  close(): Promise<void>
}

/** Starts the service. `receive` handles what is delivered to `host`. */
export async function startService(receive: RequestListener): Promise<Service> {
  const api = await startTestApi()
  const account = await api.open({ withoutBusiness: true })
  const authority = createAuthority()
  const receiver = createHttpsServer(authority.issue([host]), (request, response) => {
    if (service.losesDeliveries) response.writeHead(503).end()
    else receive(request, response)
  })
  const port = await listen(receiver)
  const folder = await mkdtemp(join(tmpdir(), 'workflow-'))
  await writeFile(join(folder, 'ca.pem'), authority.ca)
  const worker = startTestWorker(
    { db: api.database.db, keyring: api.keyring },
    {
      WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
      WEBHOOK_CONNECT_TO: `*=127.0.0.1:${port}`,
      SVC_PDF_BROWSER: 'none',
    },
  )
  const service: Service = {
    api,
    account,
    client: await grantedClient(api, account),
    losesDeliveries: false,

    async recommend(business_id) {
      const publisher = createPublisher(document, { maxAttempts: 5 })
      const owner = { account_id: account.owner.account_id, business_id }
      const data = {
        business_id,
        analysis_id: 'ana_01m7hf1rr0fwd9h44cbb4w5y6j',
        recommendation_id: 'rec_01m7hf30s8e3xrvmnh2r0axeyt',
        priority: 1,
        action: `Answer reviews within a day (${randomUUID()}).`,
      } as const
      const [id] = await api.database.db.transaction((transaction) =>
        publisher.publish(transaction, owner, [{ type: 'recommendation.created', data }]),
      )
      return String(id)
    },

    async resent(deliveryId) {
      const { data } = await account.call('POST', `/webhook-deliveries/${deliveryId}/resend`)
      for (;;) {
        const delivery = await account.call('GET', `/webhook-deliveries/${data.id}`)
        if (delivery.data.status === 'succeeded') return
      }
    },

    async close() {
      await worker.stop()
      close(receiver)
      await api.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return service
}

async function grantedClient({ database, keyring }: TestApi, { owner }: TestAccount) {
  const { account_id: accountId } = owner
  const { client_id, client_secret } = await createOAuthClient(database.db, keyring, accountId, { name: 'Workflow' })
  const change = { accountId, clientId: client_id, enabled: true }
  await database.db.transaction((transaction) => changeBusinessCreation(transaction, operatorActor, change))
  if (client_secret === null) throw new Error('The client has no secret.')
  return { clientId: client_id, clientSecret: client_secret }
}

/** Listens on a free port of loopback, and returns the port. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

function close(server: Server | undefined): void {
  server?.close()
  server?.closeAllConnections()
}

/** Receives what a workflow forwards. */
export async function startForward<Body>() {
  const bodies: Body[] = []
  const checks = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(204).end()
    for (const check of checks) check()
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  return {
    url,
    /** In the order in which they arrived. */
    bodies,
    /** Resolves once this many have arrived. */
    arrived(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => bodies.length >= count && resolve()
      checks.add(check)
      check()
      return promise
    },
    close: () => close(server),
  }
}

export type Forward<Body> = Awaited<ReturnType<typeof startForward<Body>>>

/** Reads a list until it has a record, and returns the first. */
export async function first<Item>(list: () => Promise<readonly Item[]>): Promise<Item> {
  for (;;) {
    const [item] = await list()
    if (item !== undefined) return item
  }
}
