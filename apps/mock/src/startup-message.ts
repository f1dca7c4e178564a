import type { AnyDocumentMock } from './any-document/start-any-document.ts'
import type { Mock } from './public.ts'
import { scenarios } from './scenarios.ts'

/** Returns the text that the command prints when the mock is ready. */
export function startupMessage(
  { base_url, auth_url, inbox_url, credentials }: Mock,
  { seconds, metricsUrl }: { seconds: number; metricsUrl: string | null },
): string {
  const [first, second] = credentials.accounts
  const rows = [
    ['API', base_url],
    ['Docs', `${auth_url}/docs`],
    ['Tokens', `${auth_url}/api/oauth/token`],
    ['Inbox', inbox_url],
    ...(metricsUrl === null ? [] : [['Metrics', metricsUrl]]),
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

/** Returns the text that the command prints when the mock of another document is ready. */
export function anyDocumentMessage(
  { baseUrl, origin, operations, webhooks, webhookSecret }: AnyDocumentMock,
  { file, seconds }: { file: string; seconds: string },
): string {
  const webhookLines =
    webhooks.length === 0
      ? ''
      : `
  Webhook   curl -X POST ${origin}/__mock/webhooks/${webhooks[0]}
  Secret    ${webhookSecret}`
  return `
  The mock of ${file} is ready after ${seconds} s. Ctrl-C stops it.

  API       ${baseUrl}, ${operations} operations
  Reset     curl -X POST ${origin}/__mock/reset${webhookLines}
  Response  -H 'Prefer: code=404', 'Prefer: example=NAME' or 'Prefer: dynamic=true' chooses one

  Any credential is accepted where the document requires one.
`
}

/** Returns the text that the command prints when it records. */
export function recordingMessage({
  origin,
  upstream,
  file,
}: {
  origin: string
  upstream: string
  file: string
}): string {
  return `
  Recording. Ctrl-C stops it.

  API       ${origin}, which forwards to ${upstream}
  File      ${file}, without credentials, cookies and secrets
  Replay    --replay ${file}
`
}
