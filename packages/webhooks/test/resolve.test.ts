import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type AddressResolver, createLookup, resolvesToInternalAddress } from '../src/resolve.ts'

type Answer = string[] | 'fails' | 'silent'

function resolver(ipv4: Answer, ipv6: Answer, asked: string[] = []): AddressResolver {
  const answer = (addresses: Answer) => async (name: string) => {
    asked.push(name)
    if (addresses === 'silent') return new Promise<string[]>(() => {})
    if (addresses === 'fails') throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    return addresses
  }
  return { resolve4: answer(ipv4), resolve6: answer(ipv6) }
}

const host = 'hooks.rosso-trattoria.nl'
const publicAddress = '93.184.216.34'

describe('at registration', () => {
  test.each<[string, Answer, Answer]>([
    ['a private address', ['10.0.0.5'], 'fails'],
    ['a private address among public ones', [publicAddress, '10.0.0.5'], 'fails'],
    ['a private IPv6 address beside a public IPv4 one', [publicAddress], ['fd00::1']],
    ['a private address while the other family is silent', ['127.0.0.1'], 'silent'],
  ])('%s is positive evidence', async (_, ipv4, ipv6) => {
    expect(await resolvesToInternalAddress(host, resolver(ipv4, ipv6))).toBe(true)
  })

  test.each<[string, Answer, Answer]>([
    ['public addresses', [publicAddress], ['2606:4700:4700::1111']],
    ['a name that does not exist yet', 'fails', 'fails'],
    ['one family only', [publicAddress], 'fails'],
  ])('%s is none', async (_, ipv4, ipv6) => {
    expect(await resolvesToInternalAddress(host, resolver(ipv4, ipv6))).toBe(false)
  })

  test('silence costs a second at most', async () => {
    const startedMs = performance.now()
    expect(await resolvesToInternalAddress(host, resolver('silent', 'silent'))).toBe(false)
    expect(performance.now() - startedMs).toBeLessThan(1_300)
  })

  test('a literal address needs no DNS', async () => {
    const asked: string[] = []
    expect(await resolvesToInternalAddress('[::1]', resolver([], [], asked))).toBe(true)
    expect(await resolvesToInternalAddress(publicAddress, resolver([], [], asked))).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('at delivery', () => {
  test('both families are asked for the absolute name, and both answers count', async () => {
    const asked: string[] = []
    expect(await createLookup(resolver(['1.1.1.1'], ['2606:4700:4700::1111'], asked))(host)).toEqual([
      '1.1.1.1',
      '2606:4700:4700::1111',
    ])
    expect(asked).toEqual([`${host}.`, `${host}.`])
  })

  test('one answering family is enough, none is a failure with its code', async () => {
    expect(await createLookup(resolver(['1.1.1.1'], 'fails'))(host)).toEqual(['1.1.1.1'])
    await expect(createLookup(resolver('fails', 'fails'))(host)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('over the wire', () => {
  let server: Socket | undefined
  afterEach(() => server?.close())

  test('the question names the host absolutely: no search domain is tried', async () => {
    const names: string[] = []
    const dns = createSocket('udp4')
    server = dns
    dns.on('message', (query, from) => {
      names.push(questionIn(query))
      // The same header and question, as an answer without records (RCODE 3, NXDOMAIN).
      const answer = Buffer.from(query)
      answer.writeUInt16BE(0x8183, 2)
      dns.send(answer, from.port, from.address)
    })
    await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
    const real = new Resolver({ timeout: 500, tries: 1 })
    real.setServers([`127.0.0.1:${dns.address().port}`])
    await expect(createLookup(real)(host)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(new Set(names)).toEqual(new Set([host]))
  })
})

/** RFC 1035, section 4.1.2: labels with their lengths, behind a header of 12 bytes. */
function questionIn(query: Buffer): string {
  const labels: string[] = []
  let place = 12
  for (let length = query.readUInt8(place); length > 0; length = query.readUInt8(place)) {
    labels.push(query.toString('ascii', place + 1, place + 1 + length))
    place += 1 + length
  }
  return labels.join('.')
}
