import type { Answer } from '@svc/http/exchange'

/** The codes of RFC 6749 section 5.2, RFC 8707 and RFC 7009, and two of ours, as far as a client of the mock can meet them. */
type ErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'rate_limited'
  | 'server_error'

/** A refusal in the form of RFC 6749 section 5.2. */
export class OAuthRefusal extends Error {
  readonly answer: Answer
  constructor(error: ErrorName, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description)
    this.answer = answerOf(status, { error, error_description: description }, headers)
  }
}

/** "The response includes Cache-Control: no-store and Pragma: no-cache" (RFC 6749 section 5.1), on refusals as well. */
const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

/** An answer in the form of RFC 6749: its body is at the top level, not in our envelope. */
export function answerOf(status: number, body: object | undefined, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...headers, ...uncached }, text: body === undefined ? '' : JSON.stringify(body) }
}
