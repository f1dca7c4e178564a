import { type Connection, query, type Reader } from '../connection/database.ts'
import { only } from '../connection/records.ts'

// A row that a replica receives once per second, from the primary that it follows: decision 0072.

export interface Heartbeat {
  /** Equal for a primary and its standbys only: the system identifier and the number of the database. */
  database_id: string
  /** Grows by one per second. */
  number: number
}

/** The state of a server, read by one statement. */
export interface ReplicaState extends Heartbeat {
  /** False for a server that was promoted. */
  is_standby: boolean
}

const databaseId = `
  (select system_identifier from pg_control_system())::text || '/' ||
  (select oid from pg_database where datname = current_database())::text`

/**
 * Increments the number on the primary, unless another process has just done so. The time in the row only limits how
 * often that happens, also if the clock of a new primary is behind. The column has milliseconds and would round up,
 * into the future.
 */
export async function writeHeartbeat(primary: Connection): Promise<Heartbeat> {
  const text = `
    with written as (
      update replica_heartbeat set number = number + 1, written_at = date_trunc('milliseconds', now())
      where written_at not between now() - interval '900 milliseconds' and now()
      returning number
    )
    select ${databaseId} as database_id,
      coalesce((select number from written), (select number from replica_heartbeat)) as number`
  return only(await query<Heartbeat>(primary, { name: 'write_replica_heartbeat', text }, []))
}

/** Reads from a replica how far it has got. */
export async function readReplicaState(replica: Reader): Promise<ReplicaState> {
  const text = `
    select pg_is_in_recovery() as is_standby, ${databaseId} as database_id,
      number from replica_heartbeat`
  return only(await query<ReplicaState>(replica, { name: 'read_replica_state', text }, []))
}
