import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '@svc/intelligence/records'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import { SYSTEM } from './prompt.ts'

export type FallbackReason = NonNullable<Engine['fallback_reason']>

/** Why the model was not used. Its message holds neither the key nor a word of what was sent or answered. */
export class ChatError extends Error {
  override name = 'ChatError'
  readonly reason: FallbackReason

  constructor(reason: FallbackReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface ChatRequest {
  user: string
  /** What the answer must look like, as JSON Schema. A server may ignore it: the caller checks. */
  schema: { name: string; schema: object }
  /** For everything together: attempts, waiting between them, and reading the answer. */
  deadlineMs: number
  /** Aborted when nobody wants the answer any more; the call then rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface Chat {
  /** The name of the model. */
  readonly model: string
  /** The JSON that the model answered, of any shape. Rejects with `ChatError` when there is none in time. */
  complete(request: ChatRequest): Promise<unknown>
  /** Logs why the embedded engine writes instead and returns the reason; throws what is not a `ChatError`. */
  logFallback(error: unknown): FallbackReason
}

const retriesMax = 2
const backoffMs = 200
/** An answer of three long drafts has about 10 kB. */
const answerBytesMax = 256 * 1024

/** How the form of the answer is asked for: compatible servers differ in what they know. */
const formats = ['json_schema', 'json_object', 'none'] as const
type Format = (typeof formats)[number]

/** A connection to any OpenAI-compatible endpoint: one system message, one user message, no tools. */
export function createChat(settings: NonNullable<Settings['llm']>, logger: Logger): Chat {
  const { baseUrl, apiKey, model } = settings
  /** The first format that this server is not known to refuse. */
  let known = 0

  async function attempt({ user, schema }: ChatRequest, format: Format, stop: AbortSignal): Promise<Attempt> {
    let response: Response
    let body: string
    try {
      response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model,
          messages: [
            { role: 'system', content: SYSTEM },
            { role: 'user', content: user },
          ],
          ...responseFormat(format, schema),
        }),
        // The key is meant for this address and no other.
        redirect: 'error',
        signal: stop,
      })
      body = await readBody(response)
    } catch (error) {
      if (stop.aborted || error instanceof ChatError) throw error
      // What fetch says may quote a header that it could not send, so it is not repeated.
      return { again: new ChatError('unavailable', 'The language model could not be reached.'), waitMs: null }
    }
    const { status } = response
    if (response.ok) return { content: contentOf(body) }
    if (status === 429) {
      const refusal = new ChatError('rate_limited', 'The language model answered 429.')
      return { again: refusal, waitMs: retryAfterMs(response.headers.get('retry-after')) }
    }
    const refusal = new ChatError('unavailable', `The language model answered ${status}.`)
    if (status >= 500 || status === 408) return { again: refusal, waitMs: null }
    if (status === 400 || status === 422) return { unknownFormat: refusal }
    throw refusal
  }

  return {
    model,

    async complete(request) {
      const { deadlineMs, signal } = request
      const endMs = performance.now() + deadlineMs
      const stop = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])])
      let format = known
      let retries = 0
      try {
        while (true) {
          const result = await attempt(request, formats[format] ?? 'none', stop)
          if ('content' in result) {
            known = format
            return jsonIn(result.content)
          }
          if ('unknownFormat' in result) {
            format += 1
            if (format >= formats.length) throw result.unknownFormat
            continue
          }
          const waitMs = result.waitMs ?? backoffMs * 2 ** retries
          if (retries >= retriesMax || performance.now() + waitMs >= endMs) throw result.again
          retries += 1
          await pause(waitMs, undefined, { signal: stop })
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ChatError || !stop.aborted) throw error
        throw new ChatError('timeout', `The language model took longer than ${deadlineMs} ms.`)
      }
    },

    logFallback(error) {
      if (!(error instanceof ChatError)) throw error
      logger.warn({ reason: error.reason, detail: error.message }, 'The embedded engine writes instead of the model')
      return error.reason
    },
  }
}

type Attempt =
  | { content: string }
  | { again: ChatError /** As the server asked; null: as we think fit. */; waitMs: number | null }
  | { unknownFormat: ChatError }

function responseFormat(format: Format, { name, schema }: ChatRequest['schema']): object {
  if (format === 'none') return {}
  if (format === 'json_object') return { response_format: { type: format } }
  return { response_format: { type: format, json_schema: { name, strict: true, schema } } }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBytesMax) throw new ChatError('rejected', `The answer is longer than ${answerBytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The text of the first choice, whatever the content type says: the body is what counts. */
function contentOf(body: string): string {
  let answer: { choices?: { message?: { content?: unknown } | null }[] } | null
  try {
    answer = JSON.parse(body)
  } catch {
    throw new ChatError('rejected', 'The endpoint answered something that is not JSON.')
  }
  const content = Array.isArray(answer?.choices) ? answer.choices[0]?.message?.content : undefined
  if (typeof content !== 'string' || content.trim() === '')
    throw new ChatError('rejected', 'The language model answered without text.')
  return content
}

/** The JSON object in an answer, also where a model thinks aloud before it or puts it in a code block. */
export function jsonIn(content: string): unknown {
  const said = content.replace(/<think>[\s\S]*?<\/think>/g, '')
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  } catch {
    throw new ChatError('rejected', 'The language model did not answer with JSON.')
  }
}

/** RFC 9110 section 10.2.3: seconds or a date; null for neither. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now())
}
