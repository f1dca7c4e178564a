// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

/** The paths that have an operation without a credential. */
export const publicPaths: readonly string[] = [
  '/session',
  '/session/by-link',
  '/session/reset-link',
  '/session/by-code',
  '/session/passkey-challenge',
  '/session/by-passkey',
  '/admin/session',
  '/admin/session/by-link',
  '/admin/session/by-code',
]
