import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import { ApiError } from '@svc/http/errors'
import type { RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'

/**
 * Refuses what a page of a browser sends, unless its origin is listed in SVC_CORS_ORIGINS, and requests for another host
 * than that of the public URL: a name that was pointed at this machine (DNS rebinding).
 */
export function refuseForeignOrigins({
  publicUrl,
  settings,
}: Pick<Dependencies, 'publicUrl' | 'settings'>): RequestHandler {
  const { hostname } = new URL(publicUrl)
  const loopback = localhostAllowedHostnames()
  const hostnames = loopback.includes(hostname) ? loopback : [hostname]
  const origins: ReadonlySet<string> = new Set([publicUrl, ...settings.corsOrigins])
  return (request, _response, next) => {
    const { origin } = request.headers
    if (origin !== undefined && !origins.has(origin)) throw new ApiError('forbidden', { message: foreignOrigin })
    if (!validateHostHeader(request.host, hostnames).ok) throw new ApiError('forbidden', { message: foreignHost })
    next()
  }
}

const foreignOrigin = 'Pages of this origin may not use the MCP server. An operator can list it in SVC_CORS_ORIGINS.'
const foreignHost = 'The Host of the request is not that of this service. Use the URL that its metadata names.'
