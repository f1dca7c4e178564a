import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  type HrTime,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, millisToHrTime, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from '@svc/runtime/logger'
import type { NewSpan, Span, SpanAttributes, Tracing } from '@svc/runtime/tracing'

interface OpenTelemetryOptions {
  serviceName: string
  url: string
  ratio: number
  logger: Pick<Logger, 'info' | 'warn'>
  /** The time for which ended spans are collected before they are exported. Default: 2 s. */
  exportDelayMs?: number
  /** The time for one export with its retries. Default: 5 s. */
  exportTimeoutMs?: number
}

/** The most spans that wait for their export; more are dropped. A few MB. */
const waitingMax = 4_096
const batchMax = 512
const exportDelayMsDefault = 2_000
const exportTimeoutMsDefault = 5_000

/** The time that the last export may take: the steps of a shutdown share 25 s. */
const closeTimeoutMs = 3_000

/** Traces of one process. Nothing is registered globally, and no module is patched. */
export function startTracing({
  serviceName,
  url,
  ratio,
  logger,
  exportDelayMs = exportDelayMsDefault,
  exportTimeoutMs = exportTimeoutMsDefault,
}: OpenTelemetryOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: byRatio(ratio), remoteParentNotSampled: byRatio(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingFailures(exporter, logger),
        maxQueueSize: waitingMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: exportDelayMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('svc')
  logger.info({ url, ratio }, 'Traces are exported')
  return {
    begin(span, { traceparent, startedAtMs = performance.now() } = {}) {
      // Neither flag of the client counts: it cannot cause exports beyond the ratio, nor hide its requests.
      const context = contextOf(traceparent, TraceFlags.NONE)
      return new ExportedSpan({ tracer, context, span, startedAtMs, timeOriginMs: currentTimeOriginMs() })
    },
    resume(span, traceparent) {
      const context = contextOf(traceparent, TraceFlags.SAMPLED)
      return new ExportedSpan({
        tracer,
        context,
        span,
        startedAtMs: performance.now(),
        timeOriginMs: currentTimeOriginMs(),
      })
    },
    async close() {
      await Promise.race([provider.shutdown(), sleep(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** A random decision, not by the trace id as usual, because clients choose the ids of their traces. */
function byRatio(ratio: number): Sampler {
  return {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `ByRatio{${ratio}}`,
  }
}

/** An invalid `traceparent` is ignored: a new trace begins. */
function contextOf(traceparent: string | undefined, traceFlags: TraceFlags): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags, isRemote: true })
}

const kinds: Record<NewSpan['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** The time at which `performance.now()` was 0 by the clock of the system, which may have been set since. */
function currentTimeOriginMs(): number {
  return Date.now() - performance.now()
}

interface ExportedSpanOptions {
  tracer: Tracer
  context: Context
  span: NewSpan
  /** A value of `performance.now()`. */
  startedAtMs: number
  /** Shared by the spans of a trace in this process, so that their times are exact to each other. */
  timeOriginMs: number
}

class ExportedSpan implements Span {
  readonly traceId: string
  readonly isSampled: boolean
  hasEnded = false
  readonly #options: ExportedSpanOptions
  readonly #span: OtelSpan

  constructor(options: ExportedSpanOptions) {
    const { tracer, context, span, startedAtMs } = options
    this.#options = options
    this.#span = tracer.startSpan(
      span.name,
      { kind: kinds[span.kind], attributes: { ...span.attributes }, startTime: this.#at(startedAtMs) },
      context,
    )
    this.traceId = this.#span.spanContext().traceId
    this.isSampled = this.#span.isRecording()
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-0${traceFlags}`
  }

  begin(span: NewSpan): Span {
    const context = trace.setSpan(ROOT_CONTEXT, this.#span)
    return new ExportedSpan({ ...this.#options, context, span, startedAtMs: performance.now() })
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes)
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.hasEnded = true
    this.#span.end(this.#at(performance.now()))
  }

  #at(ms: number): HrTime {
    return millisToHrTime(this.#options.timeOriginMs + ms)
  }
}

/** Logs when exports begin to fail and when they succeed again. The spans of a failed export are dropped. */
function reportingFailures(exporter: SpanExporter, logger: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED
        if (failed && !isFailing) logger.warn({ err: result.error }, 'Traces could not be exported and are dropped')
        if (!failed && isFailing) logger.info('Trace export works again')
        isFailing = failed
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
