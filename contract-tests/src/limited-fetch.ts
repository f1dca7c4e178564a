import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 20_000
/** The window of sign-in attempts (decision 0028). */
const waitSecondsMax = 15 * 60

/**
 * Sends a request; after a 429 again when `Retry-After` has passed, because a deployed service may limit the tests, and
 * limits sign-ins always. Returns a 429 that asks for more than 15 minutes.
 */
export async function fetchWhenAllowed(url: string, init: RequestInit, stopping: AbortSignal): Promise<Response> {
  const response = await fetchOnce(url, init, stopping)
  const waitSeconds = Number(response.headers.get('retry-after'))
  if (response.status !== 429 || !(waitSeconds <= waitSecondsMax)) return response
  await response.body?.cancel()
  await sleep(waitSeconds * 1_000, undefined, { signal: stopping })
  return fetchWhenAllowed(url, init, stopping)
}

/** Sends a request with a timeout of 20 s, and follows no redirect. */
export function fetchOnce(url: string, init: RequestInit, stopping: AbortSignal): Promise<Response> {
  return fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  })
}
