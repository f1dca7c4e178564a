import { isLoopback } from '@svc/runtime/origin'

/** Parses the URL of an option, and whether it is of this machine. Throws a RangeError for other text. */
export function parseHttpUrl(option: string): { url: URL; isLocal: boolean } {
  const url = URL.parse(option)
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError(`"${option}" is not an http or https URL.`)
  return { url, isLocal: isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) }
}
