import { type Scope, scopes } from '@generated/contract/enums'
import { operations } from '@generated/contract/operations'
import { title } from '@generated/mcp/offer'
import { tools } from '@generated/mcp/tools'
import type { ApiCaller } from '@svc/credentials/caller'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import { isOperationId } from '@svc/http/shell/operation'
import { authenticateRequest } from '../authenticate.ts'
import type { Dependencies } from '../dependencies.ts'
import { mcpPaths, mcpResource } from './paths.ts'

/**
 * The metadata from which clients of the MCP server learn where to get a token (RFC 9728 section 2). The metadata of
 * the issuer names the grants.
 */
export function protectedResourceMetadata(publicUrl: string) {
  return {
    resource: mcpResource(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: scopesOfTools(),
    bearer_methods_supported: ['header'],
    resource_name: title,
    resource_documentation: `${publicUrl}/docs/agents`,
  }
}

/**
 * The caller, with the credentials of the REST API, but for access tokens, which must be for the MCP server. A refusal
 * names the URL of the metadata (RFC 9728 section 5.1).
 */
export function mcpAuthentication(dependencies: Dependencies) {
  const { publicUrl } = dependencies
  const challenge = `Bearer realm="mcp", resource_metadata="${publicUrl}${mcpPaths.metadata}", scope="businesses:read"`
  return async (exchange: Exchange): Promise<ApiCaller | RefusedCredential<ApiCaller>> => {
    const result = await authenticateRequest(dependencies, exchange, { audience: mcpResource(publicUrl) })
    return 'code' in result ? { ...result, challenge } : result
  }
}

function scopesOfTools(): Scope[] {
  const ids = tools.map(({ operationId }) => operationId).filter(isOperationId)
  const needed = new Set<string>(ids.flatMap((id) => operations[id].scopes))
  return scopes.filter((scope) => needed.has(scope))
}
