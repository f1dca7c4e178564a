import type { Received } from '@svc/webhooks/testing'
import type { Misbehavior, ProxiedResponse, Sent } from './proxy.ts'

// Building blocks of planted bugs: changes of requests, responses and events.

type Json = Record<string, unknown>
type Change = (response: ProxiedResponse, sent: Sent) => ProxiedResponse

/** Changes the event without signing it again. */
export function inEvent(delivery: Received, change: (event: Json) => Json): Received {
  return { ...delivery, body: Buffer.from(JSON.stringify(change(JSON.parse(delivery.body.toString())))) }
}

/** Changes the responses of one operation. */
export function on(method: string, path: RegExp, change: Change): Misbehavior {
  return async (sent, forward) => {
    const response = await forward(sent)
    return sent.method === method && path.test(sent.path) ? change(response, sent) : response
  }
}

/** Changes every response. */
export function everywhere(change: Change): Misbehavior {
  return async (sent, forward) => change(await forward(sent), sent)
}

export function withStatus(from: number, to: number): Change {
  return (response) => (response.status === from ? { ...response, status: to } : response)
}

export function withHeader(name: string, value: string): (response: ProxiedResponse) => ProxiedResponse {
  return (response) => ({ ...response, headers: { ...response.headers, [name]: value } })
}

export function without(response: ProxiedResponse, name: string): ProxiedResponse {
  const { [name]: _, ...headers } = response.headers
  return { ...response, headers }
}

export function inBody(change: (body: Json) => Json): (response: ProxiedResponse) => ProxiedResponse {
  return (response) => {
    if (response.body.length === 0) return response
    return { ...response, body: Buffer.from(JSON.stringify(change(JSON.parse(response.body.toString())))) }
  }
}

/** Changes the record in a successful response. */
export function inData(change: (data: Json) => Json): Change {
  return (response) =>
    response.status === 200 ? inBody((body) => ({ ...body, data: change(objectIn(body.data)) }))(response) : response
}

export function failed(response: ProxiedResponse): ProxiedResponse {
  return asError(response, 500, 'internal_error')
}

export function unknown(response: ProxiedResponse): ProxiedResponse {
  return asError(response, 404, 'not_found')
}

export function asError(response: ProxiedResponse, status: number, code: string): ProxiedResponse {
  return inBody(({ meta }) => {
    const { request_id, rate_limit } = objectIn(meta)
    return { error: { code, message: 'Planted.' }, meta: { request_id, rate_limit } }
  })({ ...response, status })
}

/** The request with only these fields of its body. */
export function onlyFields(sent: Sent, names: string[]): Sent {
  try {
    const body: Json = JSON.parse(sent.body.toString())
    const selected = Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
    return { ...sent, body: Buffer.from(JSON.stringify(selected)) }
  } catch {
    // Without a JSON body there are no fields to leave out.
    return sent
  }
}

export function hasCredential({ headers }: Sent): boolean {
  return headers['x-api-key'] !== undefined || headers.authorization !== undefined
}

/** The request with the credential of the first account, as if a condition on the account were missing. */
export function asFirst(sent: Sent, firstKey: string): Sent {
  return { ...sent, headers: { ...sent.headers, authorization: undefined, 'x-api-key': firstKey } }
}

export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
