/** A check that failed on an operation, once or several times. */
export interface Failure {
  /** `main/getWebhook/response_schema_conformance`: its name in `--replay` and the baseline. */
  id: string
  lane: string
  /** The operationId, or the name of something else that was tested. */
  operation: string
  check: string
  message: string
  /** A command that sends the first failed request again; credentials are variables. */
  curl: string | null
  count: number
  /** Set for a known failure: its ticket, and the last day on which it is accepted. */
  baseline?: { ticket: string; expires: string }
}

/** Headers with secrets, and the variables that replace them. */
const secretHeaders: Record<string, string> = {
  'x-api-key': '$SVC_API_KEY',
  authorization: 'Bearer $SVC_ACCESS_TOKEN',
  cookie: '$SVC_COOKIE',
  'x-csrf-token': '$SVC_CSRF_TOKEN',
  'idempotency-key': '$(uuidgen)',
}

const ownHeaders = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent', 'accept'])

export interface Request {
  method: string
  url: string
  headers?: Iterable<readonly [string, string]>
  body?: string | undefined
}

/**
 * A request as a shell command, without credentials.
 *
 * @param shown the text in double quotes for the value of each header with a secret, by its name in lower case, and the
 *   quoted URL
 */
export function curlOf(
  request: Request,
  {
    secrets = secretHeaders,
    shownUrl = quoted(request.url),
  }: { secrets?: Record<string, string>; shownUrl?: string } = {},
): string {
  const headers = [...(request.headers ?? [])]
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const variable = secrets[name.toLowerCase()]
      return variable === undefined ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: ${variable}"`
    })
  const body = request.body ? [`--data-binary ${quoted(request.body)}`] : []
  return [`curl -i -X ${request.method}`, ...headers, ...body, shownUrl].join(' ')
}

/** An argument in single quotes. */
export function quoted(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`
}
