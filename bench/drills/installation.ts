import { join } from 'node:path'
import { freePort } from '@svc/supervisor/ports'
import { createAuthority, type Receiver, startReceiver } from '@svc/webhooks/testing'
import type { BenchDatabase } from '../database.ts'
import { divertWebhooks } from '../diverted-webhooks.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type BalancedLoad, startBalancedLoad } from './balanced-load.ts'
import { type Release, thisRelease } from './release.ts'

/** The program of a process. */
export type Role = 'api' | 'worker'

interface Replacement {
  /** `stop` lets the process finish its work, `kill` ends it as a crash does. */
  end: 'stop' | 'kill'
  /** The release of the new process. Default: this one. */
  release?: Release
}

interface LoadOptions extends Pick<Parameters<typeof startBalancedLoad>[0], 'concurrency' | 'asksReadiness'> {
  /** Whether the deliveries of the endpoint are listed after each write. Default: they are not. */
  listsAfterWrites?: boolean
}

interface Endpoint {
  id: string
  signing_secret: string
}

/**
 * Settings for a busy machine: how long requests wait for a connection to PostgreSQL, and how long a process that is
 * no longer ready serves the balancer, which may notice late. A process that serves alone would otherwise refuse
 * requests because of the load, which a drill does not measure.
 */
export const busyMachineSettings = { SVC_DATABASE_WAIT: '8s', SVC_STOP_DELAY: '5s' }

/** Two API processes and two workers on one database, as in docs/operations, with one account and its receiver. */
export interface Installation {
  servers: Readonly<Record<Role, ServerProcess[]>>
  /** The ports of the metrics of each process, which a new process in its place has as well. */
  metricsPorts: Readonly<Record<Role, readonly number[]>>
  receiver: Receiver
  /** The endpoint of the receiver, with the signing secret that it had first. */
  endpoint: Endpoint
  /** The URL of the API of the first process, with the path of its operations. */
  baseUrl(): string
  /** Changes settings of the processes that start from now on. */
  configure(environment: Readonly<Record<string, string>>): void
  /** Clients use this API key from now on. */
  useKey(key: string): void
  /** Ends a process, and starts another one in its place. Resolves when the new process is ready. */
  replace(role: Role, index: number, replacement: Replacement): Promise<void>
  /** Starts sending requests to both API processes. Each write publishes one event. */
  startLoad(perSecond: number, options?: LoadOptions): BalancedLoad
  /** Stops the load and the processes. */
  close(): Promise<void>
}

const basePath = '/api/public/v1'

/**
 * Starts the processes, of this release by default, and registers the endpoint of the receiver. The errors that the
 * processes log are not printed by default, because outages are part of a drill.
 */
export async function startInstallation(
  database: BenchDatabase,
  { release = thisRelease, printsErrors = false }: { release?: Release; printsErrors?: boolean } = {},
): Promise<Installation> {
  const authority = createAuthority()
  const receiver = await startReceiver({ identity: authority.issue(['hooks.rosso-trattoria.nl']) })
  const environment: Record<string, string> = {
    ...divertWebhooks(database, { authority, port: receiver.port }),
    SVC_LOG_LEVEL: printsErrors ? 'error' : 'fatal',
  }
  const metricsPorts = { api: [await freePort(), await freePort()], worker: [await freePort(), await freePort()] }
  const start = ({ folder }: Release, role: Role, index: number) =>
    startServerProcess(
      join(folder, `apps/${role}/src/main.ts`),
      {
        ...environment,
        [role === 'api' ? 'SVC_METRICS_PORT' : 'SVC_WORKER_METRICS_PORT']: String(metricsPorts[role][index]),
      },
      { prints: printsErrors },
    )
  const startBoth = async (role: Role) => [await start(release, role, 0), await start(release, role, 1)]
  const servers = { api: await startBoth('api'), worker: await startBoth('worker') }
  const ports = () => servers.api.map(({ port }) => port)
  const headers = { 'X-API-Key': database.key }
  const baseUrl = () => `http://127.0.0.1:${ports()[0]}${basePath}`
  const endpoint = await createEndpoint(baseUrl(), headers)
  const loads: BalancedLoad[] = []
  return {
    servers,
    metricsPorts,
    receiver,
    endpoint,
    baseUrl,
    configure: (changed) => void Object.assign(environment, changed),
    useKey: (key) => void Object.assign(headers, { 'X-API-Key': key }),
    async replace(role, index, { end, release: next = thisRelease }) {
      await servers[role][index]?.[end]()
      servers[role][index] = await start(next, role, index)
    },
    startLoad(perSecond, { listsAfterWrites = false, ...options } = {}) {
      const list = { method: 'GET', path: `${basePath}/webhooks/${endpoint.id}/deliveries?limit=100`, headers } as const
      const load = startBalancedLoad({
        ports,
        read: { method: 'GET', path: `${basePath}/businesses`, headers },
        write: { method: 'POST', path: `${basePath}/webhooks/${endpoint.id}/test`, headers },
        perSecond,
        ...(listsAfterWrites && { listAfterWrite: list }),
        ...options,
      })
      loads.push(load)
      return load
    },
    async close() {
      for (const load of loads) await load.stop()
      await Promise.all([...servers.api, ...servers.worker].map((server) => server.stop()))
      await receiver.close()
    },
  }
}

/** Registers the receiver as a customer does. */
async function createEndpoint(baseUrl: string, headers: Record<string, string>): Promise<Endpoint> {
  const response = await fetch(`${baseUrl}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.rosso-trattoria.nl/svc', event_types: ['analysis.completed'] }),
  })
  const body = await response.text()
  if (response.status !== 201) throw new Error(`The endpoint was not created, but ${response.status}: ${body}`)
  return JSON.parse(body).data
}
