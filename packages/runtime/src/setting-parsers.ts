import { X509Certificate } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { errorCode } from './error-code.ts'
import { missingPermission } from './file-access.ts'

// The parsers of settings. Each throws an Error whose message continues the quoted value: `is not a whole number …`.

/** One entry of `WEBHOOK_CONNECT_TO`: connections to `from` are opened to `to` instead. */
export interface ConnectTo {
  from: { host: string; port: number } | '*'
  to: { host: string; port: number }
}

/** `30s`, `2m`, `1h`, `500ms` or `7d` in milliseconds. Throws an Error that states what was expected. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? []
  const unitMs = unit && millisecondsPer[unit]
  if (!unitMs || Number(amount) === 0) throw new Error('is not a duration such as 30s, 2m or 1h')
  return Number(amount) * unitMs
}

/** A duration of at most `longest`, which is written as one. */
export function durationUpTo(longest: string): (text: string) => number {
  const maxMs = parseDuration(longest)
  return (text) => {
    const durationMs = parseDuration(text)
    if (durationMs > maxMs) throw new Error(`is longer than ${longest}`)
    return durationMs
  }
}

const millisecondsPer: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function oneOf<const Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const chosen = choices.find((choice) => choice === text)
    if (chosen === undefined) throw new Error(`is not one of ${choices.join(', ')}`)
    return chosen
  }
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`is not a whole number from ${min} to ${max}`)
    return value
  }
}

export function share(text: string): number {
  const value = /^\d(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 1)) throw new Error('is not a number from 0 to 1')
  return value
}

export function listOf<Value>(parse: (text: string) => Value): (text: string) => Value[] {
  return (text) => text.split(',').map((entry) => parse(entry.trim()))
}

export function nameOrNone(text: string): string | null {
  return text === 'none' ? null : text
}

export function onOff(text: string): boolean {
  return oneOf(['on', 'off'])(text) === 'on'
}

export function portOrNone(text: string): number | null {
  return text === 'none' ? null : integer(0, 65_535)(text)
}

/** The absolute path of a file that the user of this process can read. */
export function readableFile(text: string): string {
  const path = resolve(text)
  try {
    closeSync(openSync(path, 'r'))
  } catch (error) {
    if (errorCode(error) !== 'EACCES') throw new Error('is not the path of an existing file', { cause: error })
    throw new Error(`is a file that cannot be read: ${missingPermission(path)}`, { cause: error })
  }
  return path
}

/**
 * The path of a file with certificates in PEM. Each is read here, because TLS silently ignores what it cannot read.
 */
export function certificatesFile(text: string): string {
  const path = readableFile(text)
  const certificates = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  if (certificates === null) throw new Error('is a file without a certificate in PEM')
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate)
    } catch (cause) {
      throw new Error('is a file with a certificate that cannot be read', { cause })
    }
  }
  return path
}

export function urlWith(protocols: readonly string[]): (text: string) => string {
  return (text) => {
    const protocol = URL.canParse(text) ? new URL(text).protocol : ''
    if (!protocols.includes(protocol)) throw new Error(`is not a URL that starts with ${protocols[0]}//`)
    return text
  }
}

export function webUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('is not an http or https URL')
  return text.replace(/\/+$/, '')
}

export function emailAddress(text: string): string {
  if (!/^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,253}$/.test(text)) throw new Error('is not an email address')
  return text
}

export function origin(text: string): string {
  const url = new URL(webUrl(text))
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('is not an origin: scheme, host and port, nothing after them')
  }
  return url.origin
}

export function addressRange(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  const bitsMax = version === 6 ? 128 : 32
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax)
  if (version === 0 || !prefixFits || rest.length > 0) throw new Error('is not a list of addresses and CIDR ranges')
  return text
}

/** `host:port`; an IPv6 address is in brackets. */
export function hostAndPort(text: string): { host: string; port: number } {
  const [, host, digits] = /^(\[[^\]]+\]|[^:[\]\s/@]+):(\d+)$/.exec(text) ?? []
  if (!host || !digits) throw new Error('is not a list of host:port')
  return { host: bare(host), port: port(digits) }
}

export function connectTo(text: string): ConnectTo {
  const match = /^(?:\*|(\[[^\]]+\]|[^:[\]=]+):(\d+))=(\[[^\]]+\]|[^:[\]=]+):(\d+)$/.exec(text)
  const [, fromHost, fromPort, toHost, toPort] = match ?? []
  if (!toHost || !toPort) throw new Error('is not a list of name:port=address:port or *=address:port')
  return {
    from: fromHost && fromPort ? { host: bare(fromHost).toLowerCase(), port: port(fromPort) } : '*',
    to: { host: bare(toHost), port: port(toPort) },
  }
}

const port = integer(1, 65_535)

/** IPv6 addresses are written in brackets before a port, and connected to without them. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
