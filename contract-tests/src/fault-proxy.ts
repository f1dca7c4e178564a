import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { portOf } from './service.ts'

/** What happens between the service and its PostgreSQL. */
export type Fault =
  /** Nothing. */
  | { kind: 'none' }
  /** The connection is reset in the middle of the n-th statement from now on, which the database never sees. */
  | { kind: 'cut'; statement: number }
  /** The database fails the n-th statement from now on with an internal error. */
  | { kind: 'error'; statement: number }
  /** Nothing comes through, in either direction, and nothing is closed. */
  | { kind: 'stall' }
  /** Every connection is reset and new ones are refused, as when the machine has gone away. */
  | { kind: 'refuse' }

export interface FaultProxy {
  port: number
  set(fault: Fault): Promise<void>
  /** Whether the statement that was to fail has come by since. */
  readonly hasStruck: boolean
  close(): Promise<void>
}

/** What PostgreSQL says when something in it is broken (SQLSTATE XX000), with words that must not reach a caller. */
const internalError = errorResponse({
  S: 'ERROR',
  V: 'ERROR',
  C: 'XX000',
  M: 'could not read block 7 in file "base/16384/2619": postgres internal secret-of-the-database',
})

/** The fault that is set, and how many statements came by since. */
class FaultState {
  fault: Fault = { kind: 'none' }
  hasStruck = false
  #statements = 0

  set(fault: Fault): void {
    this.fault = fault
    this.hasStruck = false
    this.#statements = 0
  }

  /** Counts a statement; returns whether it is the one to fail. */
  isDue(): boolean {
    if (this.fault.kind !== 'cut' && this.fault.kind !== 'error') return false
    this.#statements += 1
    if (this.#statements !== this.fault.statement) return false
    this.hasStruck = true
    return true
  }
}

/** A TCP proxy that knows as much of PostgreSQL's protocol as it needs to separate statements. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state = new FaultState()
  let port = 0
  let server: Server | undefined

  function relay(client: Socket): void {
    const database = connect(Number(target.port), target.hostname)
    tie(client, database, sockets)
    relayStatements(client, database, state)
  }

  async function listen(): Promise<void> {
    if (server) return
    server = createServer(relay).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = portOf(server)
  }

  async function vanish(): Promise<void> {
    const closed = server && once(server, 'close')
    server?.close()
    server = undefined
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }

  await listen()
  return {
    port,
    get hasStruck() {
      return state.hasStruck
    },
    async set(next) {
      const wasStalled = state.fault.kind === 'stall'
      state.set(next)
      // What was swallowed is lost: those connections are useless.
      if (wasStalled) for (const socket of sockets) socket.resetAndDestroy()
      if (next.kind === 'refuse') await vanish()
      else await listen()
    },
    close: vanish,
  }
}

/** Two sockets that end together. */
function tie(client: Socket, database: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [client, database],
    [database, client],
  ] as const) {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
}

function relayStatements(client: Socket, database: Socket, state: FaultState): void {
  // The state of the session's transaction, which an error has to repeat.
  let transaction = 'I'
  database.on('data', (bytes) => {
    if (state.fault.kind === 'stall') return
    const ready = bytes.lastIndexOf('Z\0\0\0\x05', undefined, 'latin1')
    if (ready >= 0 && ready + 5 < bytes.length) transaction = String.fromCharCode(bytes[ready + 5] ?? 0)
    client.write(bytes)
  })

  const nextMessages = createMessageReader()
  let statement: Buffer[] = []
  client.on('data', (bytes) => {
    if (state.fault.kind === 'stall') return
    for (const { type, message } of nextMessages(bytes)) {
      statement.push(message)
      const isComplete = type === 'Q' || type === 'S'
      if (!isComplete && 'PBDECH'.includes(type)) continue
      const complete = Buffer.concat(statement)
      statement = []
      if (!isComplete || !state.isDue()) database.write(complete)
      else if (state.fault.kind === 'cut') return void client.resetAndDestroy()
      else client.write(Buffer.concat([internalError, readyForQuery(transaction === 'I' ? 'I' : 'E')]))
    }
  })
}

/** Splits what arrives into whole messages of the protocol. */
function createMessageReader(): (bytes: Buffer) => { type: string; message: Buffer }[] {
  let waiting = Buffer.alloc(0)
  let hasBegun = false
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    const messages: { type: string; message: Buffer }[] = []
    for (;;) {
      // The first message of a connection has no type.
      const lengthAt = hasBegun ? 1 : 0
      if (waiting.length < lengthAt + 4) return messages
      const size = lengthAt + waiting.readUInt32BE(lengthAt)
      if (waiting.length < size) return messages
      const message = waiting.subarray(0, size)
      messages.push({ type: hasBegun ? String.fromCharCode(message[0] ?? 0) : 'startup', message })
      waiting = waiting.subarray(size)
      hasBegun = true
    }
  }
}

function errorResponse(fields: Record<string, string>): Buffer {
  const text = `${Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('')}\0`
  return messageOf('E', Buffer.from(text))
}

function readyForQuery(transaction: string): Buffer {
  return messageOf('Z', Buffer.from(transaction))
}

function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
