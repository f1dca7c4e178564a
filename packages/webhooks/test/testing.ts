import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureVersion } from 'node:tls'

/** A certificate authority for one test. Only clients configured with `ca` trust it. */
export interface Authority {
  /** PEM, for `WEBHOOK_CA_FILE`. */
  ca: string
  /** A server certificate for these names. Default validity: from one hour ago, for 25 hours. */
  issue(names: readonly string[], validity?: { from: Date; to: Date }): Identity
}

export interface Identity {
  key: string
  cert: string
}

export function createAuthority(): Authority {
  const issuer = `Test authority ${randomBytes(4).toString('hex')}`
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const authorityExtensions = [extension(oids.basicConstraints, sequence(tlv(0x01, Buffer.from([0xff]))), true)]
  const ca = certificate({
    subject: issuer,
    issuer,
    publicKey,
    signingKey: privateKey,
    extensions: authorityExtensions,
  })
  return {
    ca,
    issue(names, validity) {
      const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const subjectNames = names.map((name) => tlv(0x82, Buffer.from(name)))
      const cert = certificate({
        subject: names[0] ?? 'receiver',
        issuer,
        publicKey: keys.publicKey,
        signingKey: privateKey,
        extensions: [extension(oids.subjectAltName, sequence(...subjectNames))],
        ...(validity ? { validity } : {}),
      })
      return { key: pemOf(keys.privateKey), cert }
    },
  }
}

/** A request as it arrived, with the exact bytes of its body. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

export interface Receiver {
  port: number
  /** All requests that have arrived, oldest first. */
  received: Received[]
  /** The number of connections that were opened. */
  readonly connectionCount: number
  /** Resolves with the first `count` requests once they have arrived; rejects after 20 s. */
  arrived(count: number): Promise<Received[]>
  close(): Promise<void>
}

export interface ReceiverOptions {
  identity: Identity
  /** Sends the response. Default: 204. */
  respond?: (request: Received, response: ServerResponse, socket: Socket) => void
  maxVersion?: SecureVersion
}

/**
 * Connections that wait until they are accepted. It exceeds the connections that the workers of a benchmark open at
 * once: what arrives beyond it is sent again after seconds.
 */
const backlog = 4_096

/**
 * An HTTPS server on a free port of 127.0.0.1. Webhooks reach it by a diversion only, because the URL policy refuses
 * loopback.
 */
export async function startReceiver({ identity, respond, maxVersion }: ReceiverOptions): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const connections = new Set<Duplex>()
  let connectionCount = 0
  const old =
    maxVersion === undefined ? {} : { minVersion: 'TLSv1' as const, maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' }
  const server: Server = createServer({ ...identity, ...old }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders } = request
      const complete = { method, path, headers, rawHeaders, body: Buffer.concat(chunks) }
      received.push(complete)
      for (const check of waiting) check()
      if (respond) respond(complete, response, request.socket)
      else response.writeHead(204).end()
    })
  })
  server.on('connection', (socket) => {
    connectionCount += 1
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  // A client that refuses the certificate is part of the test.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog }, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    port: address.port,
    received,
    get connectionCount() {
      return connectionCount
    },
    arrived(count) {
      const { promise, resolve, reject } = Promise.withResolvers<Received[]>()
      const check = () => received.length >= count && resolve(received.slice(0, count))
      const timer = setTimeout(() => reject(new Error(`${received.length} of ${count} requests arrived.`)), 20_000)
      waiting.add(check)
      check()
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(check)
      })
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}

const oids = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  subjectAltName: '2.5.29.17',
  subjectKeyIdentifier: '2.5.29.14',
}

interface CertificateFields {
  subject: string
  issuer: string
  publicKey: KeyObject
  signingKey: KeyObject
  extensions: Buffer[]
  validity?: { from: Date; to: Date }
}

/** RFC 5280, section 4.1. Node.js can read certificates but not create them. */
function certificate({ subject, issuer, publicKey, signingKey, extensions, validity }: CertificateFields): string {
  const hourMs = 3_600_000
  const { from, to } = validity ?? { from: new Date(Date.now() - hourMs), to: new Date(Date.now() + 24 * hourMs) }
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const keyId = createHash('sha1').update(publicKeyInfo).digest()
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name(issuer),
    sequence(utcTime(from), utcTime(to)),
    name(subject),
    publicKeyInfo,
    tlv(0xa3, sequence(extension(oids.subjectKeyIdentifier, tlv(0x04, keyId)), ...extensions)),
  )
  const signature = sign('sha256', toBeSigned, signingKey)
  const der = sequence(toBeSigned, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function tlv(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

function integer(bytes: Buffer): Buffer {
  return tlv(0x02, bytes)
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const digits = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    bytes.push(...digits)
  }
  return tlv(0x06, Buffer.from(bytes))
}

function name(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(oid(oids.commonName), tlv(0x0c, Buffer.from(commonName)))))
}

function utcTime(date: Date): Buffer {
  return tlv(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value))
}
