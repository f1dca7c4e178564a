import * as bounds from '@generated/contract/bounds'
import { InvalidValueError } from '@svc/command-line/errors'
import { knownCountry, knownTimezone } from '@svc/db/businesses'
import { storableInstant } from '@svc/db/records'
import { retentionDaysMax } from '@svc/db/review-retention'

// Values of options. They have the bounds of the contract, so that the API can return everything that an operator sets.

/** Returns a parser for strings of 1 to `charactersMax` characters, without leading or trailing spaces. */
export function nameUpTo(charactersMax: number): (value: string) => string {
  return (value) => {
    const name = value.trim()
    if (name.length > 0 && name.length <= charactersMax) return name
    throw new InvalidValueError(`must have 1 to ${charactersMax} characters`)
  }
}

export function parseCountry(value: string): string {
  const code = knownCountry(value)
  if (code === undefined) throw new InvalidValueError('must be an ISO 3166-1 code of two letters, such as NL')
  return code
}

export function parseTimezone(value: string): string {
  const timezone = knownTimezone(value)
  if (timezone === undefined) throw new InvalidValueError('must be an IANA time zone, such as Europe/Amsterdam')
  return timezone
}

export const websiteOption = { value: 'URL', parse: parseWebsite, description: 'Public website' } as const

function parseWebsite(value: string): string {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && url.href.length <= bounds.CreateBusinessRequest.website.maxLength)
    return url.href
  throw new InvalidValueError('must be a URL such as https://www.example.com')
}

export function parseHttpUrl(value: string): URL {
  const url = URL.parse(value)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new InvalidValueError('must be an http or https URL')
}

/** Parses an instant in ISO 8601 to the form that the database stores. */
export function parseInstant(value: string): string {
  if (Number.isNaN(Date.parse(value))) throw new InvalidValueError('must be an instant such as 2026-11-20T08:00:00Z')
  return storableInstant(new Date(value).toISOString())
}

const unitMs = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
  ['y', 365 * 86_400_000],
])

/** Returns the instant at the end of a period such as 12h or 30d that begins now. */
export function parseExpiry(value: string): string {
  const [, amount, unit = ''] = /^(\d{1,5})([mhdwy])$/.exec(value) ?? []
  const periodMs = Number(amount) * (unitMs.get(unit) ?? 0)
  if (!(periodMs > 0)) throw new InvalidValueError('must be a period such as 30m, 12h, 30d, 4w or 1y')
  const expiresAtMs = Date.now() + periodMs
  if (expiresAtMs > Date.UTC(9999, 0)) throw new InvalidValueError('must end before the year 9999')
  return new Date(expiresAtMs).toISOString()
}

/** Parses the number of days for which reviews are kept. Returns null for `off`. */
export function parseRetention(value: string): number | null {
  if (value === 'off') return null
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (days >= 1 && days <= retentionDaysMax) return days
  throw new InvalidValueError(`must be a number of days from 1 to ${retentionDaysMax}, or off`)
}
