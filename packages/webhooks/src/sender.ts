import * as bounds from '@generated/contract/bounds'
import type { AttemptResult } from '@svc/db/delivery-queue'
import { errorCode } from '@svc/runtime/error-code'
import type { Dispatcher } from 'undici'
import {
  classify,
  DeadlineError,
  elapsed,
  hintOf,
  informationalResponsesMax,
  judgeStatus,
  LocalFaultError,
  newProgress,
  type Progress,
  SendInterruptedError,
  TooManyInformationalResponsesError,
} from './attempt.ts'
import { type ConnectOptions, createConnect } from './connect.ts'
import { ConnectionPool } from './connection-pool.ts'

/** A signed request. */
export interface Outgoing {
  /** As returned by `canonicalWebhookUrl`. */
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface Sender {
  /**
   * Makes one attempt and returns its result: a failing receiver is a result, not an exception. Rejects with
   * `SendInterruptedError` if the signal aborts, and with `LocalFaultError` if this machine could not make the attempt.
   */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<AttemptResult>
  /** Closes all connections, including connections in use. */
  close(): Promise<void>
}

export interface SenderOptions extends ConnectOptions {
  /**
   * For the whole attempt: DNS, connecting, TLS, the request, and the response with its body. The timeout starts
   * when the pool has assigned a connection, before a new one is opened. Default: 15 s.
   */
  timeoutMs?: number
}

const timeoutMsDefault = 15_000
const responseBytesMax = 64 * 1024

const excerptCharsMax = bounds.WebhookAttempt.response_excerpt.maxLength

/**
 * The only way in which the service sends requests to URLs that a customer chose. https only, to addresses that
 * `createConnect` allows. Redirects are not followed, and proxies from the environment are not used.
 */
export function createSender({ timeoutMs = timeoutMsDefault, ...options }: SenderOptions = {}): Sender {
  const pool = new ConnectionPool(createConnect(options))

  async function send(outgoing: Outgoing, signal?: AbortSignal): Promise<AttemptResult> {
    if (signal?.aborted) throw new SendInterruptedError('The attempt was stopped before it began.')
    const url = new URL(outgoing.url)
    if (url.protocol !== 'https:') throw new TypeError(`Webhooks are sent over https only, not ${url.protocol}`)
    const connection = await pool.acquire(url)
    if (signal?.aborted) {
      pool.release(connection)
      throw new SendInterruptedError('The attempt was stopped before it began.')
    }
    const progress = newProgress()
    connection.progress = progress
    const { promise, resolve } = Promise.withResolvers<Ending>()
    const startedMs = performance.now()
    const deadline = setTimeout(() => resolve({ failure: new DeadlineError('The attempt took too long.') }), timeoutMs)
    const interrupt = () => resolve({ failure: new SendInterruptedError('The attempt was stopped.') })
    signal?.addEventListener('abort', interrupt, { once: true })
    const received: ReceivedResponse = { status: null, excerpt: [] }
    let ending: Ending
    try {
      connection.client.dispatch(
        {
          method: 'POST',
          path: url.pathname + url.search,
          // Responses are never decompressed.
          headers: { ...outgoing.headers, 'Accept-Encoding': 'identity' },
          body: outgoing.body,
        },
        collectResponse(received, progress, resolve),
      )
      ending = await promise
    } catch (error) {
      pool.destroy(connection)
      throw error
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', interrupt)
    }
    if (ending.failure === undefined && ending.reusable) pool.release(connection)
    else pool.destroy(connection)
    if (ending.failure instanceof SendInterruptedError) throw ending.failure
    if (localFaults.has(errorCode(ending.failure) ?? ''))
      throw new LocalFaultError('This machine is out of resources.', { cause: ending.failure })
    return resultOf(progress, received, ending.failure, elapsed(startedMs), timeoutMs)
  }

  return { send, close: () => pool.close() }
}

interface Ending {
  failure?: Error
  /** Whether the response was read completely, so that the connection can be used for another attempt. */
  reusable?: boolean
}

const localFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

/** The part of the response that has arrived. */
interface ReceivedResponse {
  status: number | null
  /** The beginning of the body. */
  excerpt: Buffer[]
}

/** Collects the response as undici reports it, and calls `end` when it is complete. */
function collectResponse(
  received: ReceivedResponse,
  progress: Progress,
  end: (ending: Ending) => void,
): Dispatcher.DispatchHandler {
  let requestedMs = 0
  let bytes = 0
  let informationalCount = 0
  return {
    onRequestStart() {
      progress.phase = 'request'
      requestedMs = performance.now()
    },
    onResponseStart(controller, status) {
      // Informational responses come before the final one.
      if (status < 200) {
        informationalCount += 1
        if (informationalCount > informationalResponsesMax)
          controller.abort(new TooManyInformationalResponsesError('There were too many informational responses.'))
        return
      }
      progress.phase = 'response'
      progress.timings.first_byte_ms = elapsed(requestedMs)
      received.status = status
    },
    onResponseData(_, chunk) {
      if (bytes < excerptBytesMax) received.excerpt.push(Buffer.from(chunk.subarray(0, excerptBytesMax - bytes)))
      bytes += chunk.length
      // The status is known, and the rest is never read.
      if (bytes >= responseBytesMax) end({ reusable: false })
    },
    onResponseEnd() {
      end({ reusable: true })
    },
    onResponseError(_, failure) {
      end({ failure })
    },
  }
}

/** A character has up to four bytes. */
const excerptBytesMax = excerptCharsMax * 4

/** Returns the beginning of the body as a string, or null if there was no response. */
function excerptOf({ status, excerpt }: ReceivedResponse): string | null {
  if (status === null) return null
  // Decoded as a stream, so that a character that is cut off at the end is omitted.
  const text = new TextDecoder().decode(Buffer.concat(excerpt), { stream: true })
  return text.slice(0, excerptCharsMax).replace(/[\uD800-\uDBFF]$/, '')
}

function resultOf(
  { phase, timings }: Progress,
  received: ReceivedResponse,
  failure: Error | undefined,
  durationMs: number,
  timeoutMs: number,
): AttemptResult {
  const { status } = received
  const error = failure === undefined ? judgeStatus(status) : classify(phase, failure)
  return {
    outcome: error === null ? 'succeeded' : 'failed',
    duration_ms: durationMs,
    phase,
    error,
    http_status: status,
    timings,
    response_excerpt: excerptOf(received),
    hint: error === null ? null : hintOf(error, { phase, status, failure, timeoutMs }),
  }
}
