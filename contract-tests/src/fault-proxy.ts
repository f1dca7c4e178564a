import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { portOf } from './service.ts'

/** A fault between the service and its PostgreSQL. */
export type Fault =
  /** No fault. */
  | { kind: 'none' }
  /** The connection is reset during the n-th statement from now on, which never reaches the database. */
  | { kind: 'cut'; statement: number }
  /** The database fails the n-th statement from now on with an internal error. */
  | { kind: 'error'; statement: number }
  /** No bytes pass in either direction, and no connection is closed. */
  | { kind: 'stall' }
  /** Every connection is reset and new ones are refused. */
  | { kind: 'refuse' }

export interface FaultProxy {
  port: number
  set(fault: Fault): Promise<void>
  /** Whether the statement that must fail has been sent since. */
  readonly wasInjected: boolean
  close(): Promise<void>
}

/** An internal error of PostgreSQL (SQLSTATE XX000), with a string that must not reach a caller. */
const internalError = errorResponse({
  S: 'ERROR',
  V: 'ERROR',
  C: 'XX000',
  M: 'could not read block 7 in file "base/16384/2619": postgres internal secret-of-the-database',
})

/** The current fault, and the number of statements since it was set. */
class FaultState {
  fault: Fault = { kind: 'none' }
  wasInjected = false
  #statements = 0

  set(fault: Fault): void {
    this.fault = fault
    this.wasInjected = false
    this.#statements = 0
  }

  /** Counts a statement; returns whether it is the one to fail. */
  isDue(): boolean {
    if (this.fault.kind !== 'cut' && this.fault.kind !== 'error') return false
    this.#statements += 1
    if (this.#statements !== this.fault.statement) return false
    this.wasInjected = true
    return true
  }
}

/** A TCP proxy that parses PostgreSQL's protocol as far as needed to separate statements. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state = new FaultState()
  let port = 0
  let server: Server | undefined

  function relay(client: Socket): void {
    const database = connect(Number(target.port), target.hostname)
    closeTogether(client, database, sockets)
    relayStatements(client, database, state)
  }

  async function listen(): Promise<void> {
    if (server) return
    server = createServer(relay).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = portOf(server)
  }

  async function refuse(): Promise<void> {
    const closed = server && once(server, 'close')
    server?.close()
    server = undefined
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }

  await listen()
  return {
    port,
    get wasInjected() {
      return state.wasInjected
    },
    async set(next) {
      const wasStalled = state.fault.kind === 'stall'
      state.set(next)
      // The bytes of a stall are lost, so these connections cannot be used again.
      if (wasStalled) for (const socket of sockets) socket.resetAndDestroy()
      if (next.kind === 'refuse') await refuse()
      else await listen()
    },
    close: refuse,
  }
}

/** Closes each socket when the other closes. */
function closeTogether(client: Socket, database: Socket, sockets: Set<Socket>): void {
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
  // The transaction state of the session, which the response to an error contains.
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

/** Splits the received bytes into complete messages of the protocol. */
function createMessageReader(): (bytes: Buffer) => { type: string; message: Buffer }[] {
  let waiting = Buffer.alloc(0)
  let hasStarted = false
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    const messages: { type: string; message: Buffer }[] = []
    for (;;) {
      // The first message of a connection has no type.
      const lengthAt = hasStarted ? 1 : 0
      if (waiting.length < lengthAt + 4) return messages
      const size = lengthAt + waiting.readUInt32BE(lengthAt)
      if (waiting.length < size) return messages
      const message = waiting.subarray(0, size)
      messages.push({ type: hasStarted ? String.fromCharCode(message[0] ?? 0) : 'startup', message })
      waiting = waiting.subarray(size)
      hasStarted = true
    }
  }
}

function errorResponse(fields: Record<string, string>): Buffer {
  const content = `${Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('')}\0`
  return messageOf('E', Buffer.from(content))
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
