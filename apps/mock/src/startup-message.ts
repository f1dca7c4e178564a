import { limitNames } from './ports/limits.ts'
import type { Mock } from './public.ts'
import { scenarios } from './scenarios.ts'

export const help = `Usage: svc-mock [--port 4010] [--host 127.0.0.1] [--forward-to URL] [--seed N] [--limit NAME=NUMBER]… [--json]

A mock of the Competitor Review Intelligence API: the same responses and errors, with demo credentials.

  --port N            port to listen on; default: SVC_MOCK_PORT, or 4010; 0 takes a free port
  --host ADDRESS      address to listen on; default: SVC_HOST, or 127.0.0.1
  --forward-to URL    also send signed webhooks to this URL, such as http://localhost:3000/webhooks; this machine only
  --seed N            whole number: the same sequence of requests gets the same ids and secrets again
  --limit NAME=N      change a limit: ${limitNames.join(', ')}
  --json              print URLs and credentials as JSON
`

/** What the command prints when the mock is ready. */
export function startupMessage(
  { base_url, auth_url, inbox_url, credentials }: Mock,
  { seconds }: { seconds: number },
): string {
  const [first, second] = credentials.accounts
  const rows = [
    ['API', base_url],
    ['Docs', `${auth_url}/docs`],
    ['Tokens', `${auth_url}/api/oauth/token`],
    ['Inbox', inbox_url],
    [first.name, first.api_key],
    [second.name, second.api_key],
    ['OAuth client', `${first.oauth_client.client_id}  ${first.oauth_client.client_secret}`],
  ]
  const table = rows.map(([name = '', value]) => `  ${name.padEnd(18)} ${value}`)
  return `
  The mock is ready after ${seconds.toFixed(1)} s. Ctrl-C stops it.

${table.join('\n')}

  First call
  curl -H "X-API-Key: ${first.api_key}" ${base_url}/businesses

  Scenarios: ${Object.keys(scenarios).join(', ')}
  curl -X PUT ${auth_url}/__mock/scenario -d '{"scenario":"analysis-fails"}'

`
}
