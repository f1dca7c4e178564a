import { AsyncLocalStorage } from 'node:async_hooks'
import { errorCode } from './error-code.ts'

// Tracing for the code of the service, without OpenTelemetry, which `packages/tracing` loads if SVC_TRACES_URL is set.
// Without it, no span ever begins, and `traced` only runs its work.

export interface NewSpan {
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

/**
 * Values of the contract or of the code, ids and counts: never a parameter, a URL, a credential, an address, a name or
 * a text of an account.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A span that has begun. */
export interface Span {
  readonly traceId: string
  /** This span in the format of the header `traceparent` (W3C Trace Context). */
  readonly traceparent: string
  /** Whether the ratio of the settings chose this trace. If not, its spans are not exported. */
  readonly isSampled: boolean
  readonly hasEnded: boolean
  /** Begins a span whose parent is this one. */
  begin(span: NewSpan): Span
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Marks the span as failed. `type` is a code or the name of an error, never its message. */
  fail(type: string): void
  end(): void
}

/** Begins the first span of each trace in this process. */
export interface Tracing {
  /**
   * Begins a trace, or continues the trace of a client with the ids of its `traceparent`. In both cases, the ratio of
   * the settings chooses whether it is sampled. `startedAtMs` is a value of `performance.now()`; default: now.
   */
  begin(span: NewSpan, options?: { traceparent?: string | undefined; startedAtMs?: number }): Span
  /** Continues a sampled trace of another process of the service. */
  resume(span: NewSpan, traceparent: string): Span
  /** Exports what has ended, for at most a few seconds. */
  close(): Promise<void>
}

const spans = new AsyncLocalStorage<Span>()

/** The span that runs now. Work that a request has started and that outlives it belongs to no span. */
export function currentSpan(): Span | undefined {
  const span = spans.getStore()
  return span?.hasEnded ? undefined : span
}

/** Runs `work` in the span, so that the spans that it begins are below it. The caller ends the span. */
export function runIn<Result>(span: Span, work: () => Result): Result {
  return span.isSampled ? spans.run(span, work) : work()
}

/** Runs `work` in the span and ends it. Without a span, only runs `work`. */
export async function runAs<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  if (span === undefined) return work()
  try {
    return await runIn(span, work)
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Runs `work` in a span below the current one. Without a current span, only runs `work`. */
export function traced<Result>(
  describe: () => NewSpan,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan()
  if (parent === undefined) return work(undefined)
  const span = parent.begin(describe())
  return runAs(span, () => work(span))
}

/** The code of an error of Node.js or PostgreSQL, otherwise its name. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return errorCode(error) ?? error.name
}
