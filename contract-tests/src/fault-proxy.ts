import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

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

/** A TCP proxy that knows as much of PostgreSQL's protocol as it needs to tell one statement from the next. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let fault: Fault = { kind: 'none' }
  let statements = 0
  let hasStruck = false
  let port = 0
  let server: Server | undefined

  /** Counts a statement; says whether it is the one to fail. */
  function isDue(): boolean {
    if (fault.kind !== 'cut' && fault.kind !== 'error') return false
    statements += 1
    if (statements !== fault.statement) return false
    hasStruck = true
    return true
  }

  function relay(client: Socket): void {
    const database = connect(Number(target.port), target.hostname)
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

    // Where the session stands in a transaction, which an error has to say.
    let transaction = 'I'
    database.on('data', (bytes) => {
      if (fault.kind === 'stall') return
      const ready = bytes.lastIndexOf('Z\0\0\0\x05', undefined, 'latin1')
      if (ready >= 0 && ready + 5 < bytes.length) transaction = String.fromCharCode(bytes[ready + 5] ?? 0)
      client.write(bytes)
    })

    let waiting = Buffer.alloc(0)
    let statement: Buffer[] = []
    let hasBegun = false
    client.on('data', (bytes) => {
      if (fault.kind === 'stall') return
      waiting = Buffer.concat([waiting, bytes])
      for (;;) {
        // The first message of a connection has no type.
        const lengthAt = hasBegun ? 1 : 0
        if (waiting.length < lengthAt + 4) return
        const size = lengthAt + waiting.readUInt32BE(lengthAt)
        if (waiting.length < size) return
        const message = waiting.subarray(0, size)
        const type = hasBegun ? String.fromCharCode(message[0] ?? 0) : 'startup'
        waiting = waiting.subarray(size)
        hasBegun = true
        statement.push(message)
        const isComplete = type === 'Q' || type === 'S'
        if (!isComplete && 'PBDECH'.includes(type)) continue
        const complete = statement
        statement = []
        if (isComplete && isDue()) {
          if (fault.kind === 'cut') return void client.resetAndDestroy()
          client.write(Buffer.concat([internalError, readyForQuery(transaction === 'I' ? 'I' : 'E')]))
        } else database.write(Buffer.concat(complete))
      }
    })
  }

  async function listen(): Promise<void> {
    if (server) return
    server = createServer(relay).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
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
      return hasStruck
    },
    async set(next) {
      const wasStalled = fault.kind === 'stall'
      fault = next
      statements = 0
      hasStruck = false
      // What was swallowed is lost: those connections are useless.
      if (wasStalled) for (const socket of sockets) socket.resetAndDestroy()
      if (next.kind === 'refuse') await vanish()
      else await listen()
    },
    close: vanish,
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
