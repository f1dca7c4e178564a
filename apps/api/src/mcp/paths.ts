import { oauthPaths } from '@svc/http/oauth'

/** The paths of the MCP server and its metadata (RFC 9728 section 3.1). */
export const mcpPaths = {
  server: '/api/public/mcp',
  metadata: oauthPaths.mcpMetadata,
} as const

/** The flag that switches the server on, for the platform and for each account. */
export const mcpFlag = 'mcp_enabled'

/** The URL of the MCP server, which its access tokens are for (RFC 8707). */
export function mcpResource(publicUrl: string): string {
  return `${publicUrl}${mcpPaths.server}`
}

/** The headers that pages of browsers need beyond those of the REST API: see `cors` of `packages/http`. */
export const mcpCorsHeaders = {
  requestHeaders: ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  responseHeaders: ['WWW-Authenticate'],
} as const
