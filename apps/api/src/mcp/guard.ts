import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import { ApiError } from '@svc/http/errors'
import type { Request } from 'express'
import type { Dependencies } from '../dependencies.ts'

/**
 * Finds what is wrong with a request apart from its credential. A page of a browser is refused unless its origin is
 * listed in SVC_CORS_ORIGINS, and so is a `Host` other than that of the public URL: a name that was pointed at this
 * machine (DNS rebinding).
 */
export function createGuard({
  publicUrl,
  settings,
}: Pick<Dependencies, 'publicUrl' | 'settings'>): (request: Request) => ApiError | undefined {
  const { hostname } = new URL(publicUrl)
  const loopback = localhostAllowedHostnames()
  const hostnames = loopback.includes(hostname) ? loopback : [hostname]
  const origins: ReadonlySet<string> = new Set([publicUrl, ...settings.corsOrigins])
  return (request) => {
    const { origin } = request.headers
    if (origin !== undefined && !origins.has(origin)) return new ApiError('forbidden', { message: foreignOrigin })
    if (!validateHostHeader(request.host, hostnames).ok) return new ApiError('forbidden', { message: foreignHost })
    if (request.method !== 'POST') return new ApiError('method_not_allowed', { headers: { Allow: 'POST' } })
    return undefined
  }
}

const foreignOrigin = 'Pages of this origin may not use the MCP server. An operator can list it in SVC_CORS_ORIGINS.'
const foreignHost = 'The Host of the request is not that of this service. Use the URL that its metadata names.'
