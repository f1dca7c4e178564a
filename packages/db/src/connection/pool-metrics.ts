import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from './database.ts'
import type { ListReplica } from './list-replica.ts'

/** The connections of a pool: what a scrape reads is the state at that moment. */
export function registerPoolMetrics(registry: Registry, db: Database): void {
  const registers = [registry]
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle } = db.connections
      this.set({ state: 'in_use' }, open - idle)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'svc_database_connections_max',
    help: 'The most connections that the pool opens (SVC_DATABASE_POOL).',
    registers,
    collect() {
      this.set(db.connections.max)
    },
  })
  new Gauge({
    name: 'svc_database_waiting',
    help: 'Callers that wait for a connection of the pool.',
    registers,
    collect() {
      this.set(db.connections.waiting)
    },
  })
}

/** The reads of lists by server, and the state of the replica. */
export function registerReplicaMetrics(registry: Registry, replica: ListReplica): void {
  const registers = [registry]
  new Counter({
    name: 'svc_database_list_reads_total',
    help:
      'Statements of lists by the server that was read. Reasons for the primary: the replica is left out, lacks a ' +
      'write of the account, or failed.',
    labelNames: ['target', 'reason'],
    registers,
    collect() {
      this.reset()
      const { replica: current, ...fromPrimary } = replica.reads
      this.inc({ target: 'replica', reason: 'current' }, current)
      for (const [reason, reads] of Object.entries(fromPrimary)) this.inc({ target: 'primary', reason }, reads)
    },
  })
  new Gauge({
    name: 'svc_database_replica_lag_seconds',
    help: 'How far the replica is behind, in whole seconds; NaN if it cannot be read.',
    registers,
    collect() {
      this.set(replica.lagSeconds)
    },
  })
  new Gauge({
    name: 'svc_database_replica_usable',
    help: '1 while lists are read from the replica, 0 while it is left out.',
    registers,
    collect() {
      this.set(replica.isUsable ? 1 : 0)
    },
  })
}
