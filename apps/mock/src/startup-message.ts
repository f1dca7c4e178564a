import { limitNames } from './ports/limits.ts'
import type { Mock } from './public.ts'
import { scenarios } from './scenarios.ts'

export const help = `Usage: svc-mock [--port 4010] [--host 127.0.0.1] [--forward-to URL] [--seed N] [--limit NAME=NUMBER]… [--json]

A stand-in for the Competitor Review Intelligence API: the same answers and errors, with demo credentials.

  --port N            where it listens; SVC_MOCK_PORT, else 4010; 0 takes a free port
  --host ADDRESS      SVC_HOST, else 127.0.0.1
  --forward-to URL    where signed webhooks go besides the inbox page, such as http://localhost:3000/webhooks; this machine only
  --seed N            the same sequence of calls is given the same ids and secrets again
  --limit NAME=N      another figure for ${limitNames.join(', ')}
  --json              print addresses and credentials as JSON
`

/** What a person who has just started the mock wants to know. */
export function panel({ base_url, auth_url, inbox_url, credentials }: Mock, { seconds }: { seconds: number }): string {
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
