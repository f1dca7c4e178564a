import { setTimeout as sleep } from 'node:timers/promises'
import type { Conformance } from './conformance.ts'
import { type Document, exampleBody, exampleQuery, type Place, placesOf } from './contract.ts'
import { curlOf } from './failure.ts'
import type { Fixtures } from './fixtures.ts'
import type { Counter } from './tally.ts'

/** A request to the service, and the response that is expected. */
export interface Question {
  operationId: string
  /** What is special about it, for the list of cases and for who reads a failure. */
  because: string
  /** The id in the path; that of the fixture by default. */
  id?: string
  query?: string
  headers?: Record<string, string>
  /** The contract's example by default; null sends none. */
  body?: unknown
  expect: readonly number[]
  /** Beyond the status: the sentence that says what is wrong, or undefined. */
  check?: (reply: Reply) => string | undefined
  /** How it is called there. */
  checkName?: string
  /** False where a 429 is what is waited for. */
  patient?: boolean
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  seconds: number
}

/** Sends one request after another and checks each response against the contract. */
export interface Prober {
  places: readonly Place[]
  ask(question: Question): Promise<Reply | undefined>
}

const timeoutMs = 20_000
const waitSecondsMax = 120

export function createProber(options: {
  baseUrl: string
  document: Document
  conformance: Conformance
  counter: Counter
  fixtures: Fixtures
  /** `X-API-Key` of every question that brings no credential of its own. */
  apiKey: string
  /** The origin that stands in the place of the one in examples. */
  webhookUrl: string
  signal: AbortSignal
}): Prober {
  const { document, conformance, counter, fixtures } = options
  const places = placesOf(document)

  async function ask(question: Question): Promise<Reply | undefined> {
    const { operationId, because, expect, check, checkName = 'answer_as_expected', patient = true } = question
    const place = places.find((candidate) => candidate.operationId === operationId)
    if (!place) throw new Error(`The contract has no operation ${operationId}.`)
    const id = question.id ?? (await idFor(place, fixtures))
    const url = `${options.baseUrl}${place.path.replace('{id}', id)}${question.query ?? exampleQuery(document, place)}`
    const body = question.body === undefined ? withUrl(exampleBody(document, place), options.webhookUrl) : question.body
    const text = body === undefined || body === null ? undefined : JSON.stringify(body)
    const headers = {
      ...(question.headers?.authorization === undefined && { 'x-api-key': options.apiKey }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...question.headers,
    }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const request = { method: place.method, url, headers: Object.entries(sent), body: text }
    const curl = curlOf(request)
    const line = `${operationId}: ${because} ${JSON.stringify([place.method, url, text ?? ''])}`
    const startedMs = performance.now()
    try {
      const init = { method: place.method, headers: sent, ...(text !== undefined && { body: text }) }
      const response = await send(url, init, { stopping: options.signal, patient })
      const reply = {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        seconds: (performance.now() - startedMs) / 1_000,
      }
      const failures = conformance
        .ofResponse({ operationId, ...reply })
        .map((violation) => ({ ...violation, message: `${because}: ${violation.message}`, curl }))
      const wrongStatus = expect.includes(reply.status)
        ? undefined
        : `${because}: expected ${expect.join(' or ')}, got ${reply.status} ${reply.text.slice(0, 300)}`
      const problem = wrongStatus ?? check?.(reply)
      if (problem !== undefined) failures.push({ check: checkName, message: problem, curl })
      const { status, seconds } = reply
      counter.ask({ operation: operationId, line, status, seconds, checks: [checkName], failures })
      return reply
    } catch (error) {
      options.signal.throwIfAborted()
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const what = `${because}: no response: ${cause instanceof Error ? cause.message : String(cause)}`
      const failures = [{ check: 'always_answered', message: what, curl }]
      counter.ask({ operation: operationId, line, checks: ['always_answered'], failures })
      return undefined
    }
  }

  return { places, ask }
}

/** Deliveries go to an address that may be called. */
function withUrl(body: unknown, webhookUrl: string): unknown {
  if (typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string') return body
  return { ...body, url: `${webhookUrl}/contract-tests` }
}

/** A deployed service may limit us: what it refuses for coming too early is sent again when it says. */
async function send(
  url: string,
  init: RequestInit,
  { stopping, patient }: { stopping: AbortSignal; patient: boolean },
): Promise<Response> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  const response = await fetch(url, { ...init, redirect: 'manual', signal })
  const waitSeconds = Number(response.headers.get('retry-after'))
  if (response.status !== 429 || !patient || !(waitSeconds <= waitSecondsMax)) return response
  await response.body?.cancel()
  await sleep(waitSeconds * 1_000, undefined, { signal: stopping })
  return send(url, init, { stopping, patient })
}

async function idFor({ operationId, path }: Place, fixtures: Fixtures): Promise<string> {
  if (operationId === 'deleteWebhook') return fixtures.freshWebhookId()
  if (path.startsWith('/businesses/')) return fixtures.businessId
  if (path.startsWith('/reviews/')) return fixtures.reviewId
  if (path.startsWith('/analyses/')) return fixtures.analysisId
  if (path.startsWith('/reports/')) return fixtures.reportId
  if (path.startsWith('/webhook-deliveries/')) return fixtures.deliveryId
  return fixtures.webhookId
}
