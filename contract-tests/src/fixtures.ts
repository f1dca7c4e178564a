import { setTimeout as sleep } from 'node:timers/promises'
import { CannotRun } from './problem.ts'
import type { Account } from './service.ts'

/** Records of the first account that a fuzzer cannot make by itself. */
export interface Fixtures {
  reportId: string
  webhookId: string
  deliveryId: string
}

const analysisTimeoutMs = 60_000

/**
 * Makes sure that the deepest records can be reached before anything is tested. Without it every operation could answer 404,
 * which is documented, and a green run would prove nothing. Throws CannotRun with what was answered instead.
 */
export async function prepareFixtures(baseUrl: string, account: Account, signal: AbortSignal): Promise<Fixtures> {
  const call = caller(baseUrl, account.api_key, signal)
  const webhook = await call<{ id: string }>('POST', '/webhooks', { url: 'https://hooks.rosso-trattoria.nl/svc' })
  const delivery = await call<{ id: string }>('POST', `/webhooks/${webhook.id}/test`)
  return {
    webhookId: webhook.id,
    deliveryId: delivery.id,
    reportId: await findReport(call, account.business_id, signal),
  }
}

interface Analysis {
  id: string
  status: string
  report_id: string | null
}

async function findReport(call: Call, businessId: string, signal: AbortSignal): Promise<string> {
  const path = `/businesses/${businessId}/analyses`
  const deadlineMs = performance.now() + analysisTimeoutMs
  if ((await call<Analysis[]>('GET', path)).length === 0) await call('POST', path)
  while (performance.now() < deadlineMs) {
    const reportId = (await call<Analysis[]>('GET', path)).find(({ report_id }) => report_id !== null)?.report_id
    if (reportId) return reportId
    await sleep(100, undefined, { signal })
  }
  throw new CannotRun(`No analysis was completed within ${analysisTimeoutMs / 1_000} s. Does a worker run?`)
}

type Call = <Data>(method: string, path: string, body?: unknown) => Promise<Data>

function caller(baseUrl: string, apiKey: string, signal: AbortSignal): Call {
  return async <Data>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'X-API-Key': apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    }).catch((error: Error) => {
      signal.throwIfAborted()
      throw new CannotRun(
        `Preflight: ${baseUrl} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      )
    })
    const text = await answer.text()
    if (!answer.ok) throw new CannotRun(`Preflight: ${method} ${path} answered ${answer.status}: ${text.slice(0, 400)}`)
    return (JSON.parse(text) as { data: Data }).data
  }
}
