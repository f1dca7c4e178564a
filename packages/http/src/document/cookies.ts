import type { IncomingMessage } from 'node:http'

/** The cookies of a request by name; of two with one name, the first. */
export function cookiesOf({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> {
  const pairs = (headers.cookie ?? '').split(';').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=')
    return equals < 1 ? [] : [[pair.slice(0, equals).trim(), decoded(pair.slice(equals + 1).trim())]]
  })
  return Object.fromEntries(pairs.reverse())
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not percent-encoded: the value as it was sent.
    return value
  }
}
