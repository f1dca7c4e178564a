import { isIP } from 'node:net'

/** What the receiver made of a request. */
export interface Receipt {
  http_status: number | null
  /** The beginning of the body. */
  excerpt: string | null
  /** Why there is no status. */
  failure: 'connection_failed' | 'timeout' | null
}

const timeoutMs = 15_000
const excerptMax = 1024

/**
 * The address of `--forward-to`. Throws a RangeError for anything but this machine: the mock must not be made to call others, least of
 * all the addresses that webhooks are registered with.
 */
export function readForwardTo(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError(`"${text}" is no http or https address.`)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  if (!isLoopback)
    throw new RangeError(`${url.host} is another machine. Events are forwarded to localhost, 127.0.0.1 or [::1] only.`)
  return url
}

/** Posts a signed delivery to a receiver on this machine. Redirects are not followed. */
export async function forward(
  url: URL,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Receipt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await response.text()
    return { http_status: response.status, excerpt: text.slice(0, excerptMax), failure: null }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { http_status: null, excerpt: null, failure: timedOut ? 'timeout' : 'connection_failed' }
  }
}
