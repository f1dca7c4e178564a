import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { isLostConnection, isUnavailable } from '@svc/db/database-errors'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

// node-postgres throws these errors without a code, so the service recognizes them by their messages. The server here
// speaks only the beginning of the protocol: each test fails if a new version of the driver throws another message.

const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.destroy())
  socket.once('data', (startup) => {
    if (startup.includes('refused\0')) socket.destroy()
    if (startup.includes('accepted\0')) socket.write(signedIn)
  })
})
/** Of a server that accepts the user and waits for a statement. */
const signedIn = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

let options: pg.ClientConfig

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  options = { host: '127.0.0.1', port: typeof address === 'object' ? address?.port : undefined, user: 'svc' }
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** A client that ignores errors outside of its requests. */
function clientOf(database: 'accepted' | 'refused' | 'silent', more: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({ ...options, database, ...more })
  client.on('error', () => {})
  return client
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('The work did not fail.'),
    (error: unknown) => error,
  )

const failures: Record<string, { isLost: boolean; cause: () => Promise<unknown> }> = {
  'a connection that ends while it is opened': {
    isLost: true,
    cause: () => clientOf('refused').connect(),
  },
  'a statement on a connection that has ended': {
    isLost: true,
    async cause() {
      const client = clientOf('accepted')
      await client.connect()
      const ended = once(client, 'end')
      for (const socket of sockets) socket.destroy()
      await ended
      return client.query('select 1')
    },
  },
  'a statement on a connection that was reset': {
    isLost: true,
    async cause() {
      const client = clientOf('accepted')
      await client.connect()
      const failed = once(client, 'error')
      for (const socket of sockets) socket.resetAndDestroy()
      await failed
      return client.query('select 1')
    },
  },
  'a statement on a connection that was closed': {
    isLost: true,
    async cause() {
      const client = clientOf('accepted')
      await client.connect()
      await client.end()
      return client.query('select 1')
    },
  },
  'a server that does not respond to a new connection': {
    isLost: false,
    cause: () => clientOf('silent', { connectionTimeoutMillis: 20 }).connect(),
  },
  'a pool without a free connection': {
    isLost: false,
    async cause() {
      const pool = new pg.Pool({ ...options, database: 'accepted', max: 1 })
      const busy = await pool.connect()
      pool.options.connectionTimeoutMillis = 20
      return pool.connect().finally(() => {
        busy.release()
        return pool.end()
      })
    },
  },
  'a pool whose server does not respond': {
    isLost: false,
    cause() {
      const pool = new pg.Pool({ ...options, database: 'silent', max: 1, connectionTimeoutMillis: 20 })
      return pool.connect().finally(() => pool.end())
    },
  },
  'a server that does not respond to a statement': {
    isLost: false,
    async cause() {
      const client = clientOf('accepted', { query_timeout: 20 })
      await client.connect()
      return client.query('select 1').finally(() => client.end())
    },
  },
}

test.for(Object.entries(failures))('%s is recognized', async ([, { isLost, cause }]) => {
  const error = await failureOf(cause())
  expect(error).not.toHaveProperty('code')
  expect({ error, isUnavailable: isUnavailable(error), isLost: isLostConnection(error) }).toEqual({
    error,
    isUnavailable: true,
    isLost,
  })
})
