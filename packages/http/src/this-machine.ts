import type { IncomingHttpHeaders } from 'node:http'

// What has no credential and is for the person at this machine alone. Their browser is at this machine too, and shows pages of
// everybody: such a page may send requests here, and where its name was made to point here, it may read the answers.

/** Whether it is a page that this machine serves, on whatever port. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}

/**
 * Why a request is refused that a page of another site may have caused; undefined where none can. Programs such as curl send
 * no `Origin`.
 *
 * @param own such as `http://127.0.0.1:4010`
 */
export function refusalOfForeignPage(
  { host, origin }: IncomingHttpHeaders,
  own: string,
): { status: 403 | 421; message: string } | undefined {
  if (!isAddressOrLocalhost(host) && host !== new URL(own).host)
    return { status: 421, message: 'This is for this machine. Call it as localhost or by its IP address.' }
  if (origin !== undefined && origin !== `http://${host}` && !isLoopbackOrigin(origin))
    return { status: 403, message: 'Pages of other sites may not call this.' }
  return undefined
}

/** Addresses are fine, as no name can be made to point to another site's page; of names only that of this machine. */
function isAddressOrLocalhost(host: string | undefined): boolean {
  return /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\])(?::\d+)?$/i.test(host ?? '')
}
