import { createWebhook } from '@svc/db/webhook-endpoints'
import { newId } from '@svc/runtime/ids'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import type { BenchDatabase } from '../database.ts'
import { divertWebhooks } from '../diverted-webhooks.ts'
import { ourProgram, type ServerProcess, startServerProcess } from '../server-process.ts'
import { type BalancedLoad, startBalancedLoad } from './balanced-load.ts'

/** Two API processes and two workers on one database, as in docs/operations, with one account and its receiver. */
export interface Installation {
  apis: ServerProcess[]
  workers: ServerProcess[]
  receiver: Receiver
  startApi(): Promise<ServerProcess>
  startWorker(): Promise<ServerProcess>
  /** Starts sending requests to both API processes. Each write publishes one event. */
  startLoad(perSecond: number): BalancedLoad
  /** Stops the load and the processes. */
  close(): Promise<void>
}

const workerProgram = '../apps/worker/src/main.ts'

export async function startInstallation(database: BenchDatabase): Promise<Installation> {
  const authority = createAuthority()
  const receiver = await startReceiver({ identity: authority.issue(['hooks.rosso-trattoria.nl']) })
  const environment = {
    ...divertWebhooks(database, { authority, port: receiver.port }),
    // Outages are part of a drill.
    SVC_LOG_LEVEL: 'fatal',
  }
  const id = newId('whk')
  const secret = database.keyring.encrypt('encryption', newSigningSecret(), secretContext(id))
  const endpoint = {
    id,
    url: 'https://hooks.rosso-trattoria.nl/svc',
    event_types: ['analysis.completed' as const],
    secret,
  }
  await database.db.transaction((transaction) => createWebhook(transaction, database.owner, endpoint, { max: 1 }))

  const startApi = () => startServerProcess(ourProgram, environment)
  const startWorker = () => startServerProcess(workerProgram, environment)
  const apis = [await startApi(), await startApi()]
  const workers = [await startWorker(), await startWorker()]
  const headers = { 'X-API-Key': database.key }
  const loads: BalancedLoad[] = []
  return {
    apis,
    workers,
    receiver,
    startApi,
    startWorker,
    startLoad(perSecond) {
      const basePath = '/api/public/v1'
      const load = startBalancedLoad({
        ports: () => apis.map(({ port }) => port),
        read: { method: 'GET', path: `${basePath}/businesses`, headers },
        write: { method: 'POST', path: `${basePath}/webhooks/${id}/test`, headers },
        perSecond,
      })
      loads.push(load)
      return load
    },
    async close() {
      for (const load of loads) await load.stop()
      await Promise.all([...apis, ...workers].map((server) => server.stop()))
      await receiver.close()
    },
  }
}
