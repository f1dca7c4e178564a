import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiBodies, type BodyOf, type Reply, readReply } from '@svc/http/testing-reply'
import type { Mock } from '@svc/mock'

/** Calls an operation. The type of `data` follows from the method and the path. */
export type Call = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  options?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Reply<BodyOf<ApiBodies, Method, Path>>>

/** Sends requests with an API key, by default that of the first account. */
export function callerOf(mock: Mock, key = mock.env.SVC_API_KEY): Call {
  return async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${mock.base_url}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return readReply(response)
  }
}

/** Repeats a read until it shows what is waited for; rejects after 30 seconds. */
export async function until<Body>(
  read: () => Promise<Reply<Body>>,
  isThere: (reply: Reply<Body>) => boolean,
): Promise<Reply<Body>> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const reply = await read()
    if (isThere(reply)) return reply
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
