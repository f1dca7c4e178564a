import type { UsageEventType } from '@generated/contract/enums'
import type { Database } from '@svc/db/database'
import type { ListReplica } from '@svc/db/list-replica'
import { registerPoolMetrics, registerReplicaMetrics } from '@svc/db/pool-metrics'
import { createRequestMetrics } from '@svc/http/request-metrics'
import type { RequestObserver } from '@svc/http/shell/finished-request'
import { Counter, type Registry } from 'prom-client'

/** The metrics of the API, including those of its requests. */
export interface ApiMetrics {
  requests: RequestObserver
  /** A token or key was issued, revoked, or used twice. */
  credentialEvent(type: UsageEventType): void
  /** A password was checked, or refused unchecked. */
  signIn(result: 'succeeded' | 'wrong' | 'too_many' | 'busy'): void
  /** A connection was closed, because its address had too many. */
  connectionRefused(): void
  /** Lists are read from this replica. */
  watchReplica(replica: ListReplica): void
}

export function createApiMetrics(registry: Registry, db: Database): ApiMetrics {
  const registers = [registry]
  registerPoolMetrics(registry, db)
  const credentialEvents = new Counter({
    name: 'svc_credential_events_total',
    help: 'OAuth tokens that were issued, revoked or reused, by the type of the usage event.',
    labelNames: ['type'],
    registers,
  })
  const signIns = new Counter({
    name: 'svc_sign_ins_total',
    help: 'Checks of a password by result; too_many and busy were refused unchecked.',
    labelNames: ['result'],
    registers,
  })
  const connectionsRefused = new Counter({
    name: 'svc_http_connections_refused_total',
    help: 'Connections that were closed because their address had too many (SVC_CONNECTIONS_PER_ADDRESS).',
    registers,
  })
  return {
    requests: createRequestMetrics(registry),
    credentialEvent: (type) => credentialEvents.inc({ type }),
    signIn: (result) => signIns.inc({ result }),
    connectionRefused: () => connectionsRefused.inc(),
    watchReplica: (replica) => registerReplicaMetrics(registry, replica),
  }
}
