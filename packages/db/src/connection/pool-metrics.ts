import { Gauge, type Registry } from 'prom-client'
import type { Database } from './database.ts'

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
