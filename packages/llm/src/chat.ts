import { setTimeout as sleep } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import { embeddedEngine } from '@svc/intelligence/engine'
import type { Engine } from '@svc/intelligence/records'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import { systemMessage } from './prompt.ts'

type FallbackReason = NonNullable<Engine['fallback_reason']>

/**
 * The reason why the model was not used. The message contains neither the key nor anything that was sent or received.
 */
export class ChatError extends Error {
  override name = 'ChatError'
  readonly reason: FallbackReason

  constructor(reason: FallbackReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The error for a completion that a server accepted and that does not match the schema. */
export function unmatchedCompletion(): ChatError {
  return new ChatError('rejected', 'The completion does not match the schema.')
}

interface ChatRequest {
  user: string
  /** JSON Schema of the completion. A server may ignore it: the caller checks. */
  schema: { name: string; schema: object }
  /** For everything together: attempts, delays between them, and reading the response. */
  deadlineMs: number
  /** When it aborts, `complete` rejects with its reason. */
  signal?: AbortSignal
}

export interface Chat {
  /** The engine of a text that the model wrote. */
  readonly engine: Engine
  /** The JSON value that the model returned, of any shape. Rejects with `ChatError` when there is none in time. */
  complete(request: ChatRequest): Promise<unknown>
  /** Logs why the embedded engine's text is used and returns that engine. Throws `error` unless it is a `ChatError`. */
  fallBack(error: unknown): Engine
}

const retriesMax = 2
const retryDelayMs = 200
/** A completion of three long drafts has about 10 kB. */
const responseBytesMax = 256 * 1024

/** The way in which the form of the completion is requested: compatible servers differ in what they support. */
const formats = ['json_schema', 'json_object', 'none'] as const
type Format = (typeof formats)[number]

type ChatSettings = NonNullable<Settings['llm']>

/** A client of any OpenAI-compatible endpoint: one system message, one user message, no tools. */
export function createChat(settings: ChatSettings, logger: Logger): Chat {
  /** Index of the first format that this server is not known to refuse. */
  let acceptedFormat = 0

  return {
    engine: { ...embeddedEngine, name: settings.model.slice(0, bounds.Engine.name.maxLength), mode: 'llm' },

    async complete(request) {
      const { deadlineMs, signal } = request
      const endMs = performance.now() + deadlineMs
      const stop = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])])
      let format = acceptedFormat
      let retries = 0
      try {
        while (true) {
          const result = await attempt(settings, request, formats[format] ?? 'none', stop)
          if ('content' in result) {
            acceptedFormat = format
            return jsonIn(result.content)
          }
          if ('unknownFormat' in result) {
            format += 1
            if (format >= formats.length) throw result.unknownFormat
            continue
          }
          const waitMs = result.waitMs ?? retryDelayMs * 2 ** retries
          if (retries >= retriesMax || performance.now() + waitMs >= endMs) throw result.retry
          retries += 1
          await sleep(waitMs, undefined, { signal: stop })
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ChatError || !stop.aborted) throw error
        throw new ChatError('timeout', `The language model took longer than ${deadlineMs} ms.`)
      }
    },

    fallBack(error) {
      if (!(error instanceof ChatError)) throw error
      logger.warn(
        { reason: error.reason, detail: error.message },
        'Language model not used; falling back to the embedded engine',
      )
      return { ...embeddedEngine, fallback_reason: error.reason }
    },
  }
}

type Attempt =
  | { content: string }
  /** `waitMs`: as the server requested; null: our own delay. */
  | { retry: ChatError; waitMs: number | null }
  | { unknownFormat: ChatError }

/** One HTTP request. Rejects with `ChatError` for a failure that a retry would only repeat. */
async function attempt(
  { baseUrl, apiKey, model }: ChatSettings,
  { user, schema }: ChatRequest,
  format: Format,
  signal: AbortSignal,
): Promise<Attempt> {
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
          { role: 'system', content: systemMessage },
          { role: 'user', content: user },
        ],
        ...responseFormat(format, schema),
      }),
      // The key is for this URL only.
      redirect: 'error',
      signal,
    })
    body = await readBody(response)
  } catch (error) {
    if (signal.aborted || error instanceof ChatError) throw error
    // The message of fetch may quote a header that it could not send, so it is not repeated.
    return { retry: new ChatError('unavailable', 'The language model could not be reached.'), waitMs: null }
  }
  const { status } = response
  if (response.ok) return { content: contentOf(body) }
  if (status === 429) {
    const refusal = new ChatError('rate_limited', 'The language model returned 429.')
    return { retry: refusal, waitMs: retryAfterMs(response.headers.get('retry-after')) }
  }
  const refusal = new ChatError('unavailable', `The language model returned ${status}.`)
  if (status >= 500 || status === 408) return { retry: refusal, waitMs: null }
  if (status === 400 || status === 422) return { unknownFormat: refusal }
  throw refusal
}

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
    if (bytes > responseBytesMax)
      throw new ChatError('rejected', `The response is longer than ${responseBytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The content of the first choice, regardless of the content type of the response. */
function contentOf(body: string): string {
  let completion: { choices?: { message?: { content?: unknown } | null }[] } | null
  try {
    completion = JSON.parse(body)
  } catch {
    throw new ChatError('rejected', 'The response of the endpoint is not valid JSON.')
  }
  const content = Array.isArray(completion?.choices) ? completion.choices[0]?.message?.content : undefined
  if (typeof content !== 'string' || content.trim() === '')
    throw new ChatError('rejected', 'The language model returned no text.')
  return content
}

/** The JSON object in a completion, also when a model thinks aloud before it or puts it in a code block. */
function jsonIn(content: string): unknown {
  const visible = content.replace(/<think>[\s\S]*?<\/think>/g, '')
  try {
    return JSON.parse(visible.slice(visible.indexOf('{'), visible.lastIndexOf('}') + 1))
  } catch {
    throw new ChatError('rejected', 'The language model did not return valid JSON.')
  }
}

/** RFC 9110 section 10.2.3: seconds or a date; null for neither. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now())
}
