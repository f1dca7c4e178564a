import { setTimeout as sleep } from 'node:timers/promises'
import type { Mock } from '@svc/mock'

interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads bodies of any shape; the mock validated them
  body: any
}

export type Call = (
  method: string,
  path: string,
  options?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Reply>

/** Sends requests with an API key, by default that of the first account. */
export function callerOf(mock: Mock, key = mock.env.SVC_API_KEY): Call {
  return async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${mock.base_url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

/** Repeats a read until it shows what is waited for; rejects after 30 seconds. */
export async function until(read: () => Promise<Reply>, isThere: (body: Reply['body']) => boolean): Promise<Reply> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const reply = await read()
    if (isThere(reply.body)) return reply
    if (performance.now() > deadline) throw new Error(`Not within 30 s: ${JSON.stringify(reply.body)}`)
    await sleep(25)
  }
}

/** An access token of a client. */
export async function tokenOf(
  mock: Mock,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const response = await fetch(`${mock.auth_url}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
