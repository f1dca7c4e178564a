import type { Dispatcher } from 'undici'
import {
  type AttemptResult,
  classify,
  codeOf,
  DeadlineError,
  elapsed,
  hintOf,
  judgeStatus,
  LocalFaultError,
  newProgress,
  type Progress,
  SendInterruptedError,
} from './attempt.ts'
import { createDial, type DialOptions } from './dial.ts'
import { createLines } from './lines.ts'

export interface Outgoing {
  /** As `checkWebhookUrl` returned it. */
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface Sender {
  /**
   * Makes one attempt and says how it went; a failing receiver is a result, not an exception. Rejects with
   * `SendInterruptedError` when the signal aborts, and with `LocalFaultError` when this machine could not try.
   */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<AttemptResult>
  /** Ends every connection, those in use included. */
  close(): Promise<void>
}

export interface SenderOptions extends DialOptions {
  /** For the whole attempt: DNS, connecting, TLS, request and the answer with its body. 15 s unless told. */
  timeoutMs?: number
}

const timeoutMsDefault = 15_000
const responseBytesMax = 64 * 1024
const excerptCharsMax = 1024

/**
 * The only way in which the service calls out to an address that a customer chose. Addresses are checked before dialling
 * (literals and every answer of DNS) and again on the connected socket, before the first byte. https only, TLS 1.2 or
 * newer, the authorities that Node.js brings and no others, no redirects, and no proxy from the environment.
 */
export function createSender({ timeoutMs = timeoutMsDefault, ...options }: SenderOptions = {}): Sender {
  const lines = createLines(createDial(options))

  async function send({ url: text, headers, body }: Outgoing, signal?: AbortSignal): Promise<AttemptResult> {
    if (signal?.aborted) throw new SendInterruptedError('The attempt was stopped before it began.')
    const url = new URL(text)
    if (url.protocol !== 'https:') throw new TypeError(`Webhooks are sent over https only, not ${url.protocol}`)
    const line = await lines.take(url)
    if (signal?.aborted) {
      lines.giveBack(line)
      throw new SendInterruptedError('The attempt was stopped before it began.')
    }
    line.progress = newProgress()
    const { promise, resolve } = Promise.withResolvers<Ending>()
    const startedMs = performance.now()
    const deadline = setTimeout(() => resolve({ failure: new DeadlineError('The attempt took too long.') }), timeoutMs)
    const interrupt = () => resolve({ failure: new SendInterruptedError('The attempt was stopped.') })
    signal?.addEventListener('abort', interrupt, { once: true })
    const answer: Answer = { status: null, excerpt: [] }
    let ending: Ending
    try {
      line.client.dispatch(
        {
          method: 'POST',
          path: url.pathname + url.search,
          // Asked for as it is: nothing that arrives is ever unpacked.
          headers: { ...headers, 'Accept-Encoding': 'identity' },
          body,
        },
        collect(answer, line.progress, resolve),
      )
      ending = await promise
    } catch (error) {
      lines.discard(line)
      throw error
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', interrupt)
    }
    const { progress } = line
    if (ending.failure === undefined && ending.reusable) lines.giveBack(line)
    else lines.discard(line)
    if (ending.failure instanceof SendInterruptedError) throw ending.failure
    if (localFaults.has(codeOf(ending.failure)))
      throw new LocalFaultError('This machine is out of resources.', { cause: ending.failure })
    return resultOf(progress, answer, ending.failure, elapsed(startedMs), timeoutMs)
  }

  return { send, close: () => lines.close() }
}

interface Ending {
  failure?: Error
  /** The whole answer has been read, so the connection may carry another attempt. */
  reusable?: boolean
}

const localFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

/** What the receiver has answered so far. */
interface Answer {
  status: number | null
  /** The beginning of the body. */
  excerpt: Buffer[]
}

/** Collects the answer as undici reports it, and says when there is nothing more to wait for. */
function collect(answer: Answer, progress: Progress, end: (ending: Ending) => void): Dispatcher.DispatchHandler {
  let requestedMs = 0
  let bytes = 0
  return {
    onRequestStart() {
      progress.phase = 'request'
      requestedMs = performance.now()
    },
    onResponseStart(_, status) {
      // Informational answers come before the one that counts.
      if (status < 200) return
      progress.phase = 'response'
      progress.timings.first_byte_ms = elapsed(requestedMs)
      answer.status = status
    },
    onResponseData(_, chunk) {
      if (bytes < excerptBytesMax) answer.excerpt.push(Buffer.from(chunk.subarray(0, excerptBytesMax - bytes)))
      bytes += chunk.length
      // Enough has been seen: the status stands, and the rest is never read.
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

/** A character takes up to four bytes. */
const excerptBytesMax = excerptCharsMax * 4

/** The beginning of the body as text, whatever it is; null without an answer. */
function excerptOf({ status, excerpt }: Answer): string | null {
  if (status === null) return null
  // As a stream, so that a character cut in two at the end is left out.
  const text = new TextDecoder().decode(Buffer.concat(excerpt), { stream: true })
  return text.slice(0, excerptCharsMax).replace(/[\uD800-\uDBFF]$/, '')
}

function resultOf(
  { phase, timings }: Progress,
  answer: Answer,
  failure: Error | undefined,
  durationMs: number,
  timeoutMs: number,
): AttemptResult {
  const { status } = answer
  const error = failure === undefined ? judgeStatus(status) : classify(phase, failure)
  return {
    outcome: error === null ? 'succeeded' : 'failed',
    duration_ms: durationMs,
    phase,
    error,
    http_status: status,
    timings,
    response_excerpt: excerptOf(answer),
    hint: error === null ? null : hintOf(error, { phase, status, failure, timeoutMs }),
  }
}
