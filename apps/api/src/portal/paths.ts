/** The paths of the portal's API, and of the public operations below it with a session as the caller. */
export const portalPaths = {
  api: '/portal/api',
  publicApi: '/portal/api/v1',
  administration: '/portal/api/admin',
} as const

/** Returns whether `path` is `parent` or a path below it. */
export function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
