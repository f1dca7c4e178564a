import type { IncomingHttpHeaders } from 'node:http'

// Surfaces without a credential are for programs and browsers on this machine only. A browser on this machine also
// shows pages of other sites: such a page can send requests here, and if its host name resolves to this machine, it can
// read the responses.

/** Returns whether an origin is a page that this machine serves, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}

/**
 * Returns the refusal of a request that a page of another site may have caused; undefined when none can have. Programs
 * such as curl send no `Origin`.
 *
 * @param ownOrigin such as `http://127.0.0.1:4010`
 */
export function crossSiteRefusal(
  { host, origin }: IncomingHttpHeaders,
  ownOrigin: string,
): { status: 403 | 421; message: string } | undefined {
  const refusal = hostRefusal({ host }, ownOrigin)
  if (refusal) return refusal
  if (origin !== undefined && origin !== `http://${host}` && !isLoopbackOrigin(origin))
    return { status: 403, message: 'Pages of other sites cannot call this server.' }
  return undefined
}

/**
 * Returns the refusal of a request to a host name that may be another site's name for this machine; undefined for other
 * requests. A page of that site could read the responses.
 */
export function hostRefusal(
  { host }: Pick<IncomingHttpHeaders, 'host'>,
  ownOrigin: string,
): { status: 421; message: string } | undefined {
  if (isAddressOrLocalhost(host) || host === new URL(ownOrigin).host) return undefined
  return {
    status: 421,
    message: 'This server is for programs on this machine. Call it as localhost or by its IP address.',
  }
}

/**
 * An IP address cannot be a DNS name of another site that resolves to this machine; `localhost` is the only safe name.
 */
function isAddressOrLocalhost(host: string | undefined): boolean {
  return /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\])(?::\d+)?$/i.test(host ?? '')
}
