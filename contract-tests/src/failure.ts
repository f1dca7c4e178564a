/** One thing that is wrong: a check that failed on an operation, however often it did. */
export interface Failure {
  /** `main/getWebhook/response_schema_conformance`: what `--replay` and the baseline call it. */
  id: string
  lane: string
  /** operationId, or what else was tested. */
  operation: string
  check: string
  message: string
  /** The request of the first time, to be sent again; credentials are variables. */
  curl: string | null
  count: number
  /** Known, with a ticket and until when it may stay. */
  baseline?: { ticket: string; expires: string }
}

/** Headers that show a secret, and the variable that has it instead. */
const secretHeaders: Record<string, string> = {
  'x-api-key': '$SVC_API_KEY',
  authorization: 'Bearer $SVC_ACCESS_TOKEN',
  'idempotency-key': '$(uuidgen)',
}

const ownHeaders = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent', 'accept'])

/** A request as a command that can be pasted. It never holds a credential. */
export function curlOf(request: {
  method: string
  url: string
  headers?: Iterable<readonly [string, string]>
  body?: string | undefined
}): string {
  const headers = [...(request.headers ?? [])]
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const variable = secretHeaders[name.toLowerCase()]
      return variable === undefined ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: ${variable}"`
    })
  const body = request.body ? [`--data-binary ${quoted(request.body)}`] : []
  return [`curl -i -X ${request.method}`, ...headers, ...body, quoted(request.url)].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
