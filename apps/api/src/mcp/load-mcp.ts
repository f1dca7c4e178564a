import { isFlagOn } from '@svc/db/flags'
import type { RequestHandler } from 'express'
import type { McpOptions } from './mcp.ts'
import { mcpFlag, mcpPaths } from './paths.ts'

/**
 * Serves the MCP server once it is switched on. Until then its paths do not exist, and its SDK, which takes 80 MB of
 * memory, is not loaded: at the start of the process if the flag is on, else with the first request that finds it on.
 */
export function mcpWhenEnabled(options: McpOptions): RequestHandler {
  const { db, background } = options.dependencies
  const paths: ReadonlySet<string> = new Set(Object.values(mcpPaths))
  let loading: Promise<RequestHandler> | undefined
  const load = () => {
    // The next request tries again after a failure.
    loading ??= import('./mcp.ts')
      .then(({ createMcp }) => createMcp(options))
      .catch((error) => {
        loading = undefined
        throw error
      })
    return loading
  }
  const loadIfOn = async () => ((await isFlagOn(db, mcpFlag)) ? load() : undefined)
  background(async () => void (await loadIfOn()))
  return async (request, response, next) => {
    if (!paths.has(request.path)) return next()
    const serve = await (loading ?? loadIfOn())
    return serve ? serve(request, response, next) : next()
  }
}
