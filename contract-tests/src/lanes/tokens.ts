import { CannotRunError } from '../cannot-run-error.ts'
import type { Lane } from '../lane.ts'

/** The OAuth endpoints, by RFC 6749 and RFC 7009. */
export const tokens: Lane = {
  name: 'tokens',
  description: 'the OAuth endpoints fuzzed: errors as in RFC 6749, no-store, never 500, no secret repeated',
  needsClient: true,
  fuzz: {
    document: 'oauth',
    phases: ['examples', 'coverage', 'fuzzing'],
    examples: { fast: 4, full: 250, nightly: 2_000 },
    credentials: null,
    async before({ accounts: [first] }) {
      if (!first.oauth_client) throw new CannotRunError('This lane requires SVC_CLIENT_ID and SVC_CLIENT_SECRET.')
      return { SVC_CLIENT_ID: first.oauth_client.client_id, SVC_CLIENT_SECRET: first.oauth_client.client_secret }
    },
  },
  expect: ({ statusCounts }, operationIds) =>
    reached
      .filter(([name, status]) => operationIds.includes(name) && !statusCounts.has(`${name} ${status}`))
      .map(([name, status]) => `${name} never returned ${status}`),
}

/** `authorize` and the MCP server are controlled by flags that are off (spec/DECISIONS.md). */
const reached = [
  ['issueToken', 200],
  ['issueToken', 400],
  ['issueToken', 401],
  ['revokeToken', 200],
  ['revokeToken', 400],
  ['revokeToken', 401],
  ['authorize', 404],
  ['getAuthorizationServerMetadata', 200],
  ['getMcpServerMetadata', 404],
] as const
