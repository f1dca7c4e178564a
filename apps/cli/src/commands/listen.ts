import { setTimeout as sleep } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { wholeNumber } from '@svc/command-line/parsers'
import { countOf } from '@svc/command-line/text'
import { errorCode } from '@svc/runtime/error-code'
import { newId } from '@svc/runtime/ids'
import { isRecord, parseJson } from '@svc/runtime/json'
import { newSigningSecret } from '@svc/webhooks/secrets'
import { signatureHeaders } from '@svc/webhooks/signing'
import { parseHttpUrl } from '../parsers.ts'

/** The longest time that the contract allows a feed request to stay open. */
const waitSeconds = bounds.WaitParam.maximum

/** The time after which an open request counts as lost and is replaced by a new one. */
const responseTimeoutMs = (waitSeconds + 10) * 1000
const forwardTimeoutMs = 15_000
const retryDelaysMs = [250, 500, 1_000, 2_000, 5_000]

export const listenCommand = defineCommand({
  name: 'listen',
  summary: 'Receive webhook events on a machine without a public address',
  description: `
    Follows the feed of an account and forwards each event to URL, signed like a delivery. The secret is the value of
    SVC_WEBHOOK_SECRET, or a new secret that the command prints. The command needs only SVC_API_KEY and the base URL. If the
    connection is lost, it resumes at the same position, so no event is missed. Resent events are also forwarded. Press Ctrl-C
    to stop.

    The command shows the response of the receiver and does not retry. The printed curl command repeats the request.`,
  options: {
    'forward-to': {
      value: 'URL',
      required: true,
      parse: parseHttpUrl,
      description: 'Receiver of the events, such as http://localhost:3000/webhooks',
    },
    'base-url': {
      value: 'URL',
      parse: parseHttpUrl,
      description: 'URL of the API, such as https://api.example.com/api/public/v1 (default: SVC_BASE_URL)',
    },
    after: { value: 'POSITION', description: 'Continue after this position in the feed (default: new events only)' },
    type: { value: 'TYPE', description: 'Forward only events of this type' },
    max: { value: 'COUNT', parse: wholeNumber(1, 999_999_999), description: 'Stop after this number of events' },
  },
  examples: ['SVC_API_KEY=svc_test_… svc listen --forward-to http://localhost:3000/webhooks'],
  async run({ options, json }, context) {
    const feed = openFeed(context, { baseUrl: options['base-url'], type: options.type })
    const { 'forward-to': forwardTo, max = Number.POSITIVE_INFINITY } = options
    const secret = context.env.SVC_WEBHOOK_SECRET || newSigningSecret()
    const print = (record: object, text: string) =>
      void context.stdout.write(json ? `${JSON.stringify(record)}\n` : text)

    let position = options.after ?? (await feed.now())
    let forwarded = 0
    print(
      { listening: true, forward_to: forwardTo.href, signing_secret: secret, after: position },
      `Forwarding the events of this account to ${forwardTo.href}\nSigning secret of the receiver: SVC_WEBHOOK_SECRET='${secret}'\n\n`,
    )
    let failures = 0
    while (forwarded < max) {
      let entries: FeedEntry[]
      try {
        entries = await feed.read(position, waitSeconds)
      } catch (error) {
        const reason = outageOf(error)
        if (reason === undefined) throw error
        if (failures === 0) context.stderr.write(`The API is unreachable (${reason}); retrying.\n`)
        await sleep(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)])
        failures += 1
        continue
      }
      if (failures > 0) context.stderr.write(`Reconnected. Forwarding the missed events.\n`)
      failures = 0
      for (const entry of entries.slice(0, max - forwarded)) {
        const request = sign(entry, secret)
        const result = await forward(forwardTo, request)
        const curl = curlOf(forwardTo, request)
        position = entry.position
        forwarded += 1
        const { id, type } = entry.payload
        const resend = entry.resend_of === null ? '' : ` (resend of ${entry.resend_of})`
        print(
          { position, event_id: id, type, resend_of: entry.resend_of, ...result, curl },
          `${new Date().toISOString()}  ${type}  ${id}${resend}\n  → ${result.error ?? result.http_status} in ${result.duration_ms} ms\n  ${curl}\n\n`,
        )
      }
    }
    return {
      data: { forwarded, position },
      text: `${countOf(forwarded, 'event')} forwarded. To continue, use --after ${position}.`,
    }
  },
})

type FeedEntry = Schemas['WebhookFeedEntry']

interface Feed {
  /** Returns the position after all events so far, by the clock of the service. */
  now(): Promise<string>
  /**
   * Returns the entries after a position, and waits up to `waitSeconds` for the first. Throws a CommandError if a retry
   * cannot succeed, and an error with an `outageOf` if it can.
   */
  read(after: string, waitSeconds: number): Promise<FeedEntry[]>
}

function openFeed({ env }: Context, given: { baseUrl: URL | undefined; type: string | undefined }): Feed {
  const key = env.SVC_API_KEY
  if (!key) throw new CommandError('Set SVC_API_KEY to an API key of the account, with the scope webhooks:manage.')
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError('SVC_API_KEY has characters that no API key contains. Copy the key again.')
  const baseUrl = given.baseUrl?.href ?? env.SVC_BASE_URL
  if (!baseUrl || !URL.canParse(baseUrl))
    throw new CommandError('Set --base-url or SVC_BASE_URL to the URL of the API.')
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/webhook-events`)
  if (given.type !== undefined) url.searchParams.set('type', given.type)

  async function request(after: string, wait: number): Promise<Response> {
    url.searchParams.set('after', after)
    url.searchParams.set('wait', String(wait))
    const response = await fetch(url, {
      headers: { 'X-API-Key': key ?? '', Accept: 'application/json' },
      // The key is sent to this URL only.
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (response.ok) return response
    const text = await response.text()
    if (response.status >= 500 || response.status === 429) {
      await sleep(1000 * Math.min(Number(response.headers.get('Retry-After') ?? 0), 60))
      throw new UnavailableError(`it returned ${response.status}`)
    }
    throw new CommandError(`The API returned ${response.status}: ${messageOf(text)}`)
  }

  return {
    async now() {
      const response = await request(newId('evt'), 0).catch((error) => {
        const reason = outageOf(error)
        throw reason === undefined ? error : new CommandError(`${url.origin} cannot be reached (${reason}).`)
      })
      await response.body?.cancel()
      // "An `after` that is not in the feed stands for the moment in which such an id would have been made."
      const serverMs = Date.parse(response.headers.get('Date') ?? '')
      return newId('evt', { now: () => (Number.isNaN(serverMs) ? Date.now() : serverMs) })
    },
    async read(after, wait) {
      const response = await request(after, wait)
      const page = parseJson(await response.text())
      if (!isFeedPage(page))
        throw new CommandError(`${url.origin}${url.pathname} did not return a list of events. Check the base URL.`)
      return page.data
    },
  }
}

interface ForwardRequest {
  headers: Record<string, string>
  body: string
}

function sign({ payload }: FeedEntry, secret: string): ForwardRequest {
  const body = JSON.stringify(payload)
  const headers = signatureHeaders({
    secret,
    eventId: payload.id,
    eventType: payload.type,
    deliveryId: newId('whd'),
    timestamp: Math.floor(Date.now() / 1000),
    body: Buffer.from(body),
  })
  return { headers, body }
}

interface ForwardResult {
  http_status: number | null
  duration_ms: number
  error?: string
}

async function forward(url: URL, { headers, body }: ForwardRequest): Promise<ForwardResult> {
  const startedMs = performance.now()
  const elapsed = () => Math.round(performance.now() - startedMs)
  try {
    const signal = AbortSignal.timeout(forwardTimeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return { http_status: response.status, duration_ms: elapsed() }
  } catch (error) {
    const reason = outageOf(error)
    if (reason === undefined) throw error
    return { http_status: null, duration_ms: elapsed(), error: `no response (${reason})` }
  }
}

/** Returns a command that repeats the request. Receivers refuse its timestamp after 300 seconds. */
function curlOf(url: URL, { headers, body }: ForwardRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return ['curl -i', quoted(url.href), ...lines, `--data-raw ${quoted(body)}`].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The API responded that it cannot serve the request now. */
class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/**
 * Returns the reason why there is no response, if a retry can succeed; undefined for any other error, such as a defect
 * of this program. If the connection fails, `fetch` throws a TypeError that has the error of the connection as its
 * cause; other TypeErrors have none.
 */
function outageOf(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response in time'
  if (!(error instanceof TypeError && error.cause instanceof Error)) return undefined
  const { cause } = error
  return errorCode(cause) ?? cause.message
}

function isFeedPage(body: unknown): body is { data: FeedEntry[] } {
  return isRecord(body) && Array.isArray(body.data)
}

/** Returns the message of an error response, or the beginning of its body. */
function messageOf(text: string): string {
  const body = parseJson(text)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : text.slice(0, 200) || 'nothing more.'
}
