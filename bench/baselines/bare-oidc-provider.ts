// oidc-provider as in its guide, for client credentials: its in-memory adapter, one client, and tokens that are signed
// in the same way as ours.

import { createSecretKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { announce } from './baseline.ts'

const { BENCH_CLIENT_ID: client_id = '', BENCH_CLIENT_SECRET: client_secret = '' } = process.env
const scope = 'businesses:read analyses:write replies:write webhooks:manage reviews:write'
const key = createSecretKey(randomBytes(32))

const provider = new Provider('http://127.0.0.1', {
  clients: [
    { client_id, client_secret, scope, grant_types: ['client_credentials'], response_types: [], redirect_uris: [] },
  ],
  scopes: scope.split(' '),
  ttl: { ClientCredentials: 3600 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'http://127.0.0.1/api',
      getResourceServerInfo: () => ({
        scope,
        accessTokenFormat: 'jwt' as const,
        jwt: { sign: { alg: 'HS256' as const, key } },
      }),
    },
  },
})

const server = createServer(provider.callback())
server.listen(0, '127.0.0.1', () => announce(server))
