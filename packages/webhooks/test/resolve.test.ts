import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type AddressResolver, createLookup } from '../src/resolve.ts'

type DnsResult = string[] | 'fails' | 'silent'

function resolver(ipv4: DnsResult, ipv6: DnsResult, queried: string[] = []): AddressResolver {
  const respond = (addresses: DnsResult) => async (name: string) => {
    queried.push(name)
    if (addresses === 'silent') return new Promise<string[]>(() => {})
    if (addresses === 'fails') throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    return addresses
  }
  return { resolve4: respond(ipv4), resolve6: respond(ipv6) }
}

const host = 'hooks.rosso-trattoria.nl'

describe('at delivery', () => {
  test('both families are queried for the absolute name, and both results are used', async () => {
    const queried: string[] = []
    expect(await createLookup(resolver(['1.1.1.1'], ['2606:4700:4700::1111'], queried))(host)).toEqual([
      '1.1.1.1',
      '2606:4700:4700::1111',
    ])
    expect(queried).toEqual([`${host}.`, `${host}.`])
  })

  test('one family with addresses is enough; without any, the error has the code of DNS', async () => {
    expect(await createLookup(resolver(['1.1.1.1'], 'fails'))(host)).toEqual(['1.1.1.1'])
    await expect(createLookup(resolver('fails', 'fails'))(host)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('over the wire', () => {
  let server: Socket | undefined
  afterEach(() => server?.close())

  test('the query has the absolute host name, so that no search domain is tried', async () => {
    const names: string[] = []
    const dns = createSocket('udp4')
    server = dns
    dns.on('message', (query, from) => {
      names.push(questionIn(query))
      // The same header and question, as a response without records (RCODE 3, NXDOMAIN).
      const response = Buffer.from(query)
      response.writeUInt16BE(0x8183, 2)
      dns.send(response, from.port, from.address)
    })
    await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
    const real = new Resolver({ timeout: 500, tries: 1 })
    real.setServers([`127.0.0.1:${dns.address().port}`])
    await expect(createLookup(real)(host)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(new Set(names)).toEqual(new Set([host]))
  })
})

/** RFC 1035, section 4.1.2: labels with their lengths, after a header of 12 bytes. */
function questionIn(query: Buffer): string {
  const labels: string[] = []
  let offset = 12
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return labels.join('.')
}
