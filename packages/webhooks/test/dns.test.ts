import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLookup } from '../src/resolve.ts'
import { createSender, type Sender } from '../src/sender.ts'

// DNS attacks, with the real resolver and a local name server. Every name leads, directly or not, to a listener on this
// machine. No attempt may connect to it.

type Record = { type: 'A' | 'AAAA' | 'CNAME'; data: string; name?: string }

/** The responses of the server, by name in lower case. The argument counts the earlier queries for that name. */
const zone: { [name: string]: (queryCount: number) => Record[] | 'truncated' | 'garbage' | 'nothing' | 'silence' } = {
  'loopback.rosso-trattoria.nl': () => [{ type: 'A', data: '127.0.0.1' }],
  'metadata.rosso-trattoria.nl': () => [{ type: 'A', data: '169.254.169.254' }],
  'rebinding.rosso-trattoria.nl': (queryCount) => [
    { type: 'A', data: ['127.0.0.1', '10.0.0.1', '169.254.169.254'][queryCount % 3] ?? '' },
  ],
  'mixed.rosso-trattoria.nl': () => [
    { type: 'A', data: '93.184.216.34' },
    { type: 'A', data: '127.0.0.1' },
  ],
  'mixed-turned.rosso-trattoria.nl': () => [
    { type: 'A', data: '127.0.0.1' },
    { type: 'A', data: '93.184.216.34' },
  ],
  'private-six.rosso-trattoria.nl': () => [
    { type: 'A', data: '93.184.216.34' },
    { type: 'AAAA', data: '00000000000000000000000000000001' },
  ],
  'mapped.rosso-trattoria.nl': () => [{ type: 'AAAA', data: '00000000000000000000ffff7f000001' }],
  'nat64.rosso-trattoria.nl': () => [{ type: 'AAAA', data: '0064ff9b00000000000000007f000001' }],
  'teredo.rosso-trattoria.nl': () => [{ type: 'AAAA', data: '20010000000000000000000080fffffe' }],
  'alias.rosso-trattoria.nl': () => [
    { type: 'CNAME', data: 'db.internal' },
    { type: 'A', name: 'db.internal', data: '127.0.0.1' },
  ],
  'chain.rosso-trattoria.nl': () => [
    { type: 'CNAME', data: 'a.example.net' },
    ...['a', 'b', 'c', 'd'].map((name, index): Record => {
      return { type: 'CNAME', name: `${name}.example.net`, data: `${'bcde'[index]}.example.net` }
    }),
    { type: 'A', name: 'e.example.net', data: '127.0.0.1' },
  ],
  'loop.rosso-trattoria.nl': () => [
    { type: 'CNAME', data: 'loop2.rosso-trattoria.nl' },
    { type: 'CNAME', name: 'loop2.rosso-trattoria.nl', data: 'loop.rosso-trattoria.nl' },
  ],
  'many.rosso-trattoria.nl': () => [
    ...Array.from({ length: 20 }, (): Record => ({ type: 'A', data: '93.184.216.34' })),
    { type: 'A', data: '127.0.0.1' },
  ],
  'truncated.rosso-trattoria.nl': () => 'truncated',
  'garbage.rosso-trattoria.nl': () => 'garbage',
  'nothing.rosso-trattoria.nl': () => 'nothing',
  'silence.rosso-trattoria.nl': () => 'silence',
  'ourselves.rosso-trattoria.nl': () => [{ type: 'A', data: '93.184.216.99' }],
}

let nameServer: UdpSocket
let listener: Server
let connections = 0
let port: number
let sender: Sender
const queryCounts = new Map<string, number>()
const questions: string[] = []

beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = portOf(listener.address())
  nameServer = createSocket('udp4')
  nameServer.on('message', (question, { port: from, address }) => {
    const response = respond(question)
    if (response) nameServer.send(response, from, address)
  })
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${nameServer.address().port}`])
  sender = createSender({
    timeoutMs: 3_000,
    lookup: createLookup(resolver),
    ownHosts: ['api.rosso-trattoria.nl'],
    ownAddresses: ['93.184.216.99'],
  })
})
afterAll(async () => {
  await sender.close()
  nameServer.close()
  listener.close()
})

const attempt = (host: string) =>
  sender.send({ url: `https://${host}:${port}/svc`, headers: {}, body: Buffer.from('{}') })

test.each([
  ['a name for loopback', 'loopback'],
  ['a name for the metadata of a cloud', 'metadata'],
  ['a public and a private address', 'mixed'],
  ['a private and a public address', 'mixed-turned'],
  ['a public IPv4 and a private IPv6 address', 'private-six'],
  ['a mapped address', 'mapped'],
  ['NAT64', 'nat64'],
  ['Teredo', 'teredo'],
  ['an alias for an internal name', 'alias'],
  ['a chain of five aliases to an internal address', 'chain'],
  ['a name for an address of the service', 'ourselves'],
  ['twenty public addresses and a private one', 'many'],
])('%s looks like a name without an address', async (_, name) => {
  const withoutDuration = async (host: string) => ({ ...(await attempt(host)), duration_ms: 0 })
  const unknown = await withoutDuration('nothing.rosso-trattoria.nl')
  expect(unknown).toMatchObject({ outcome: 'failed', phase: 'dns', error: 'dns_failed' })
  expect(await withoutDuration(`${name}.rosso-trattoria.nl`)).toEqual(unknown)
})

test('the name of the service itself looks like a refused connection', async () => {
  expect(await attempt('api.rosso-trattoria.nl')).toMatchObject({
    outcome: 'failed',
    phase: 'connect',
    error: 'connection_failed',
    hint: expect.stringContaining('No connection to your endpoint could be made'),
  })
})

test.each([
  ['aliases in a circle', 'loop'],
  ['a truncated response', 'truncated'],
  ['a response of random bytes', 'garbage'],
  ['a name without an address', 'nothing'],
  ['a name server that does not respond', 'silence'],
])('%s fails in the DNS phase', async (_, name) => {
  expect(await attempt(`${name}.rosso-trattoria.nl`)).toMatchObject({ phase: 'dns', error: 'dns_failed' })
})

test('a name that changes its address a thousand times is checked a thousand times', async () => {
  const host = 'rebinding.rosso-trattoria.nl'
  const before = queryCounts.get(host) ?? 0
  const results: string[] = []
  for (let batch = 0; batch < 20; batch++) {
    const attempts = await Promise.all(Array.from({ length: 50 }, () => attempt(host)))
    results.push(...attempts.map(({ outcome }) => outcome))
  }
  expect(results).toEqual(Array(1_000).fill('failed'))
  expect((queryCounts.get(host) ?? 0) - before).toBeGreaterThanOrEqual(1_000)
})

test('names are queried without a search domain', () => {
  expect(questions.filter((name) => !name.endsWith('.nl'))).toEqual([])
})

test('none of these attempts connected to this machine', () => {
  expect(connections).toBe(0)
})

/** RFC 1035, section 4: the header, the question as received, and the records. */
function respond(question: Buffer): Buffer | undefined {
  let end = 12
  const labels: string[] = []
  for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
    labels.push(question.toString('latin1', end + 1, end + 1 + length))
    end += 1 + length
  }
  const type = question.readUInt16BE(end + 1)
  const name = labels.join('.').toLowerCase()
  questions.push(name)
  const count = queryCounts.get(name) ?? 0
  queryCounts.set(name, count + 1)
  const reply = zone[name]?.(Math.floor(count / 2)) ?? 'nothing'
  if (reply === 'silence') return undefined
  if (reply === 'garbage') return Buffer.concat([question.subarray(0, 2), Buffer.from('ffffffffffff00ff00ff', 'hex')])
  const records =
    typeof reply === 'string'
      ? []
      : reply.filter((record) => record.type === 'CNAME' || typeNumber[record.type] === type)
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  // A response, authoritative, recursion available; "truncated" is a separate bit, 3 is "no such name".
  const code = reply === 'nothing' ? 3 : 0
  header.writeUInt16BE(0x8580 | (reply === 'truncated' ? 0x0200 : 0) | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const body = records.map((record) => {
    const data = dataOf(record)
    const fixed = Buffer.alloc(10)
    fixed.writeUInt16BE(typeNumber[record.type], 0)
    fixed.writeUInt16BE(1, 2)
    // Time to live 0: not cached.
    fixed.writeUInt16BE(data.length, 8)
    return Buffer.concat([nameOf(record.name ?? name), fixed, data])
  })
  return Buffer.concat([header, question.subarray(12, end + 5), ...body])
}

const typeNumber = { A: 1, CNAME: 5, AAAA: 28 }

function dataOf({ type, data }: Record): Buffer {
  if (type === 'CNAME') return nameOf(data)
  return type === 'A' ? Buffer.from(data.split('.').map(Number)) : Buffer.from(data, 'hex')
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function portOf(address: ReturnType<Server['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
